import { cleanUri } from "percodec/uri";
import { CsvFraming } from "../files/csv-framing.ts";
import { quotePosix } from "../literal.ts";
import { COMMA, TAB } from "../text.ts";
import { unlessRefused } from "../unless-refused.ts";
import { findUrls } from "./find-links.ts";

/** A CSV or TSV, and the command that changes its column of links, or else of escapes. */
export interface Table {
  readonly format: "csv" | "tsv";
  /** The number of fields in each record. */
  readonly fields: number;
  /** The number of the column, from 1. */
  readonly column: number;
  /** What is done with the column: links are cleaned, and other escapes decoded. */
  readonly operation: "clean" | "decode";
  /** Whether this changes one of the first records. */
  readonly isChanging: boolean;
  /** The options of `percodec records`. */
  readonly options: readonly string[];
}

const MOST_RECORDS = 100;
const ESCAPE = /%[\da-f]{2}/i;

/**
 * Recognizes CSV and TSV (https://www.rfc-editor.org/rfc/rfc4180): two records or more with the same number of fields, and a column of links
 * or escapes. Lines that each begin with a URL are a table only with a header or quotation marks.
 *
 * @param isCut whether the bytes are only the beginning of the input
 */
export function findTable(bytes: Uint8Array, isCut = false): Table | undefined {
  return readTable(bytes, isCut, "tsv", TAB) ?? readTable(bytes, isCut, "csv", COMMA);
}

function readTable(bytes: Uint8Array, isCut: boolean, format: Table["format"], separator: number): Table | undefined {
  const rows = readRows(bytes, isCut, separator);
  const [first = []] = rows;
  if (rows.length < 2 || first.length < 2 || rows.some((row) => row.length !== first.length)) return undefined;
  const findColumn = (has: (field: string) => boolean): number => {
    const counts = first.map((_, column) => rows.filter((row) => has(row[column]!)).length);
    const most = Math.max(...counts);
    return most * 2 >= rows.length ? counts.indexOf(most) : -1;
  };
  const links = findColumn(isLink);
  const column = links >= 0 ? links : findColumn((field) => ESCAPE.test(field));
  if (column < 0) return undefined;
  const isQuoted = rows.some((row) => row.some((field) => field.startsWith('"')));
  const hasHeader = !first.some((field) => isLink(field) || ESCAPE.test(field));
  if (format === "csv" && column === 0 && !isQuoted && !hasHeader) return undefined;
  const operation = links >= 0 ? "clean" : "decode";
  const name = first[column]!;
  // `--field` takes a name unescaped, and tries it before a number.
  const isName = hasHeader && /^[^"\\*]+$/.test(name) && first.indexOf(name) === first.lastIndexOf(name);
  const quotes = format === "tsv" && isQuoted ? ["--escapes", "quotes"] : [];
  const field = isName ? ["--header", `--field=${name}`] : ["--field", `${column + 1}`];
  const options = ["--format", format, ...quotes, ...field, "--op", operation, "--out", "*", "--bad", "keep"];
  const isChanging = links < 0 || rows.some((row) => isCleanable(row[column]!));
  return { format, fields: first.length, column: column + 1, operation, isChanging, options };
}

/** Writes the command over a file, for a shell. */
export function writeCommand({ options }: Table, file: string): string {
  const words = [...options, `--file=${file}`];
  return `percodec records ${words.map((word) => (/^[\w./=-]+$/.test(word) ? word : quotePosix(word))).join(" ")}`;
}

/** Reads the fields of the first records as they are written; none of wrong quotation marks. */
function readRows(bytes: Uint8Array, isCut: boolean, separator: number): readonly string[][] {
  const framing = new CsvFraming(bytes.length, separator);
  const decoder = new TextDecoder();
  const rows: string[][] = [];
  for (let from = bytes[0] === 0xef ? 3 : 0; from < bytes.length && rows.length < MOST_RECORDS;) {
    let end = framing.end(bytes, from, from, bytes.length);
    if (end < 0 && isCut) break;
    const next = end < 0 ? bytes.length : framing.next;
    if (end < 0) end = bytes.length;
    const row: string[] = [];
    for (let start = from; start <= end;) {
      const fieldEnd = framing.fieldEnd(bytes, start, end);
      if (fieldEnd < 0) return [];
      row.push(decoder.decode(bytes.subarray(start, fieldEnd)));
      start = fieldEnd + 1;
    }
    rows.push(row);
    from = next;
  }
  return rows;
}

function isCleanable(field: string): boolean {
  const [{ url } = { url: "" }] = findUrls(field);
  return (unlessRefused(() => cleanUri(url)) ?? url) !== url;
}

function isLink(field: string): boolean {
  const [link] = findUrls(field);
  return link !== undefined && link.index <= 1;
}
