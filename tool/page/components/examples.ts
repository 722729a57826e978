import type { ModeName } from "../app/modes.ts";
import type { Example } from "../app/start-examples.ts";
import { h } from "./dom.ts";
import type { Page } from "./page.ts";

/** Draws the examples of a view without a text. */
export function drawExamples(page: Page, mode: ModeName, examples: readonly Example[]): HTMLElement {
  const list = examples.map(({ text, other, shows, options = {} }) => {
    const open = (): void => page.go({ mode, text, other: other ?? "", options });
    const code = h("code", other === undefined ? text : `${text}\n${other}`);
    return h("li", h("button.example", { type: "button", click: open }, code, h("span", shows)));
  });
  return h(
    "div.empty",
    h("h2", "Examples"),
    h("p", "Type or paste above, drop a file anywhere, or start with one of these:"),
    h("ul.examples", ...list),
  );
}
