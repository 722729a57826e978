import { readStored, store } from "./stored.ts";

const KEY = "percodec-private";

/** Makes a button the private switch: if it is on, no text is kept for a reload or for going back. `changed` gets a message. */
export function startPrivacy(button: HTMLElement, changed: (message: string) => void): { readonly isPrivate: boolean } {
  const privacy = { isPrivate: readStored(KEY) === "true" };
  const apply = (): void => {
    button.setAttribute("aria-pressed", String(privacy.isPrivate));
    button.title = privacy.isPrivate
      ? "Private is on: the text is forgotten when the page is reloaded or closed. Share copies a link and leaves the address as it is."
      : "Private is off: the tab keeps the text for a reload and for going back. It is never part of the address, unless you share it.";
  };
  button.addEventListener("click", () => {
    privacy.isPrivate = !privacy.isPrivate;
    apply();
    store(KEY, String(privacy.isPrivate));
    changed(button.title);
  });
  apply();
  return privacy;
}
