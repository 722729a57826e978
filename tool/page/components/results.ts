import { type PercentEncodingError, percentDecodeReport } from "percodec";
import { copyText } from "./clipboard.ts";
import { differingSpans } from "../app/difference.ts";
import type { Span } from "../../shared/text.ts";
import { growList } from "./growing-list.ts";
import { drawGrowing } from "./growing-text.ts";
import { append, card, button, formatCount, formatNumber, h, headingBar } from "./dom.ts";
import { countCharacters, formatHexDump, hexByte } from "../app/format.ts";
import type { LineFault } from "../app/lines.ts";
import { type Highlight, drawHighlights, toMarks } from "./highlights.ts";
import { announce } from "./notice.ts";
import type { Page } from "./page.ts";
import { drawCode, drawIsolated, hasInvisible } from "./invisible-characters.ts";

/** The number of rows of a table that are drawn at a time. */
const CHUNK_ROWS = 12;
const SHOWN_BYTES = 4096;

/**
 * Creates a button that copies a text and shows whether it worked; its width stays.
 *
 * @param text a function if it is only built for a copy
 * @param what what is copied, if the label does not say it
 */
export function copyButton(text: string | (() => string), label = "Copy", what?: string): HTMLButtonElement {
  const element = button(label, () => {
    void copyText(typeof text === "string" ? text : text()).then((done) => {
      element.textContent = done ? "Copied" : "Not copied";
      announce(done ? describeCopied(label, what) : "Not copied: the browser refused");
      element.classList.toggle("done", done);
      element.dispatchEvent(new CustomEvent("copied", { detail: done }));
      setTimeout(() => {
        element.textContent = label;
        element.classList.remove("done");
      }, 1500);
    });
  });
  element.classList.add("copies");
  element.dataset["label"] = label;
  if (what !== undefined) element.setAttribute("aria-label", `${label}: ${what}`);
  return element;
}

function describeCopied(label: string, what: string | undefined): string {
  const named = what ?? label.replace(/^Copy ?/, "");
  return named === "" ? "Copied to the clipboard" : `Copied to the clipboard: ${named}`;
}

interface ResultFeatures {
  readonly title: string;
  readonly value: string;
  readonly marks?: readonly Highlight[];
  /** Notes below the text. */
  readonly notes?: readonly (string | Node)[];
  readonly actions?: readonly Node[];
  /** The name of the file for Save. */
  readonly file?: string;
  /** Whether Ctrl+Enter copies the text. */
  readonly main?: boolean;
}

/** Draws a result: its text, its notes, and buttons to copy and save it. */
export function result(
  page: Page,
  { title, value, marks = [], notes = [], actions = [], file, main = true }: ResultFeatures,
): HTMLElement {
  const copy = copyButton(value);
  if (main) page.setCopy(copy);
  const allNotes = hasInvisible(value) ? [...notes, SIGNS] : notes;
  return card(
    headingBar(title, ...actions, file && saveButton(value, file), copy),
    h("pre.text", value === "" ? h("span.nothing", "an empty text") : drawGrowing(value, marks)),
    allNotes.length > 0 && h("p.notes", ...allNotes.map((note) => h("span", note))),
  );
}

const SIGNS = "Invisible characters are shown as signs; Copy copies the characters themselves.";

