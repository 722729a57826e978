import { normalizeUri } from "percodec/uri";
import { comparePartwise, describeComparison, RULES } from "../app/comparison.ts";
import type { Span } from "../../shared/text.ts";
import { card, button, fill, h, headingBar } from "../components/dom.ts";
import { drawGrowing } from "../components/growing-text.ts";
import { type Highlight, partName } from "../components/highlights.ts";
import { createView } from "../components/page.ts";
import { callNative, copyButton, drawSpan, table, tableCard } from "../components/results.ts";
import { drawCode, drawIsolated } from "../components/invisible-characters.ts";

export const view = createView((host, page, { text: a, other: b }) => {
  if (a === "" || b === "")
    return fill(host, h("p.notes", `Paste the ${a === "" ? "first" : "second"} URI to compare the two.`));
  const comparison = comparePartwise(a, b);
  const { equality, differences, parts } = comparison;
  const message = describeComparison(comparison);
  const marks = (side: "a" | "b") =>
    differences.map((difference): Highlight => ({ ...difference[side], kind: "differs" }));
  page.mark(marks("a"));
  page.mark(marks("b"), "other");
  page.announce(message);
  const swap = button("⇄ Swap", () => page.go({ mode: "compare", text: b, other: a }));
  const reached = RULES.findIndex(([rule]) => rule === equality);
  fill(
    host,
    card(
      headingBar(message, swap),
      h(
        "ol.rules",
        ...RULES.map(([rule, ignores], k) => {
          const equal = reached >= 0 && k >= reached;
          const left = parts.filter(({ rule: first }) => first < 0 || first > k).map(({ component }) => component);
          return h(
            `li.${equal ? "equal" : ""}${k === reached ? " reached" : ""}`,
            { "aria-current": k === reached && "step" },
            h("code", rule),
            h("span.soft", k === 0 ? ignores : `also ignoring ${ignores}`),
            equal
              ? h("span.badge.info", "equal")
              : h("span.left", "differs: ", left.length > 0 ? left.join(", ") : "the whole"),
          );
        }),
      ),
    ),
    h(
      "article.card.sides",
      h("h2", "Side by side"),
      h("pre.text", drawGrowing(a, marks("a"))),
      h("pre.text", drawGrowing(b, marks("b"))),
      differences.length > 0 &&
        table(
          ["Component", "First", "Second"],
          differences.map(({ component, a: one, b: two }) => [partName(component), place(a, one), place(b, two)]),
        ),
    ),
    tableCard(
      "Normalized",
      ["URI", "RFC 3986", "This browser: new URL(text).href", ""],
      [a, b].map((text, k) => {
        const normal = normalizeUri(text);
        const { value, error } = callNative("", () => new URL(text).href);
        return [
          k === 0 ? "First" : "Second",
          drawCode(normal.slice(0, 1024)),
          value === undefined ? h("span.refused", drawIsolated(error)) : drawCode(value.slice(0, 1024)),
          copyButton(normal, "Copy", `the ${k === 0 ? "first" : "second"} URI, normalized`),
        ];
      }),
    ),
  );
});

function place(text: string, span: Span): HTMLElement {
  if (span.length === 0) return h("span.nothing", `nothing, at ${span.index}`);
  return h("span", drawSpan(text, span, 64), h("span.soft", ` at ${span.index}`));
}
