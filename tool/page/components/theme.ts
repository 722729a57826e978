const THEMES = ["auto", "light", "dark"] as const;
const KEY = "percodec-theme";

/** Makes a button switch between the system's theme, light and dark; the choice is stored if the browser allows it. */
export function startTheme(button: HTMLElement): void {
  let theme = THEMES.find((name) => name === stored()) ?? "auto";
  const apply = (): void => {
    document.documentElement.dataset["theme"] = theme;
    button.textContent = `Theme: ${theme}`;
  };
  button.addEventListener("click", () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]!;
    apply();
    store(theme);
  });
  apply();
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function store(theme: string): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}