/** Creates a button that saves a text unchanged as a file. */
function saveButton(text: string, name: string): HTMLButtonElement {
  return button("Save", () => {
    const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    h("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  });
}

/** Returns `12 characters, 15 bytes of UTF-8`. */
export function measure(text: string, bytes: Uint8Array = utf8(text)): string {
  return `${formatCount(countCharacters(text), "character")}, ${formatCount(bytes.length, "byte")} of UTF-8`;
}

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** An error of the library, or one with its place, and the input that has this place. */
type Fault = Pick<PercentEncodingError, "code" | "index" | "length" | "message"> & {
  readonly field?: "text" | "other";
};

/** Draws an error of the library with its position and possible remedies. */
export function fault(page: Page, error: Fault, ...remedies: readonly Node[]): HTMLElement {
  page.setCopy(undefined);
  page.mark([{ index: error.index, length: Math.max(1, error.length), kind: "danger" }], error.field);
  page.announce(error.message);
  return h(
    "article.card.fault",
    headingBar(error.message, showButton(page, error.index, error.length, error.field)),
    h(
      "p.notes",
      h("span", h("code", error.code)),
      h("span", `index ${formatNumber(error.index)}`),
      h("span", `length ${formatNumber(error.length)}`),
    ),
    remedies.length > 0 && h("div.remedies", ...remedies),
  );
}

/** Draws the beginning of a part of a text. */
export function drawSpan(text: string, { index, length }: Span, most: number): HTMLElement {
  return drawCode(text.slice(index, index + Math.min(length, most)));
}

/** Creates a button that selects a part of an input. */
export function showButton(page: Page, index: number, length: number, field?: "text" | "other"): HTMLButtonElement {
  return button("Show", () => page.select(index, length, field));
}

/** Draws a table of the lines that could not be converted. */
export function lineFaults(page: Page, faults: readonly LineFault[]): HTMLElement | false {
  if (faults.length === 0) return false;
  const rows = faults
    .slice(0, 100)
    .map(({ number, index, length, error }) => [formatNumber(number), error.message, showButton(page, index, length)]);
  return tableCard(
    `${formatCount(faults.length, "line")} kept unchanged`,
    ["Line", "Why", ""],
    rows,
    faults.length > 100 && h("p.notes", h("span", `${formatNumber(faults.length - 100)} more`)),
  );
}

export type CellContent = string | Node | false | undefined;

/** The cells of a row, or a function that creates them when the row is drawn. */
type Row = readonly CellContent[] | (() => readonly CellContent[]);

/** Draws the headers of columns; one without a name is an empty cell. */
export function drawHeads(heads: readonly string[]): HTMLElement {
  const cells = heads.map((text) => (text === "" ? h("td") : h("th", { scope: "col" }, text)));
  return h("thead", h("tr", ...cells));
}

/** Draws a table; the first cell of each row is its header. */
export function table(heads: readonly string[], rows: readonly Row[], classes = ""): HTMLElement {
  // On a phone the column headers are hidden, so each cell shows its own if there are several.
  const showsHeads = heads.filter(Boolean).length > 2 && classes !== "native";
  const drawCell = (cell: CellContent, k: number): HTMLElement =>
    k === 0 ? h("th", { scope: "row" }, cell) : h("td", { "data-head": (showsHeads && heads[k]) || undefined }, cell);
  const body = h("tbody");
  const drawRow = (k: number): Node => {
    const row = rows[k]!;
    return h("tr", ...(typeof row === "function" ? row() : row).map(drawCell));
  };
  growList(body, rows.length, CHUNK_ROWS, drawRow, "tr");
  return h(
    "div.scroll",
    { tabindex: "0", role: "group", "aria-label": heads.filter(Boolean).join(", ") },
    h("table", { class: classes || (heads.length === 2 ? "named" : "") }, drawHeads(heads), body),
  );
}

export function tableCard(
  title: string | Node,
  heads: readonly string[],
  rows: readonly Row[],
  ...after: readonly (Node | false)[]
): HTMLElement {
  return card(title, table(heads, rows), ...after);
}

/** Whether each disclosure is open, which is kept while the text changes. */
const isOpenByKey = new Map<string, boolean>();

/** Draws a disclosure as a card. */
export function disclosure(key: string, title: string, build: () => readonly Node[], open = false): HTMLElement {
  const draw = (): readonly Node[] => [h("div.inside", ...build())];
  const element = fold("details.card", h("summary", h("span", title)), draw, isOpenByKey.get(key) ?? open);
  element.addEventListener("toggle", () => isOpenByKey.set(key, element.open));
  return element;
}

/** Creates a disclosure, whose content is built when it is opened for the first time. */
export function fold(
  selector: "details" | `details.${string}`,
  summary: HTMLElement,
  build: () => readonly Node[],
  open = false,
): HTMLDetailsElement {
  const element = h(selector, { open }, summary);
  const draw = (): void => {
    if (element.open && element.childNodes.length === 1) append(element, ...build());
  };
  element.addEventListener("toggle", draw);
  draw();
  return element;
}

/** Draws a hex dump of bytes, which may be the first part of `all`. */
export function hexDump(title: string, bytes: Uint8Array, all = bytes.length): HTMLElement {
  const some = all > bytes.length ? "the first " : "";
  return disclosure(title, `${title}: ${some}${formatNumber(bytes.length)}`, () => {
    const text = formatHexDump(bytes.subarray(0, SHOWN_BYTES));
    const more = bytes.length - SHOWN_BYTES;
    const compact = () => Array.from(bytes, hexByte).join(" ");
    return [
      headingBar(h("span", "Hexadecimal and ASCII"), copyButton(compact, "Copy hex")),
      h("pre.hex", { tabindex: "0", role: "group", "aria-label": "Bytes" }, text),
      ...(more > 0 ? [h("p.notes", h("span", `${formatNumber(more)} more bytes`))] : []),
    ];
  });
}

/** Draws the results of the browser's functions, with the differences from the library's result, or from its own one of each. */
export function browserTable(
  library: string | undefined,
  natives: readonly (ReturnType<typeof callNative> & { readonly ours?: string | undefined; readonly by?: string })[],
): HTMLElement {
  const rows = natives.map(({ call, value, error, ours = library, by = "percodec" }) => {
    const marks = ours === undefined || value === undefined ? [] : differingSpans(value, ours).a;
    const missing = value !== undefined && ours !== undefined && value !== ours && marks.length === 0;
    return [
      h("code", call),
      value === undefined
        ? h("span.refused", drawIsolated(error))
        : h("span.native", drawValue(value, marks), missing && " (lacks a part of our result)"),
      h(
        "span",
        `${by}: `,
        h("span", { class: value === ours ? "badge same" : "badge other" }, value === ours ? "same" : "differs"),
      ),
    ];
  });
  return card("This browser’s own functions", table(["Call", "Result", "Compared with"], rows, "native"));
}

const SHOWN_UNITS = 256;

/** Draws the beginning of a text, with the spans that differ from another one. */
export function drawValue(value: string, differing: readonly Span[]): HTMLElement {
  const marks = toMarks(differing, "differs");
  const shown = value === "" ? h("span.nothing", "an empty text") : drawHighlights(value.slice(0, SHOWN_UNITS), marks);
  return h("bdi", shown, value.length > SHOWN_UNITS && "…");
}

/** Calls a function of the browser, which may throw. */
export function callNative(call: string, run: () => string) {
  try {
    return { call, value: run(), error: undefined };
  } catch (error) {
    return { call, value: undefined, error: error instanceof Error ? `${error.name}: ${error.message}` : "refused" };
  }
}

/** A URL with a host: its delimiters and its escaped delimiters mean different things. */
const WHOLE_URL = /^\s*[a-z][a-z\d+.-]*:\/\/[^\s/]/i;

/** Returns whether decoding a text at once would mix up the parts of a URL. A text with a fault is not decoded at all. */
export function isWholeUrl(text: string): boolean {
  const isOne = WHOLE_URL.test(text) && text.includes("%") && !/[\r\n]/.test(text.trim());
  return isOne && percentDecodeReport(text).issueCount === 0;
}

/** Draws the warning above the result for a URL that was decoded at once. */
export function drawFlattened(unflatten: () => void): HTMLElement {
  return h(
    "article.card.fault.flattened",
    h("h2", "The result is not the same URL"),
    h("p", "Its escaped delimiters have become delimiters. Use it to read, not to open."),
    h("p.actions", button("Decode each part for itself", unflatten)),
  );
}
