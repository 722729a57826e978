import type { PercentEncodingError } from "../../src/index.ts";
import { copyText } from "./clipboard.ts";
import { differingSpans } from "../app/difference.ts";
import { append, button, count, figure, fill, h } from "./dom.ts";
import { hexRows } from "../app/hex.ts";
import type { LineFault } from "../app/lines.ts";
import { type Highlight, drawHighlights } from "./highlights.ts";
import { findMode, type ModeName } from "../app/modes.ts";
import type { Page } from "./page.ts";
import { hidesSomething, isolated } from "./invisible-characters.ts";

/** How much of a text is drawn; copying and saving take all of it. Signs of 16 Ki units took half a second. */
export const SHOWN_UNITS = 8192;
const SHOWN_BYTES = 4096;

/** A button that copies a text, and says so where it stands. */
export function copyButton(text: () => string, label = "Copy"): HTMLButtonElement {
  const element = button(label, () => {
    void copyText(text()).then((done) => {
      element.textContent = done ? "Copied" : "Not copied";
      element.classList.toggle("done", done);
      setTimeout(() => {
        element.textContent = label;
        element.classList.remove("done");
      }, 1500);
    });
  });
  return element;
}

interface ResultFeatures {
  readonly title: string;
  readonly value: string;
  readonly marks?: readonly Highlight[];
  /** What is said under it. */
  readonly notes?: readonly (string | Node)[];
  readonly actions?: readonly Node[];
  /** How the file is called that it is saved as. */
  readonly file?: string;
  /** Whether Ctrl+Enter copies it. */
  readonly main?: boolean;
}

/** A result: its text, what is said of it, and the buttons that copy and save it. */
export function result(
  page: Page,
  { title, value, marks = [], notes = [], actions = [], file, main = true }: ResultFeatures,
): HTMLElement {
  const cut = value.length > SHOWN_UNITS;
  const text = cut ? value.slice(0, SHOWN_UNITS) : value;
  const copy = copyButton(() => value);
  if (main) page.setCopy(() => copy.click());
  const said: (string | Node)[] = [...notes];
  if (cut) said.push(`${figure(value.length - SHOWN_UNITS)} more units are not drawn; Copy takes all.`);
  if (hidesSomething(text))
    said.push("Characters that cannot be seen are drawn as signs; Copy takes them as they are.");
  return h(
    "article",
    "card",
    h("div", "bar", h("h2", {}, title), h("span", "actions", ...actions, file && saveButton(value, file), copy)),
    h("pre", "text", h("bdi", {}, value === "" ? h("span", "nothing", "an empty text") : drawHighlights(text, marks))),
    said.length > 0 && h("p", "notes", ...said.map((note) => h("span", {}, note))),
  );
}

/** Saves a text as a file; its line ends and unseen characters are kept. */
function saveButton(text: string, name: string): HTMLButtonElement {
  return button(
    "Save",
    () => {
      const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
      const link = h("a", { attributes: { href: address, download: name } });
      link.click();
      setTimeout(() => URL.revokeObjectURL(address), 10_000);
    },
    "button",
  );
}

/** `12 characters, 15 bytes`. */
export function measure(text: string, bytes: Uint8Array = utf8(text)): string {
  let characters = 0;
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) !== 0xdc00 || i === 0) characters++;
  return `${count(characters, "character")}, ${count(bytes.length, "byte")} of UTF-8`;
}

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** A fault as the library says it, with its place, and what could be done about it. */
export function fault(
  page: Page,
  error: Pick<PercentEncodingError, "code" | "index" | "length" | "message">,
  ...remedies: readonly Node[]
): HTMLElement {
  page.setCopy(undefined);
  page.mark([{ index: error.index, length: Math.max(1, error.length), kind: "danger" }]);
  page.say(error.message);
  return h(
    "article",
    "card fault",
    h("div", "bar", h("h2", {}, error.message), h("span", "actions", showButton(page, error.index, error.length))),
    h(
      "p",
      "notes",
      h("span", {}, h("code", {}, error.code)),
      h("span", {}, `index ${figure(error.index)}`),
      h("span", {}, `length ${figure(error.length)}`),
    ),
    remedies.length > 0 && h("div", "remedies", ...remedies),
  );
}

/** Goes to a place of the input. */
export function showButton(page: Page, index: number, length: number): HTMLButtonElement {
  return button("Show", () => page.select(index, length));
}

/** What happened to single lines. */
export function lineFaults(page: Page, faults: readonly LineFault[]): HTMLElement | false {
  if (faults.length === 0) return false;
  const rows = faults
    .slice(0, 100)
    .map(({ number, index, length, error }) => [figure(number), error.message, showButton(page, index, length)]);
  return h(
    "article",
    "card",
    h("h2", {}, `${count(faults.length, "line")} kept as written`),
    table(["Line", "Why", ""], rows),
    faults.length > 100 && h("p", "notes", h("span", {}, `${figure(faults.length - 100)} more`)),
  );
}

export type Cellish = string | Node | false | undefined;

