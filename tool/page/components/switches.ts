/** Makes a button switch between values, of which the first is the default; the choice is stored if the browser allows it. */
function startSwitch<Value extends string>(
  button: HTMLElement,
  key: string,
  values: readonly [Value, ...Value[]],
  show: (value: Value) => void,
  changed?: () => void,
): void {
  let value = values.find((one) => one === readStored(key)) ?? values[0];
  button.addEventListener("click", () => {
    value = values[values.indexOf(value) + 1] ?? values[0];
    show(value);
    store(key, value);
    changed?.();
  });
  show(value);
}

/** Makes a button switch between the system's theme, light and dark. */
export function startTheme(button: HTMLElement): void {
  startSwitch(button, "percodec-theme", ["auto", "light", "dark"], (theme) => {
    document.documentElement.style.colorScheme = theme === "auto" ? "" : theme;
    button.textContent = `Theme: ${theme}`;
  });
}

/** Makes a button the private switch: if it is on, no text is kept for a reload or for going back. `changed` gets a message. */
export function startPrivacy(button: HTMLElement, changed: (message: string) => void): { readonly isPrivate: boolean } {
  const privacy = { isPrivate: false };
  const show = (value: string): void => {
    privacy.isPrivate = value === "true";
    button.setAttribute("aria-pressed", value);
    button.title = privacy.isPrivate
      ? "Private is on: the text is forgotten when the page is reloaded or closed. Share copies a link and leaves the address as it is."
      : "Private is off: the tab keeps the text for a reload and for going back. It is never part of the address, unless you share it.";
  };
  startSwitch(button, "percodec-private", ["false", "true"], show, () => changed(button.title));
  return privacy;
}

/** Returns what the browser stores under a key, or null; it may refuse storage. */
function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value; without storage a choice lasts until the page is closed. */
function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The browser refuses storage.
  }
}
