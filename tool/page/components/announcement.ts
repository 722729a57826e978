import { byId, fill } from "./dom.ts";

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
