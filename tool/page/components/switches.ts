const THEMES = ["auto", "light", "dark"] as const;
const THEME_KEY = "percodec-theme";

/** Makes a button switch between the system's theme, light and dark; the choice is stored if the browser allows it. */
export function startTheme(button: HTMLElement): void {
  let theme = THEMES.find((name) => name === readStored(THEME_KEY)) ?? "auto";
  const apply = (): void => {
    document.documentElement.style.colorScheme = theme === "auto" ? "" : theme;
    button.textContent = `Theme: ${theme}`;
  };
  button.addEventListener("click", () => {
    theme = THEMES[THEMES.indexOf(theme) + 1] ?? "auto";
    apply();
    store(THEME_KEY, theme);
  });
  apply();
}

const PRIVATE_KEY = "percodec-private";

/** Makes a button the private switch: if it is on, no text is kept for a reload or for going back. `changed` gets a message. */
export function startPrivacy(button: HTMLElement, changed: (message: string) => void): { readonly isPrivate: boolean } {
  const privacy = { isPrivate: readStored(PRIVATE_KEY) === "true" };
  const apply = (): void => {
    button.setAttribute("aria-pressed", String(privacy.isPrivate));
    button.title = privacy.isPrivate
      ? "Private is on: the text is forgotten when the page is reloaded or closed. Share copies a link and leaves the address as it is."
      : "Private is off: the tab keeps the text for a reload and for going back. It is never part of the address, unless you share it.";
  };
  button.addEventListener("click", () => {
    privacy.isPrivate = !privacy.isPrivate;
    apply();
    store(PRIVATE_KEY, String(privacy.isPrivate));
    changed(button.title);
  });
  apply();
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
