import { type DecodeOptions, percentDecode, percentDecodeReport, PercentEncodingError } from "../../src/index.ts";
import { encodingFor } from "../app/charset-loader.ts";
import { toLabel } from "../app/labels.ts";
import { button, formatCount, fill, formatNumber, h } from "../components/dom.ts";
import { type LineFault, convertLines } from "../app/lines.ts";
import { drawGrowing } from "../components/growing-text.ts";
import { textConverterFor } from "../app/text-converter.ts";
import { JobRefused } from "../app/job.ts";
import type { Highlight } from "../components/highlights.ts";
import type { Draw, Page } from "../components/page.ts";
import {
  callNative,
  browserTable,
  disclosure,
  examples,
  fault,
  hexDump,
  lineFaults,
  measure,
  result,
  showButton,
  table,
  utf8,
} from "../components/results.ts";
import { remedyButtons } from "../components/remedies.ts";
import { drawIsolated } from "../components/invisible-characters.ts";
import { drawFlattened, drawUrlParts, isWholeUrl } from "./decode-parts.ts";
import { type PageState, readOption } from "../app/state.ts";

/** Returns the options for the library. */
export function decodeOptions(state: PageState): DecodeOptions {
  const accept = state.options.accept ?? "";
  return {
    malformed: readOption(state, "malformed"),
    invalidUtf8: readOption(state, "invalidUtf8"),
    plus: readOption(state, "plus"),
    percentU: readOption(state, "percentU") === "true",
    ...(accept !== "" && { accept: new RegExp(accept, "u") }),
  } as DecodeOptions;
}

export function view(host: HTMLElement, page: Page): Draw {
  /** Whether a whole URL is decoded at once; it lasts while the text is one. */
  let isFlat = false;
  const setFlat = (next: boolean): void => {
    isFlat = next;
    page.redraw();
  };
  return (state) => {
    if (state.text === "") return fill(host, examples(page, "decode"));
    const isUrl = isWholeUrl(state.text) && readOption(state, "lines") !== "true";
    isFlat &&= isUrl;
    if (isUrl && !isFlat) return drawUrlParts(host, page, state, () => setFlat(true));
    drawDecoded(host, page, state);
    if (isUrl) host.prepend(drawFlattened(() => setFlat(false)));
  };
}

function drawDecoded(host: HTMLElement, page: Page, state: PageState): void {
  const { text } = state;
  const tables = encodingFor(readOption(state, "encoding"), page.redraw);
  if (tables === "loading") return fill(host, h("p", "waiting", "Loading the tables of the other encodings …"));
  let options: DecodeOptions;
  try {
    options = decodeOptions(state);
  } catch (error) {
    return fill(host, h("article", "card fault", h("h2", {}, drawIsolated(`accept: ${(error as Error).message}`))));
  }
  // %uXXXX is always UTF-16, so `percentDecodeAs` does not accept `percentU`.
  const { percentU: _, ...optionsForAs } = options;
  let converter: ReturnType<typeof textConverterFor>;
  try {
    converter = textConverterFor("decode", state, page.redraw);
  } catch (error) {
    if (error instanceof JobRefused) return fill(host, h("article", "card fault", h("h2", {}, error.message)));
    throw error;
  }
  if (converter === "loading") return fill(host, h("p", "waiting", "Loading the options of text …"));
  const decode = (part: string): string => converter?.(part) ?? decodePlain(part);
  const decodePlain = (part: string): string =>
    tables === undefined
      ? percentDecode(part, options)
      : tables.charset.percentDecodeAs(part, tables.encoding, optionsForAs);
  try {
    const isByLine = readOption(state, "lines") === "true";
    const { value, faults } = isByLine ? convertLines(text, decode) : { value: decode(text), faults: [] };
    drawResult(host, page, state, value, faults, (tables ?? converter) === undefined ? options : undefined);
  } catch (error) {
    if (!(error instanceof PercentEncodingError)) throw error;
    fill(
      host,
      fault(page, error, ...remedyButtons(state, error, text, page.setOption)),
      drawWithFaultsKept(text, options),
      native(text, undefined),
    );
  }
}

function drawResult(
  host: HTMLElement,
  page: Page,
  state: PageState,
  value: string,
  faults: readonly LineFault[],
  options: DecodeOptions | undefined,
): void {
  const { text } = state;
  const bytes = utf8(value);
  const report = options && faults.length === 0 ? percentDecodeReport(text, { ...options }) : undefined;
  const { issues = [], issueCount = 0 } = report ?? {};
  page.mark([
    ...faults.map(({ index, length }): Highlight => ({ index, length, kind: "danger" })),
    ...issues.map(({ index, length }): Highlight => ({ index, length, kind: "warning" })),
  ]);
  const again = report?.stillEncoded ?? /%[0-9A-Fa-f]{2}/.test(value);
  const notes: (string | Node)[] = [value === text ? "Decoding changed nothing." : measure(value, bytes)];
  if (report?.lossy) notes.push(badge("lossy", "Something was dropped or replaced."));
  if (again)
    notes.push(
      badge(
        "stillEncoded",
        "Escapes are left: the text was encoded more than once, or contains text that looks like an escape.",
      ),
    );
  page.announce(`Decoded: ${measure(value, bytes)}${issues.length > 0 ? `, ${formatCount(issueCount, "issue")}` : ""}`);
  const layers = button("See the layers", () => page.go({ mode: "explain", text, options: {} }));
  fill(
    host,
    result(page, { title: "Decoded", value, notes, file: "decoded.txt", actions: again ? [layers] : [] }),
    lineFaults(page, faults),
    issues.length > 0 &&
      h(
        "article",
        "card",
        h("h2", {}, `Accepted: ${formatCount(issueCount, "issue")}`),
        table(
          ["Issue", "Index", "Length", "Text", ""],
          issues.map(({ code, index, length }) => [
            toLabel(code),
            formatNumber(index),
            formatNumber(length),
            h("code", {}, drawIsolated(text.slice(index, index + Math.min(length, 24)))),
            showButton(page, index, length),
          ]),
        ),
      ),
    hexDump("Bytes of the result", bytes),
    native(text, value),
  );
}

function badge(name: string, meaning: string): HTMLElement {
  return h("span", {}, h("code", "badge other", name), ` ${meaning}`);
}

/** Draws the result with every fault kept. */
function drawWithFaultsKept(text: string, options: DecodeOptions): HTMLElement {
  const { malformed: _, invalidUtf8: __, ...others } = options;
  const { value, issueCount } = percentDecodeReport(text, others);
  return disclosure(
    "faults-kept",
    `Decoded with ${formatCount(issueCount, "fault")} kept`,
    () => [h("pre", "text", drawGrowing(value))],
    true,
  );
}

function native(text: string, ours: string | undefined): HTMLElement {
  return browserTable(ours, [
    callNative("decodeURIComponent(text)", () => decodeURIComponent(text)),
    callNative("decodeURI(text)", () => decodeURI(text)),
    callNative("unescape(text)", () => unescape(text)),
    callNative("new URLSearchParams('v=' + text).get('v')", () =>
      String(new URLSearchParams(`v=${text.replace(/&/g, "%26")}`).get("v")),
    ),
  ]);
}
