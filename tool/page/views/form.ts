import type { Encoding } from "percodec/charset";
import { toJson } from "../../shared/literal.ts";
import { PercentEncodingError } from "percodec";
import { parseQuery } from "percodec/uri";
import { guessFaultCharsets } from "../../shared/remedies/fault-charsets.ts";
import { encodingFor, formEncodings } from "../app/charset-loader.ts";
import { article, button, fill, formatCount, formatNumber, h, headingBar } from "../components/dom.ts";
import {
  splitQuery,
  type FormPiece,
  findQuery,
  readCharsetField,
  readPiece,
  withName,
  withQuery,
  withValue,
  type WriteOptions,
  writeOptionsAfter,
  writePiece,
} from "../app/query-pairs.ts";
import { findLostCharacters } from "../app/losses.ts";
import { drawLost } from "../components/lost-characters.ts";
import type { Highlight } from "../components/highlights.ts";
import { type GrowingList, growList } from "../components/growing-list.ts";
import type { Draw, Page } from "../components/page.ts";
import { copyButton, fault, result } from "../components/results.ts";
import { examples } from "../components/view-examples.ts";
import { drawCode, hasInvisible, drawIsolated } from "../components/invisible-characters.ts";
import { type Options, readOption, withOption } from "../app/state.ts";
import { toLabel } from "../app/format.ts";
import { textArea } from "../components/view-field.ts";

const MAX_ROWS = 300;
/** The most issues of one pair that are named. */
const MAX_BADGES = 6;
/** The number of rows that are drawn at a time. */
const CHUNK_ROWS = 24;

export function view(host: HTMLElement, page: Page): Draw {
  return (state) => {
    if (state.text === "") return fill(host, examples(page, "form"));
    const charset = encodingFor(readOption(state, "encoding"), page.redraw);
    const charsetField = readOption(state, "charsetField") === "true" ? formEncodings(page.redraw) : undefined;
    if (charset === "loading" || charsetField === "loading")
      return fill(host, h("p", "waiting", "Loading the tables of the other encodings …"));
    const table = new FormTable(host, page, state.text, {
      rules: readOption(state, "rules") as "strict" | "whatwg",
      separator: readOption(state, "separator") as "&" | "&;",
      encoding: charset,
      charsetField,
      space: readOption(state, "space") as "auto" | "+" | "%20",
      inUtf8: withOption(state, "encoding", "UTF-8"),
    });
    table.draw();
  };
}

interface TableOptions {
  readonly rules: "strict" | "whatwg";
  readonly separator: "&" | "&;";
  readonly encoding: Encoding | undefined;
  /** The encodings that the pair `_charset_` may choose. */
  readonly charsetField: readonly Encoding[] | undefined;
  readonly space: "auto" | "+" | "%20";
  /** The options of the view without the encoding. */
  readonly inUtf8: Options;
}

/** A table of the pieces of a query; editing a cell changes the text. */
class FormTable {
  readonly #host: HTMLElement;
  readonly #page: Page;
  readonly #options: TableOptions;
  #text: string;
  readonly #head = h("div");
  readonly #rows = h("tbody");
  readonly #tail = h("div", "tail");
  #list: GrowingList | undefined;
  #raws: string[] = [];
  #separators: string[] = [];
  #pieces: FormPiece[] = [];
  /** What the pair `_charset_` contains. */
  #charsetName: string | undefined;
  #encoding: Encoding | undefined;
  #duplicates: ReadonlySet<string> = new Set();
  /** The names and values that were typed, by the labels of their fields; in the text a character that the encoding lacks is a reference. */
  readonly #typed = new Map<string, string>();
  /** The cell of each piece that is drawn, for its raw text and badges. */
  readonly #rawCells = new Map<number, HTMLElement>();

  constructor(host: HTMLElement, page: Page, text: string, options: TableOptions) {
    this.#host = host;
    this.#page = page;
    this.#options = options;
    this.#text = text;
  }

