import type { Encoding } from "percodec/charset";
import { groupBy } from "../../shared/group-by.ts";
import { toJson } from "../../shared/literal.ts";
import { PercentEncodingError } from "percodec";
import { orRefusal } from "../../shared/unless-refused.ts";
import { parseQuery } from "percodec/uri";
import { guessFaultCharsets } from "../../shared/remedies/fault-charsets.ts";
import { encodingFor, formEncodings } from "../app/charset-loader.ts";
import { card, button, fill, formatCount, formatNumber, h, headingBar } from "../components/dom.ts";
import {
  type FormPiece,
  findQuery,
  QueryEdit,
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
import { type GrowingList, growList } from "../components/growing-list.ts";
import { createView, type Page } from "../components/page.ts";
import { copyButton, drawHeads, fault, result } from "../components/results.ts";
import { drawCode, hasInvisible, drawIsolated } from "../components/invisible-characters.ts";
import { type PageState, readOption, withOption } from "../app/state.ts";
import { toLabel } from "../app/format.ts";
import { textArea } from "../components/view-field.ts";

const MAX_ROWS = 300;
/** The most issues of one pair that are named. */
const MAX_BADGES = 6;
/** The number of rows that are drawn at a time. */
const CHUNK_ROWS = 24;

export const view = createView((host, page, state) => {
  const charset = encodingFor(readOption(state, "encoding"), page.redraw);
  const charsetField = readOption(state, "charsetField") === "true" ? formEncodings(page.redraw) : undefined;
  if (charset === "loading" || charsetField === "loading")
    return fill(host, h("p.waiting", "Loading the tables of the other encodings …"));
  drawForm(host, page, state, charset, charsetField);
});

/**
 * Draws the pieces of a query as a table; editing a cell changes the text.
 *
 * @param charsetField the encodings that the pair `_charset_` may choose
 */
function drawForm(
  host: HTMLElement,
  page: Page,
  state: PageState,
  charset: Encoding | undefined,
  charsetField: readonly Encoding[] | undefined,
): void {
  const rules = readOption(state, "rules") as "strict" | "whatwg";
  const separator = readOption(state, "separator") as "&" | "&;";
  const space = readOption(state, "space") as "auto" | "+" | "%20";
  const isStrict = rules === "strict";
  let { text } = state;
  const head = h("div");
  const rows = h("tbody");
  const tail = h("div.tail");
  let list: GrowingList;
  let place = findQuery(text);
  let query = new QueryEdit(place, separator);
  let pieces: readonly FormPiece[] = [];
  /** What the pair `_charset_` contains. */
  let charsetName: string | undefined;
  let encoding: Encoding | undefined;
  /** The names that are used more than once. */
  let duplicates: ReadonlySet<string>;
  /** The names and values that were typed, by the labels of their fields; in the text a character that the encoding lacks is a reference. */
  const typed = new Map<string, string>();
  /** The cell of each piece that is drawn, for its raw text and badges. */
  const rawCells = new Map<number, HTMLElement>();
  draw();

  function draw(): void {
    // The fields are drawn from the text again.
    typed.clear();
    place = findQuery(text);
    query = new QueryEdit(place, separator);
    read();
    rawCells.clear();
    fill(rows);
    const count = Math.min(MAX_ROWS, pieces.length);
    list = growList(rows, count, CHUNK_ROWS, drawRow, "tr");
    const more = pieces.length - MAX_ROWS;
    fill(
      host,
      head,
      card(
        headingBar("Pairs", button("Add a pair", add)),
        pieces.length === 0 && h("p.notes", "No query yet: add a pair to create one."),
        pieces.length > 0 && h("table.pairs", drawHeads(["", "Name", "Value", "Raw text", ""]), rows),
        more > 0 && h("p.notes", `${formatNumber(more)} more pairs are not shown; they stay unchanged.`),
      ),
      tail,
    );
    update();
  }

  function read(): void {
    let index = 0;
    const name = charsetField && readCharsetField(query.raws);
    charsetName = name;
    encoding = (name !== undefined && charsetField?.find((one) => one.hasLabel(name))) || charset;
    pieces = query.raws.map((raw) => {
      const piece = readPiece(raw, index, { rules, encoding });
      index += raw.length + 1;
      return piece;
    });
    const pairs = pieces.filter(({ raw }) => raw !== "");
    const byName = groupBy(pairs, (pair) => pair.name);
    duplicates = new Set([...byName].flatMap(([own, group]) => (group.length > 1 ? [own] : [])));
  }

  /** Updates the raw texts, the counts, the result and the highlights in the input. */
  function update(): void {
    const pairs = pieces.filter(({ raw }) => raw !== "");
    const empty = pieces.length - pairs.length;
    const issues = pairs.flatMap((piece) => piece.issues);
    const counts = [
      formatCount(pairs.length, "pair"),
      duplicates.size > 0 && formatCount(duplicates.size, "duplicate name"),
      empty > 0 && formatCount(empty, "empty pair"),
      issues.length > 0 && formatCount(issues.length, "issue"),
    ].filter((part) => part !== false);
    const refused = isStrict || charsetField ? drawRefused() : undefined;
    page.mark(
      issues.map(({ index, length }) => ({
        index: index + place.before.length,
        length,
        kind: isStrict ? "danger" : "warning",
      })),
    );
    page.announce(counts.join(", "));
    const lost =
      encoding !== undefined &&
      drawLost(
        findLostCharacters([...typed.values()], encoding),
        encoding.name,
        button("Write the whole form in UTF-8", writeInUtf8),
      );
    fill(head, h("p.counts", ...counts.map((part) => h("span", part))), refused, lost);
    const values = pairs.map(({ name, value }) => [name, value]);
    const actions = [copyButton(() => toJson(values, 1), "Copy as JSON")];
    fill(tail, result(page, { title: "Result", value: text, actions }));
  }

  /** Draws why a parser with the chosen rules refuses the whole form, if it does. */
  function drawRefused(): HTMLElement | undefined {
    const error = orRefusal(() =>
      parseQuery(text, { rules, separator, charsetField, ...(charset && { encoding: charset }) }),
    );
    if (!(error instanceof PercentEncodingError)) return undefined;
    if (error.code === "charset-refused") return fault(page, error, h("span", CHARSET_REFUSED));
    const names = error.code === "invalid-utf8" ? guessFaultCharsets(text, error.index) : [];
    return fault(
      page,
      error,
      ...names.map((name) => button(`read it as ${name}`, () => page.setOption("encoding", name))),
      h("span", "A strict parser refuses the whole form; the URL Standard accepts it:"),
      button("use the rules of the URL Standard", () => page.setOption("rules", "whatwg")),
    );
  }

  /** Writes the names and values that the fields show in UTF-8. */
  function writeInUtf8(): void {
    for (const [k, { raw, name, value, hasValue }] of pieces.entries()) {
      if (raw === "") continue;
      const [typedName, typedValue] = [typed.get(nameLabel(k)), typed.get(valueLabel(k))];
      const isCharset = charsetName !== undefined && name.toLowerCase() === "_charset_";
      const content = isCharset ? "UTF-8" : (typedValue ?? value);
      query.raws[k] = writePiece(typedName ?? name, content, hasValue, { ...writing(), encoding: undefined });
    }
    page.go({ mode: "form", text: withQuery(place, query.query), options: withOption(state, "encoding", "UTF-8") });
  }

  /** Returns how a changed pair is written. */
  function writing(): WriteOptions {
    return {
      ...writeOptionsAfter(place.before),
      ...(space !== "auto" && { space }),
      ...(encoding && { encoding }),
    };
  }

  function drawRow(k: number): HTMLTableRowElement {
    const piece = pieces[k]!;
    const number = h("td.number", String(k + 1));
    const removing = button("Remove", () => remove(k), { class: "quiet", "aria-label": `Remove pair ${k + 1}` });
    if (piece.raw === "") {
      const words = h("span.nothing", "an empty pair: && or a separator at the start or end");
      return h("tr.no-pair", number, h("td", { colspan: 3 }, words), h("td", removing));
    }
    const written = h("td.written");
    rawCells.set(k, written);
    drawRaw(k, written);
    const field = (value: string, label: string, change: typeof withValue): HTMLElement =>
      textArea(value, label, (next) => {
        typed.set(label, next);
        edit(k, change(pieces[k]!, next, writing()), label);
      });
    const name = field(piece.name, nameLabel(k), withName);
    const value = field(piece.value, valueLabel(k), withValue);
    return h("tr", number, h("td", name), h("td", value), written, h("td", removing));
  }

  function drawRaw(k: number, cell: HTMLElement): void {
    const { raw, name, value, hasValue, issues } = pieces[k]!;
    fill(
      cell,
      drawCode(raw.slice(0, 256)),
      duplicates.has(name) && h("span.badge.info", "duplicate"),
      !hasValue && h("span.badge.info", "no ="),
      name === "" && h("span.badge.other", "empty name"),
      ...issues.slice(0, MAX_BADGES).map(({ code }) => h("span.badge.danger", toLabel(code))),
      issues.length > MAX_BADGES && h("span.badge.danger", `${formatNumber(issues.length - MAX_BADGES)} more`),
      hasInvisible(name + value) && h("span.decoded", "decoded: ", drawIsolated(`${name} = ${value}`.slice(0, 256))),
    );
  }

  function edit(k: number, raw: string, field: string): void {
    query.raws[k] = raw;
    write(field);
    const before = charsetName;
    read();
    // All other values are read in another encoding.
    if (charsetName !== before) return page.redraw();
    for (const [row, cell] of rawCells) drawRaw(row, cell);
    update();
  }

  /** Sets the text with the pieces as they are now. */
  function write(field?: string): void {
    text = withQuery(place, query.query);
    page.setText(text, field);
  }

  function remove(k: number): void {
    query.removePiece(k);
    write();
    draw();
    list.drawTo(k + 1);
    const buttons = host.querySelectorAll<HTMLElement>(".pairs .quiet");
    (buttons[Math.min(k, buttons.length - 1)] ?? host.querySelector<HTMLElement>(".button"))?.focus();
  }

  function add(): void {
    query.add("name=");
    write();
    draw();
    list.drawTo(MAX_ROWS);
    const fields = host.querySelectorAll<HTMLTextAreaElement>(".pairs textarea");
    const field = fields[fields.length - 2];
    field?.focus();
    field?.select();
  }
}

const CHARSET_REFUSED =
  "The value of _charset_ is not the name of an encoding for forms; the pairs are read without it.";

function nameLabel(k: number): string {
  return `Name ${k + 1}`;
}

function valueLabel(k: number): string {
  return `Value ${k + 1}`;
}
