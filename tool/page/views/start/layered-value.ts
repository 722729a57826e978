import { percentEncode } from "percodec";
import { findInner, type InnerKind, type LayeredValue, reportText } from "../../../shared/reading/report.ts";
import { rfc3986 } from "percodec/sets";
import { decodeAs, readToken } from "../../app/decode-as.ts";
import { append, button, formatCount, h } from "../../components/dom.ts";
import type { Page } from "../../components/page.ts";
import { copyButton } from "../../components/results.ts";
import { drawShown } from "./answer-context.ts";
import { drawPairsTable, drawPartsTable } from "./parts-table.ts";
import { drawVerdict } from "./verdict.ts";

export const STEPS = ["①", "②", "③", "④", "⑤", "⑥", "⑦", "⑧", "⑨", "⑩", "⑪", "⑫", "⑬", "⑭", "⑮", "⑯"];
/** The most units of a layer that are drawn. */
const LINE_UNITS = 512;
const INNER_NAMES: Readonly<Record<InnerKind, string>> = {
  url: "A URL inside",
  json: "A JSON text inside",
  token: "A JSON Web Token inside: its signature is not checked",
};

/**
 * Draws what a value has besides the decoding that is shown: other encodings, the other layers, and the text inside.
 *
 * @param shown the decoding that is shown with a Copy of its own
 */
export function drawMore(
  page: Page,
  value: LayeredValue,
  shown: string,
  rewrite: (raw: string) => void,
): readonly Node[] {
  const { raw, layers, inner, charsets = [] } = value;
  const peel = (): void => rewrite(raw.replace(/%25([\dA-Fa-f]{2})/g, "%$1"));
  return [
    ...charsets.flatMap((charset) => drawCharset(value, charset, shown, rewrite)),
    ...(layers.length > 1 ? [drawLadder(layers, shown, peel)] : []),
    ...(inner === undefined ? [] : [drawInner(page, layers, inner)]),
  ];
}

/** Returns the text of a value in the encoding that its bytes look like most, or else after one decoding. */
export function decodeLikeliest(value: LayeredValue): string {
  const [charset] = value.charsets ?? [];
  return (charset === undefined ? undefined : decodeValue(value, charset)) ?? value.layers[0]!;
}

/** Returns how often `decodeFully` decodes a value. */
export function countDecodings({ charsets, layers }: LayeredValue): number {
  return charsets === undefined || charsets.length === 0 ? layers.length : 1;
}

/** Returns the text of a value in the encoding that its bytes look like most, or else after every decoding. */
export function decodeFully(value: LayeredValue): string {
  return countDecodings(value) > 1 ? value.layers.at(-1)! : decodeLikeliest(value);
}

function decodeValue({ raw, plus }: LayeredValue, charset: string): string | undefined {
  return decodeAs(plus === "space" ? raw.replace(/\+/g, " ") : raw, charset);
}

function drawCharset(
  value: LayeredValue,
  charset: string,
  shown: string,
  rewrite: (raw: string) => void,
): readonly Node[] {
  const decoded = decodeValue(value, charset);
  if (decoded === undefined) return [];
  return [
    h(
      "p",
      "charset",
      h("strong", {}, drawShown(decoded)),
      h("span", "soft", ` in ${charset} `),
      decoded !== shown && copyButton(() => decoded, "Copy", `the value in ${charset}`),
      button("Write it in UTF-8", () => rewrite(percentEncode(decoded, rfc3986.component))),
    ),
  ];
}

/** Draws the layers of a value other than the one that is shown: one line and one Copy for each. */
function drawLadder(layers: readonly string[], shown: string, peel: () => void): HTMLElement {
  const lines = layers.map(
    (layer, k) =>
      layer !== shown &&
      h(
        "li",
        {},
        h("span", { attributes: { "aria-hidden": "true" } }, STEPS[k] ?? String(k + 1)),
        h("span", "unseen", `Decoded ${formatCount(k + 1, "time")}: `),
        h("code", {}, drawShown(layer, LINE_UNITS)),
        k === layers.length - 1 && h("span", "soft", " fully decoded "),
        copyButton(() => layer, "Copy", `decoded ${formatCount(k + 1, "time")}`),
      ),
  );
  return h("div", "ladder", h("ol", {}, ...lines), button("Peel one layer", peel));
}

/** Draws a disclosure of the text inside a value; it is read when it is opened. */
function drawInner(page: Page, layers: readonly string[], kind: InnerKind): HTMLElement {
  // The first layer that is one: a further decoding would turn the data of a URL into delimiters.
  const value = layers.find((layer) => findInner(layer) === kind)!;
  const element = h("details", "inner", h("summary", {}, INNER_NAMES[kind]));
  element.addEventListener("toggle", () => {
    if (element.open && element.childNodes.length === 1) append(element, ...openInner(page, value, kind));
  });
  return element;
}

function openInner(page: Page, value: string, kind: InnerKind): readonly Node[] {
  if (kind === "url") {
    const report = reportText({ name: "url", because: "inside a value", text: value, charsets: undefined });
    const open = button("Read this URL", () => page.go({ mode: "start", text: value, options: {} }));
    const { parts, parameters } = report;
    return [
      drawVerdict(report),
      ...drawText(value, "Copy this URL", open),
      drawPartsTable(parts, " inside"),
      ...(parameters.length > 0 ? [drawPairsTable(parameters)] : []),
    ];
  }
  if (kind === "json") return drawText(JSON.stringify(JSON.parse(value), null, 2), "Copy as indented JSON");
  return drawText(readToken(value) ?? value, "Copy the content of the token");
}

function drawText(text: string, label: string, ...actions: readonly Node[]): readonly Node[] {
  return [
    h("pre", "text", drawShown(text)),
    h(
      "p",
      "actions",
      ...actions,
      copyButton(() => text, label),
    ),
  ];
}
