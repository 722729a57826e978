import { byId, fill, h } from "./dom.ts";

/** Shows a message above the view; an empty one removes it. */
export function notify(message: string): void {
  fill(byId("notice"), message && h("p", {}, message));
}
