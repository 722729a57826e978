import { byId, fill, h } from "./dom.ts";

/** Shows a message above the view; an empty one removes it. */
export function notify(message: string): void {
  fill(byId("notice"), message && h("p", message));
}

export const notifyNotLoaded = (): void =>
  notify("This part of the page could not be loaded; try again when you are online.");

/** Returns the text of a field without lone surrogates, which have no UTF-8, and says so if there was one. */
export function readWellFormed({ value }: { readonly value: string }): string {
  const text = value.replace(/\p{Surrogate}/gu, "\ufffd");
  if (text !== value) notify("Half of a surrogate pair became U+FFFD, because it has no UTF-8.");
  return text;
}

let later: ReturnType<typeof setTimeout> | undefined;

/** Announces a message to screen readers at once, in the status region of the page; it replaces one that waits. */
export function announce(message: string): void {
  clearTimeout(later);
  fill(byId("announcement"), message);
}

/** Announces a message after a pause, unless another one comes before. */
export function announceLater(message: string, pauseMs: number): void {
  clearTimeout(later);
  later = setTimeout(() => announce(message), pauseMs);
}
