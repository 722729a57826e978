import type { Texts } from "../app/undo.ts";
import { byId, fill, formatCount, h } from "./dom.ts";
import { drawText, hasInvisible } from "./invisible-characters.ts";
import { utf8 } from "./results.ts";
import { findMode, hasText, type ModeName } from "../app/modes.ts";

const THEMES = ["auto", "light", "dark"] as const;
const THEME_KEY = "percodec-theme";

/** Makes a button switch between the system's theme, light and dark; the choice is stored if the browser allows it. */
export function startTheme(button: HTMLElement): void {
  let theme = THEMES.find((name) => name === stored(THEME_KEY)) ?? "auto";
  const apply = (): void => {
    document.documentElement.dataset["theme"] = theme;
    button.textContent = `Theme: ${theme}`;
  };
  button.addEventListener("click", () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]!;
    apply();
    store(THEME_KEY, theme);
  });
  apply();
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Without storage a choice lasts until the page is closed.
  }
}

/** The most units of the beginning that are drawn, if the text has invisible characters. */
const SHOWN_UNITS = 256;

/** Shows the size of each text under its field, and its invisible characters as signs. */
export function showTextSizes({ text, other }: Texts): void {
  document.body.classList.toggle("has-text", text !== "");
  fill(byId("text-size"), ...drawSize(text));
  fill(byId("other-size"), ...drawSize(other));
}

function drawSize(text: string): readonly (Node | false)[] {
  const signs = (): HTMLElement =>
    h(
      "span",
      "with-signs",
      "with invisible characters: ",
      h("bdi", {}, drawText(text.slice(0, SHOWN_UNITS), { breaks: false }), text.length > SHOWN_UNITS && "…"),
    );
  return [
    text !== "" &&
      h("span", {}, `${formatCount(text.length, "UTF-16 unit")}, ${formatCount(utf8(text).length, "byte")}`),
    hasInvisible(text) && signs(),
  ];
}

/** Shows the titles and the labels of a view, and marks it in the list of views. */
export function showTitles(mode: ModeName): void {
  const { title, summary, input, hint = "", other, files } = findMode(mode);
  byId("title").textContent = title;
  document.title = `${title} – percodec`;
  document.body.classList.toggle("start", mode === "start");
  byId("summary").textContent = summary;
  byId("text-label").textContent = input;
  byId("text-hint").textContent = hint;
  byId("other-label").textContent = other ?? "";
  byId("source").hidden = !hasText(mode);
  byId("source").classList.toggle("two", other !== undefined);
  byId("pick").hidden = files === undefined && mode !== "start";
  for (const link of document.querySelectorAll("#modes a")) {
    if (link.getAttribute("href") === `#1/${mode}` && !link.classList.contains("group-name"))
      link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/** Scrolls to the top. If the element that had the focus is gone, the title gets it. */
export function showTop(movesFocus: boolean): void {
  scrollTo({ top: 0 });
  if (movesFocus) document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
}

const PRIVATE_KEY = "percodec-private";

/** Makes a button the private switch: if it is on, no text is kept for a reload or for going back. `changed` gets a message. */
export function startPrivacy(button: HTMLElement, changed: (message: string) => void): { readonly isPrivate: boolean } {
  const privacy = { isPrivate: stored(PRIVATE_KEY) === "true" };
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
