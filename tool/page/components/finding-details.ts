import type { FindingCode } from "percodec/inspect";
import type { FindingEntry } from "../app/finding-topics.ts";
import { button, fill, h } from "./dom.ts";
import { drawCode } from "./invisible-characters.ts";
import type { Page } from "./page.ts";

/** Draws a disclosure that says why a finding matters and what to do; these texts load when the first one is opened. */
export function drawDetails(page: Page, code: FindingCode, ...places: readonly (Node | false)[]): HTMLElement {
  const explanation = h("div");
  const fold = h("details", h("summary.soft", "Details"), explanation, ...places);
  const open = button("Its entry in Findings", () => page.go({ mode: "findings", options: { find: code } }));
  fold.addEventListener("toggle", () => {
    if (!fold.open || explanation.childNodes.length > 0) return;
    void import("../app/finding-topics.ts").then(
      ({ findEntry }) => fill(explanation, ...drawExplanation(findEntry(code)), h("p.actions", open)),
      () => fill(explanation, h("p.refused", "This text could not be loaded; try again when you are online.")),
    );
  });
  return fold;
}

/** Draws what a finding is, why it matters, and what to do: first for a person who reads the text, then for a program. */
export function drawExplanation({ what, why, reader, advice }: Explanation): readonly Node[] {
  return [
    h("p", ...drawProse(what)),
    h("p", h("strong", "Why it matters: "), ...drawProse(why)),
    ...(reader === undefined ? [] : [h("p", h("strong", "What to do: "), reader)]),
    h("p", h("strong", "In a program: "), ...drawProse(advice)),
  ];
}

type Explanation = Pick<FindingEntry, "what" | "why" | "reader" | "advice">;

/** Draws a text in which code is between backticks. */
function drawProse(text: string): (Node | string)[] {
  return text.split("`").map((part, k) => (k % 2 === 1 ? drawCode(part) : part));
}
