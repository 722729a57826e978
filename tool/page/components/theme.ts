import { readStored, store } from "./stored.ts";

const THEMES = ["auto", "light", "dark"] as const;
const KEY = "percodec-theme";

/** Makes a button switch between the system's theme, light and dark; the choice is stored if the browser allows it. */
export function startTheme(button: HTMLElement): void {
  let theme = THEMES.find((name) => name === readStored(KEY)) ?? "auto";
  const apply = (): void => {
    document.documentElement.dataset["theme"] = theme;
    button.textContent = `Theme: ${theme}`;
  };
  button.addEventListener("click", () => {
    theme = THEMES[THEMES.indexOf(theme) + 1] ?? "auto";
    apply();
    store(KEY, theme);
  });
  apply();
}
