import { escapeInvisible } from "percodec/inspect";
import type { Sink, Style } from "../io/sink.ts";

/** A cell: its text, and its style on a terminal. */
export type Cell = string | readonly [text: string, style: Style];

/** Rows under heads; the last column has no fixed width. */
export interface Table {
  /** The line above the table; an empty line follows a table with a title. */
  readonly title?: string | undefined;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** The lines below the table. */
  readonly notes?: readonly string[] | undefined;
}

/** The most UTF-16 units that a cell shows of an input. */
const SHOWN_UNITS = 24;

/** Returns the beginning of an input for a cell. */
export function shorten(text: string): string {
  return text.length > SHOWN_UNITS ? `${text.slice(0, SHOWN_UNITS).replace(/[\ud800-\udbff]$/, "")}…` : text;
}

/** The maximum width of a column, except the last. */
const MAX_COLUMN_WIDTH = 40;

/** Writes a table, with line ends and invisible characters as escapes. */
export function writeTable(sink: Sink, { title, heads, rows, notes = [] }: Table): void {
  if (title !== undefined) sink.writeText(`${escapeInvisible(title)}\n`, "strong");
  const shown = [heads.map((head) => showCell([head, "dim"])), ...rows.map((row) => row.map(showCell))];
  const widths = heads.map((_, k) => {
    let widest = 0;
    for (const row of shown) widest = Math.max(widest, row[k]?.width ?? 0);
    return Math.min(MAX_COLUMN_WIDTH, widest);
  });
  for (const row of shown) writeRow(sink, row, widths);
  for (const note of notes) sink.writeText(`${escapeInvisible(note)}\n`, "dim");
  if (title !== undefined) sink.writeText("\n");
}

type Shown = ReturnType<typeof showCell>;

/** Returns the text of a cell as it is shown, and the columns that it takes on a terminal. */
function showCell(cell: Cell) {
  const [written, style] = typeof cell === "string" ? [cell, undefined] : cell;
  const text = escapeInvisible(written);
  return { text, width: displayWidth(text), style };
}

/** Writes a row; its last cell has no fixed width. */
function writeRow(sink: Sink, row: readonly Shown[], widths: readonly number[]): void {
  for (const [k, { text, width, style }] of row.entries()) {
    sink.writeText(text, style);
    sink.writeText(k === row.length - 1 ? "\n" : `${" ".repeat(Math.max(0, (widths[k] ?? 0) - width))}  `);
  }
}

/** Characters that take two columns of a terminal (https://www.unicode.org/reports/tr11/). */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu;
/** Characters that take no column. */
const MARK = /\p{Mn}|\p{Me}/gu;

/** Counts the columns that a text takes on a terminal. */
function displayWidth(text: string): number {
  if (!/[^ -~]/.test(text)) return text.length;
  const bare = text.replace(MARK, "");
  return Array.from(bare).length + (bare.match(WIDE)?.length ?? 0);
}
