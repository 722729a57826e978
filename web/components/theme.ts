const THEMES = ["auto", "light", "dark"] as const;
const KEY = "percodec-theme";

/** Lets a button choose between what the system says, light, and dark; the choice is kept where that is allowed. */
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
    // The choice then lasts as long as the page.
  }
}
