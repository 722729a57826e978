import type { ReportParameter, ReportPart } from "../../../shared/reading/report.ts";
import { formatNumber, h } from "../../components/dom.ts";
import { partClass } from "../../components/highlights.ts";
import { copyButton } from "../../components/results.ts";
import { drawShown } from "./answer-context.ts";
import { drawWithLookAlikes, findHost } from "./verdict.ts";

/** The most pairs of a URL inside a value that are listed. */
const MAX_PAIRS = 50;

/**
 * Draws the parts of a URL, each as it is written and decoded once.
 *
 * @param where added to what a Copy button copies, in words
 */
export function drawPartsTable(parts: readonly ReportPart[], where = ""): HTMLElement {
  const host = findHost(parts);
  const rows = parts.map(({ name, raw, value }) => {
    const decoded = name === "host" ? (host?.unicode ?? raw) : name === "query" ? raw : value;
    const drawn = name === "host" ? drawWithLookAlikes(decoded, host) : drawShown(decoded);
    const title = name === "userinfo" ? "user" : name;
    return drawRow(h("th", { class: `part ${partClass(name)}`, attributes: { scope: "row" } }, title), {
      raw,
      decoded,
      drawn: h("bdi", {}, drawn),
      copied: raw,
      what: `the ${name === "userinfo" ? "user name" : name}${where}`,
    });
  });
  return h("table", "parts", h("tbody", {}, ...rows));
}

/** Draws the names and values of a query, as they are written and decoded once. */
export function drawPairsTable(parameters: readonly ReportParameter[]): HTMLElement {
  const rows = parameters.slice(0, MAX_PAIRS).map(({ name, raw, layers }) =>
    drawRow(h("th", { attributes: { scope: "row" } }, drawShown(name, 64)), {
      raw,
      decoded: layers[0]!,
      drawn: drawShown(layers[0]!),
      copied: layers[0]!,
      what: `the value of ${name} inside`,
    }),
  );
  const more = parameters.length - MAX_PAIRS;
  return h(
    "div",
    {},
    h("table", "parts", h("tbody", {}, ...rows)),
    more > 0 && h("p", "notes", `${formatNumber(more)} more: read this URL to see them.`),
  );
}

interface Row {
  readonly raw: string;
  readonly decoded: string;
  readonly drawn: Node;
  readonly copied: string;
  /** What Copy copies, in words. */
  readonly what: string;
}

function drawRow(head: HTMLElement, { raw, decoded, drawn, copied, what }: Row): HTMLElement {
  return h(
    "tr",
    {},
    head,
    h("td", {}, h("code", {}, drawShown(raw)), decoded !== raw && h("span", "decoded-as", " → ", h("code", {}, drawn))),
    h(
      "td",
      {},
      copyButton(() => copied, "Copy", what),
    ),
  );
}