/** A table; the first cell of each row is its head. */
export function table(heads: readonly string[], rows: readonly (readonly Cellish[])[], classes = ""): HTMLElement {
  const head = h(
    "tr",
    {},
    ...heads.map((text) => (text === "" ? h("td") : h("th", { attributes: { scope: "col" } }, text))),
  );
  // On a phone a row has no head above it: its cells say what they are, where there are several.
  const says = heads.filter(Boolean).length > 2 && classes !== "given";
  const drawCell = (cell: Cellish, k: number): HTMLElement =>
    k === 0
      ? h("th", { attributes: { scope: "row" } }, cell)
      : h("td", { attributes: { "data-head": (says && heads[k]) || undefined } }, cell);
  const body = rows.map((cells) => h("tr", {}, ...cells.map(drawCell)));
  return h(
    "div",
    { class: "scroll", attributes: { tabindex: "0", role: "group", "aria-label": heads.filter(Boolean).join(", ") } },
    h("table", classes, h("thead", {}, head), h("tbody", {}, ...body)),
  );
}

/** Which disclosures were opened; they stay so while texts change. */
const opened = new Map<string, boolean>();

/** Something that is drawn only where it is opened. */
export function disclosure(key: string, title: string, build: () => readonly Node[], open = false): HTMLElement {
  const body = h("div", "inside");
  const element = h("details", "card", h("summary", {}, h("span", {}, title)), body);
  const draw = (): void => {
    if (element.open && body.childNodes.length === 0) fill(body, ...build());
  };
  element.open = opened.get(key) ?? open;
  draw();
  element.addEventListener("toggle", () => {
    opened.set(key, element.open);
    draw();
  });
  return element;
}

/** Bytes, or the first of all, as a dump. */
export function hexDump(title: string, bytes: Uint8Array, all = bytes.length): HTMLElement {
  const some = all > bytes.length ? "the first " : "";
  return disclosure(title, `${title}: ${some}${figure(bytes.length)}`, () => {
    const rows = hexRows(bytes.subarray(0, SHOWN_BYTES));
    const text = rows.map(({ offset, bytes: hex, ascii }) => `${offset}  ${hex.padEnd(47)}  ${ascii}`).join("\n");
    const more = bytes.length - SHOWN_BYTES;
    const compact = () =>
      Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"))
        .join(" ")
        .toUpperCase();
    return [
      h(
        "div",
        "bar",
        h("span", {}, "In hexadecimal, with ASCII beside it"),
        h("span", "actions", copyButton(compact, "Copy hex")),
      ),
      h("pre", { class: "hex", attributes: { tabindex: "0", role: "group", "aria-label": "Bytes" } }, text),
      ...(more > 0 ? [h("p", "notes", h("span", {}, `${figure(more)} more bytes`))] : []),
    ];
  });
}

/** What a function of the browser gives. */
export type Given = { readonly call: string } & (
  { readonly value: string; readonly error?: undefined } | { readonly value?: undefined; readonly error: string }
);

/** What this browser's own functions give, beside ours; what differs is highlighted. */
export function browserTable(ours: string | undefined, given: readonly Given[]): HTMLElement {
  const rows = given.map(({ call, value, error }) => {
    if (value === undefined)
      return [h("code", {}, call), h("span", "refused", isolated(error)), verdict(ours === undefined)];
    const marks =
      ours === undefined ? [] : differingSpans(value, ours).a.map((span): Highlight => ({ ...span, kind: "differs" }));
    const missing = ours !== undefined && value !== ours && marks.length === 0 ? " (and lacks what ours has)" : "";
    return [
      h("code", {}, call),
      h(
        "span",
        "given",
        h(
          "bdi",
          {},
          value === "" ? h("span", "nothing", "an empty text") : drawHighlights(value.slice(0, 512), marks),
          value.length > 512 && "…",
        ),
        missing,
      ),
      verdict(value === ours),
    ];
  });
  return h(
    "article",
    "card",
    h("h2", {}, "This browser’s own functions"),
    table(["Call", "Gives", "Beside ours"], rows, "given"),
  );
}

function verdict(same: boolean): HTMLElement {
  return h("span", same ? "badge same" : "badge other", same ? "same" : "differs");
}

/** Calls a function of the browser, which may throw. */
export function asks(call: string, ask: () => string): Given {
  try {
    return { call, value: ask() };
  } catch (error) {
    return { call, error: error instanceof Error ? `${error.name}: ${error.message}` : "refused" };
  }
}

/** What a view without a text offers. */
export function examples(page: Page, mode: ModeName): HTMLElement {
  page.setCopy(undefined);
  const row = findMode(mode);
  const list = row.examples.map(({ text, other, shows, options = {} }) => {
    const open = button("", () => page.go({ mode, text, other: other ?? "", options }), "example");
    append(open, h("code", {}, other === undefined ? text : `${text}\n${other}`), h("span", {}, shows));
    return h("li", {}, open);
  });
  return h(
    "div",
    "empty",
    h("h2", {}, "Nothing to show yet"),
    h("p", {}, "Type or paste above, drop a file anywhere, or begin with one of these:"),
    h("ul", "examples", ...list),
  );
}
