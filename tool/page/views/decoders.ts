import {
  compareDecoders,
  type DecoderDifference,
  type DecoderResult,
} from "../../shared/explain/decoder-comparison.ts";
import { compareEncoders, groupByValue } from "../../shared/explain/encoder-comparison.ts";
import { compareUrlReaders } from "../../shared/explain/url-comparison.ts";
import type { UrlReaderName } from "../../shared/explain/url-reading.ts";
import { differingSpans } from "../app/difference.ts";
import { fill, formatCount, formatNumber, h } from "../components/dom.ts";
import { hexByte, toLabel } from "../app/format.ts";
import { toMarks } from "../components/highlights.ts";
import { createView, type Page } from "../components/page.ts";
import { browserTable, callNative, copyButton, drawValue, showButton, tableCard } from "../components/results.ts";
import { drawCode } from "../components/invisible-characters.ts";

const READER_NAMES: Record<UrlReaderName, string> = {
  whatwg: "URL Standard",
  rfc3986: "RFC 3986",
  python: "Python",
  java: "Java",
  go: "Go",
  php: "PHP",
  perl: "Perl",
  node: "Node, before URL",
};

/** A text that begins with a scheme or two slashes. */
const MAY_BE_URL = /^\s*(?:[a-z][a-z\d+.-]*:|[/\\]{2})/i;

/** Functions of the browser, each with the decoder that it should agree with. */
const NATIVE: readonly (readonly [call: string, decoder: string, run: (text: string) => string])[] = [
  ["decodeURIComponent(text)", "rfc3986", (text) => decodeURIComponent(text)],
  ["unescape(text)", "unescape", (text) => unescape(text)],
  [
    "new URLSearchParams('v=' + text).get('v')",
    "form",
    (text) => String(new URLSearchParams(`v=${text.replace(/&/g, "%26")}`).get("v")),
  ],
];

export const view = createView((host, page, { text }) => {
  const { agree, results, differences } = compareDecoders(text);
  page.mark(toMarks(differences, "differs"));
  page.announce(agree ? "All decoders agree" : `The decoders differ at ${formatCount(differences.length, "position")}`);
  const readers = MAY_BE_URL.test(text) ? readUrl(text) : undefined;
  const first = results.find(({ value }) => value !== undefined);
  fill(
    host,
    readers?.differ === true && readers.element,
    tableCard(
      agree
        ? "Decoded as one value, all decoders agree"
        : `They differ at ${formatCount(differences.length, "position")}`,
      ["Decoder", "Call", "Result", ""],
      results.map((result) => [result.decoder, ...drawRow(text, result, first?.value)]),
    ),
    differences.length > 0 &&
      tableCard(
        "Where they differ",
        ["Rule", "Text", "Index", "Behavior", ""],
        differences.slice(0, 100).map((difference) => drawDifference(page, text, difference)),
      ),
    encodedText(text),
    native(text, results),
    readers?.differ === false && readers.element,
  );
});

function drawDifference(page: Page, text: string, { index, length, rule, decoders }: DecoderDifference) {
  const actions = Object.entries(decoders).map(([action, names]) =>
    h("span", h("strong", action.replace("-", " ")), ": ", names.join("; ")),
  );
  return [
    toLabel(rule),
    drawCode(text.slice(index, index + length)),
    formatNumber(index),
    h("span.actions-taken", ...actions),
    showButton(page, index, length),
  ];
}

type Drawn = Pick<DecoderResult, "call" | "value" | "error"> & Partial<DecoderResult>;

/** Draws the call, its result and the button that copies it. */
function drawRow(text: string, result: Drawn, first: string | undefined) {
  const { call, value } = result;
  return [h("code", call), drawResult(text, result, first), value !== undefined && copyButton(value)];
}

function drawResult(
  text: string,
  { value, bytes = new Uint8Array(), error }: Drawn,
  first: string | undefined,
): HTMLElement {
  if (error !== undefined) {
    const what = text.slice(error.index, error.index + error.length);
    return h("span.refused", "refuses ", drawCode(what), ` at ${error.index}`);
  }
  if (value === undefined) {
    const hex = Array.from(bytes.subarray(0, 64), hexByte).join(" ");
    return h("span", h("span.badge.other", "bytes"), " ", h("code", hex, bytes.length > 64 && " …"));
  }
  return drawValue(value, first === undefined ? [] : differingSpans(value, first).a);
}

/** Draws the results of the browser's functions, each compared with the decoder that it should agree with. */
function native(text: string, results: readonly DecoderResult[]): HTMLElement {
  return browserTable(
    undefined,
    NATIVE.map(([call, by, run]) => {
      const ours = results.find(({ decoder }) => decoder === by)!.value;
      return { ...callNative(call, () => run(text)), ours, by };
    }),
  );
}

function encodedText(text: string): HTMLElement {
  const { agree, results } = compareEncoders(text);
  const first = results.find(({ value }) => value !== undefined);
  return tableCard(
    agree ? "Encoded as one value, all encoders agree" : "Encoded as one value, the encoders differ",
    ["Encoder", "Set", "Call", "Result", ""],
    groupByValue(results).map((group) => [
      group.map(({ encoder }) => encoder).join(", "),
      drawCodes(group.map(({ set }) => set)),
      drawCodes(group.map(({ call }) => call)),
      ...drawRow(text, group[0], first?.value).slice(1),
    ]),
  );
}

function drawCodes(texts: readonly string[]): HTMLElement {
  return h("span", ...[...new Set(texts)].flatMap((text, k) => [k > 0 && ", ", h("code", text)]));
}

/** Draws what readers of whole URLs see in the text; the card comes first if they differ. */
function readUrl(text: string): { readonly differ: boolean; readonly element: HTMLElement } {
  const { agree, readings } = compareUrlReaders(text);
  const draw = (value: string | undefined): Node =>
    value === undefined ? h("span.nothing", "none") : drawCode(value.slice(0, 256));
  const element = tableCard(
    agree ? "As a whole URL, all readers agree" : "As a whole URL, the readers do not agree",
    ["Reader", "Call", "Scheme", "Host", "Port", "Path"],
    readings.map(({ reader, call, refused, scheme, host, port, path }) => [
      READER_NAMES[reader],
      h("code", call),
      ...(refused ? [h("span.refused", "refuses"), "", "", ""] : [scheme, host, port, path].map(draw)),
    ]),
  );
  return { differ: !agree, element };
}
