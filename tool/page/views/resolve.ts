import { checkUri, resolveUri, splitUri } from "percodec/uri";
import { type Origin, type ResolvedPart, resolveParts } from "../app/resolved-parts.ts";
import { button, fill, formatCount, formatNumber, h } from "../components/dom.ts";
import { type Highlight, partName } from "../components/highlights.ts";
import { drawCode } from "../components/invisible-characters.ts";
import { linkButtons } from "../components/link-button.ts";
import { createView, type Page } from "../components/page.ts";
import { browserTable, callNative, result, showButton, tableCard } from "../components/results.ts";

const SHOWN_UNITS = 1024;
const MAX_ISSUES = 20;

const ORIGIN_WORDS: Readonly<Record<Origin, string>> = { base: "the base", reference: "the reference", both: "both" };
/** The highlights have different colors and, with forced colors, different lines. */
const ORIGIN_KINDS: Readonly<Record<Origin, Highlight["kind"]>> = { base: "info", reference: "differs", both: "point" };

export const view = createView((host, page, { text: reference, other: base }) => {
  if (splitUri(base).scheme === undefined)
    return fill(host, h("p.notes", "Write the base URI to resolve the reference: it begins with a scheme."));
  const value = resolveUri(reference, base);
  const parts = resolveParts(reference, base);
  page.announce(`Resolved: ${value.slice(0, 200)}`);
  fill(
    host,
    drawResult(page, value, parts),
    drawParts(parts),
    browserTable(value, [callNative("new URL(reference, base).href", () => new URL(reference, base).href)]),
    drawIssues(page, reference, "text"),
    drawIssues(page, base, "other"),
  );
});

function drawResult(page: Page, value: string, parts: readonly ResolvedPart[]): HTMLElement {
  let index = 0;
  const marks = parts.map(({ text, origin }): Highlight => {
    index += text.length;
    return { index: index - text.length, length: text.length, kind: ORIGIN_KINDS[origin] };
  });
  const legend = h(
    "span",
    "Marked: ",
    h("mark", { class: ORIGIN_KINDS.base }, "from the base"),
    ", ",
    h("mark", { class: ORIGIN_KINDS.reference }, "from the reference"),
  );
  return result(page, {
    title: "Resolved by RFC 3986",
    value,
    marks,
    notes: [legend],
    actions: [button("Inspect", () => page.go({ mode: "inspect", text: value, options: {} })), ...linkButtons(value)],
  });
}

function drawParts(parts: readonly ResolvedPart[]): HTMLElement {
  const rows = parts.map(({ component, text, origin }) => [
    partName(component),
    drawCode(text.slice(0, SHOWN_UNITS)),
    ORIGIN_WORDS[origin],
  ]);
  return tableCard("Where each part comes from", ["Part", "Text", "From"], rows);
}

/** Draws what RFC 3986 does not allow in one of the two texts; resolving keeps it. */
function drawIssues(page: Page, text: string, field: "text" | "other"): HTMLElement | false {
  const { issues } = checkUri(text);
  if (issues.length === 0) return false;
  page.mark(
    issues.map(({ index, length }): Highlight => ({ index, length: Math.max(1, length), kind: "warning" })),
    field,
  );
  return tableCard(
    `${formatCount(issues.length, "issue")} in the ${field === "text" ? "reference" : "base"}`,
    ["Index", "Why", ""],
    issues
      .slice(0, MAX_ISSUES)
      .map(({ index, length, message }) => [
        `at ${formatNumber(index)}`,
        message,
        showButton(page, index, length, field),
      ]),
    issues.length > MAX_ISSUES && h("p.notes", `${formatNumber(issues.length - MAX_ISSUES)} more are not shown.`),
  );
}