  draw(): void {
    const { query } = findQuery(this.#text);
    // The fields are drawn from the text again.
    this.#typed.clear();
    const { raws, separators } = splitQuery(query, this.#options.separator);
    this.#raws = raws;
    this.#separators = separators;
    this.#read();
    const head = ["", "Name", "Value", "Raw text", ""].map((text) =>
      text === "" ? h("td") : h("th", { attributes: { scope: "col" } }, text),
    );
    this.#rawCells.clear();
    fill(this.#rows);
    this.#list = growList(this.#rows, {
      count: Math.min(MAX_ROWS, this.#pieces.length),
      chunk: CHUNK_ROWS,
      end: h("tr"),
      draw: (k) => this.#row(k),
    });
    fill(
      this.#host,
      this.#head,
      article(
        "card",
        headingBar(
          "Pairs",
          button("Add a pair", () => this.#add()),
        ),
        this.#pieces.length === 0 && h("p", "notes", "No query yet: add a pair to create one."),
        this.#pieces.length > 0 && h("table", "pairs", h("thead", {}, h("tr", {}, ...head)), this.#rows),
        this.#pieces.length > MAX_ROWS &&
          h(
            "p",
            "notes",
            `${formatNumber(this.#pieces.length - MAX_ROWS)} more pairs are not shown; they stay unchanged.`,
          ),
      ),
      this.#tail,
    );
    this.#update();
  }

  #read(): void {
    let index = 0;
    const { rules, encoding, charsetField } = this.#options;
    const name = charsetField && readCharsetField(this.#raws);
    this.#charsetName = name;
    this.#encoding = (name !== undefined && charsetField?.find((one) => one.hasLabel(name))) || encoding;
    this.#pieces = this.#raws.map((raw) => {
      const piece = readPiece(raw, index, { rules, encoding: this.#encoding });
      index += raw.length + 1;
      return piece;
    });
    this.#duplicates = this.#findDuplicates();
  }

  /** Updates the raw texts, the counts, the result and the highlights in the input. */
  #update(): void {
    const { before } = findQuery(this.#text);
    const pairs = this.#pieces.filter(({ raw }) => raw !== "");
    const empty = this.#pieces.length - pairs.length;
    const issues = pairs.flatMap((piece) => piece.issues);
    const duplicates = this.#duplicates;
    const counts = [
      formatCount(pairs.length, "pair"),
      duplicates.size > 0 && formatCount(duplicates.size, "duplicate name"),
      empty > 0 && formatCount(empty, "empty pair"),
      issues.length > 0 && formatCount(issues.length, "issue"),
    ].filter((part) => part !== false);
    const shift = before.length;
    const { rules, separator, encoding, charsetField } = this.#options;
    const strict = rules === "strict";
    let refused: HTMLElement | undefined;
    if (strict || charsetField) {
      try {
        parseQuery(this.#text, { rules, separator, charsetField, ...(encoding && { encoding }) });
      } catch (error) {
        if (!(error instanceof PercentEncodingError)) throw error;
        const { code, index, length, message } = error;
        refused = fault(
          this.#page,
          { code, message, index, length },
          ...(code === "charset-refused"
            ? [
                h(
                  "span",
                  {},
                  "The value of _charset_ is not the name of an encoding for forms; the pairs are read without it.",
                ),
              ]
            : [
                ...(code === "invalid-utf8" ? guessFaultCharsets(this.#text, index) : []).map((name) =>
                  button(`read it as ${name}`, () => this.#page.setOption("encoding", name)),
                ),
                h("span", {}, "A strict parser refuses the whole form; the URL Standard accepts it:"),
                button("use the rules of the URL Standard", () => this.#page.setOption("rules", "whatwg")),
              ]),
        );
      }
    }
    this.#page.mark(
      issues.map(({ index, length }): Highlight => ({
        index: index + shift,
        length,
        kind: strict ? "danger" : "warning",
      })),
    );
    this.#page.announce(counts.join(", "));
    fill(this.#head, h("p", "counts", ...counts.map((part) => h("span", {}, part))), refused, this.#drawLost());
    const json = () =>
      toJson(
        pairs.map(({ name, value }) => [name, value]),
        1,
      );
    fill(
      this.#tail,
      result(this.#page, { title: "Result", value: this.#text, actions: [copyButton(json, "Copy as JSON")] }),
    );
  }

  /** Draws which typed characters became references, because the encoding lacks them. */
  #drawLost(): HTMLElement | false {
    const encoding = this.#encoding;
    if (encoding === undefined) return false;
    return drawLost(
      findLostCharacters([...this.#typed.values()], encoding),
      encoding.name,
      button("Write the whole form in UTF-8", () => this.#writeInUtf8()),
    );
  }

  /** Writes the names and values that the fields show in UTF-8. */
  #writeInUtf8(): void {
    this.#raws = this.#pieces.map(({ raw, name, value, hasValue }, k) => {
      if (raw === "") return raw;
      const [typedName, typedValue] = [this.#typed.get(nameLabel(k)), this.#typed.get(valueLabel(k))];
      const isCharset = this.#charsetName !== undefined && name.toLowerCase() === "_charset_";
      const content = isCharset ? "UTF-8" : (typedValue ?? value);
      return writePiece(typedName ?? name, content, hasValue, { ...this.#writing(), encoding: undefined });
    });
    this.#page.go({ mode: "form", text: this.#join(), options: this.#options.inUtf8 });
  }

  /** Returns how a changed pair is written. */
  #writing(): WriteOptions {
    const [{ space }, encoding] = [this.#options, this.#encoding];
    return {
      ...writeOptionsAfter(findQuery(this.#text).before),
      ...(space !== "auto" && { space }),
      ...(encoding && { encoding }),
    };
  }

  /** Finds the names that are used more than once. */
  #findDuplicates(): ReadonlySet<string> {
    const seen = new Set<string>();
    const twice = new Set<string>();
    for (const { raw, name } of this.#pieces) {
      if (raw === "") continue;
      if (seen.has(name)) twice.add(name);
      seen.add(name);
    }
    return twice;
  }

  #row(k: number): HTMLTableRowElement {
    const piece = this.#pieces[k]!;
    const row = h("tr");
    const number = h("td", "number", String(k + 1));
    const remove = button("Remove", () => this.#remove(k), "quiet");
    remove.setAttribute("aria-label", `Remove pair ${k + 1}`);
    if (piece.raw === "") {
      row.classList.add("no-pair");
      fill(
        row,
        number,
        h(
          "td",
          { attributes: { colspan: 3 } },
          h("span", "nothing", "an empty pair: && or a separator at the start or end"),
        ),
        h("td", {}, remove),
      );
      return row;
    }
    const written = h("td", "written");
    this.#rawCells.set(k, written);
    this.#drawRaw(k, written);
    const field = (value: string, label: string, write: typeof withName): HTMLElement =>
      textArea(value, label, (typed) => {
        this.#typed.set(label, typed);
        this.#edit(k, write(this.#pieces[k]!, typed, this.#writing()), label);
      });
    const name = field(piece.name, nameLabel(k), withName);
    const value = field(piece.value, valueLabel(k), withValue);
    fill(row, number, h("td", {}, name), h("td", {}, value), written, h("td", {}, remove));
    return row;
  }

  #drawRaw(k: number, cell: HTMLElement): void {
    const { raw, name, value, hasValue, issues } = this.#pieces[k]!;
    const isTwice = this.#duplicates.has(name);
    fill(
      cell,
      drawCode(raw.slice(0, 256)),
      isTwice && h("span", "badge info", "duplicate"),
      !hasValue && h("span", "badge info", "no ="),
      name === "" && h("span", "badge other", "empty name"),
      ...issues.slice(0, MAX_BADGES).map(({ code }) => h("span", "badge danger", toLabel(code))),
      issues.length > MAX_BADGES && h("span", "badge danger", `${formatNumber(issues.length - MAX_BADGES)} more`),
      hasInvisible(name + value) && h("span", "decoded", "decoded: ", drawIsolated(`${name} = ${value}`.slice(0, 256))),
    );
  }

  #edit(k: number, raw: string, field: string): void {
    this.#raws[k] = raw;
    this.#write(field);
    const before = this.#charsetName;
    this.#read();
    // All other values are read in another encoding.
    if (this.#charsetName !== before) return this.#page.redraw();
    for (const [row, cell] of this.#rawCells) this.#drawRaw(row, cell);
    this.#update();
  }

  #write(field?: string): void {
    this.#text = this.#join();
    this.#page.setText(this.#text, field);
  }

  /** Returns the text with the pieces as they are now. */
  #join(): string {
    const last = this.#raws.length - 1;
    const query = this.#raws.map((raw, k) => raw + (k < last ? (this.#separators[k] ?? "&") : "")).join("");
    return withQuery(findQuery(this.#text), query);
  }

  #remove(k: number): void {
    this.#raws.splice(k, 1);
    this.#separators.splice(Math.max(0, k - 1), 1);
    this.#write();
    this.draw();
    this.#list?.drawTo(k + 1);
    const buttons = this.#host.querySelectorAll<HTMLElement>(".pairs .quiet");
    (buttons[Math.min(k, buttons.length - 1)] ?? this.#host.querySelector<HTMLElement>(".button"))?.focus();
  }

  #add(): void {
    const place = findQuery(this.#text);
    this.#text = withQuery(place, `${place.query}${place.query === "" ? "" : "&"}name=`);
    this.#page.setText(this.#text);
    this.draw();
    this.#list?.drawTo(MAX_ROWS);
    const fields = this.#host.querySelectorAll<HTMLTextAreaElement>(".pairs textarea");
    const field = fields[fields.length - 2];
    field?.focus();
    field?.select();
  }
}

function nameLabel(k: number): string {
  return `Name ${k + 1}`;
}

function valueLabel(k: number): string {
  return `Value ${k + 1}`;
}
