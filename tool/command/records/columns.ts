import { quote } from "../../shared/text.ts";
import { refuse } from "../io/errors.ts";
import { didYouMean } from "../line/suggest.ts";
import type { Field } from "./format.ts";

/** The columns that are not fields of the input. */
export const COLUMNS = { value: -1, status: -2, code: -3, byte_offset: -4, layers: -5 } as const;
/** The number of the second value; the third and further values have lower numbers. */
export const SECOND_VALUE = -6;
/** One of {@link COLUMNS}, the number of a further value, or from 0 on the place of a copied field. */
export type OutColumn = number;

/** What the options say of fields and columns. */
export interface LayoutOptions {
  readonly format: string;
  readonly field: string;
  readonly out: string;
  readonly escapes: string | undefined;
  readonly header: boolean;
  /** The names of the values of the operation. */
  readonly values: readonly string[];
}

/** The fields to read, and the columns to write. */
export interface Layout {
  /** The field of the operation, then the copied fields. */
  readonly fields: readonly Field[];
  readonly columns: readonly OutColumn[];
  /** The names of the columns in the output. */
  readonly labels: readonly string[];
  /** Which fields of a copied record the value replaces; undefined if the record is not copied. */
  readonly inPlace: "field" | "every" | undefined;
}

/** Finds the fields that `--field` and `--out` name; `known` are the names of the fields, if they are known. */
export function readLayout(options: LayoutOptions, known?: readonly string[]): Layout {
  const { format, field, values } = options;
  const items = readOut(options.out, known);
  checkStar(items, options);
  const labels = nameColumns(items, options, known);
  const hasLines = format === "lines" || format === "nul";
  // Records of JSON contain the names of their fields.
  const hasNames = format === "jsonl";
  const fields: Field[] = [];
  const findPlace = (name: string, others: readonly string[]): number => {
    const found = hasNames ? name : toNumber(name, known, others);
    const place = fields.indexOf(found);
    return place >= 0 ? place : fields.push(found) - 1;
  };
  const every = field === "*" && !hasNames ? "every" : undefined;
  findPlace(every ? "1" : field, []);
  const results = Object.keys(COLUMNS);
  const columns = items.flatMap(({ column }) => {
    // A line has one field, so `*` is `value`.
    if (column === "value" || (column === "*" && hasLines))
      return values.map((_, k) => (k === 0 ? COLUMNS.value : SECOND_VALUE - (k - 1)));
    if (column === "*") return [];
    return results.includes(column) ? COLUMNS[column as keyof typeof COLUMNS] : findPlace(column, results);
  });
  if (hasLines && fields.some((number) => number !== 0))
    refuse(`records of --format ${format} have one field, which is number 1`);
  const isCopied = !hasLines && items.some(({ column }) => column === "*");
  return { fields, columns, labels, inPlace: isCopied ? (every ?? "field") : undefined };
}

/**
 * Returns the number of a field, from 0 on.
 *
 * @param others the columns that are valid in this place besides fields
 */
function toNumber(name: string, names: readonly string[] | undefined, others: readonly string[]): number {
  const known = names?.indexOf(name) ?? -1;
  if (known >= 0) return known;
  if (/^[1-9][0-9]{0,5}$/.test(name)) {
    if (names !== undefined && Number(name) > names.length)
      refuse(`no field has the number ${name}: ${names.length} fields are named`);
    return Number(name) - 1;
  }
  const what = others.length > 0 ? "column or field" : "field";
  const hint = "use a number from 1 on, or name the fields with --header or --columns";
  const remedy = didYouMean(name, [...(names ?? []), ...others]) || (names === undefined ? `: ${hint}` : "");
  return refuse(`no ${what} is named ${quote(name)}${remedy}`);
}

/** A column of the input that `--columns` declares. */
export interface Column {
  readonly name: string;
  readonly type: string;
}

/** A name, plain or in backquotes, and a type after white space or a colon. */
const COLUMN = /^(?:`((?:[^`\\]|``|\\[`\\])+)`|([^\s:`]+))(?:[\s:]+(\S[^]*))?$/;

/**
 * Parses `id UInt64, url Nullable(String)`, or the same without spaces, for programs that split a command at spaces:
 * `id:UInt64,url:Nullable(String)`. A column without a type is a String.
 */
export function parseColumns(list: string): Column[] {
  return splitColumns(list).map((item) => {
    const [, quoted, plain, type = "String"] = COLUMN.exec(item) ?? [];
    const name = quoted?.replace(/``|\\(.)/g, (_, escaped?: string) => escaped ?? "`") ?? plain;
    if (name === undefined) {
      const hint = "write NAME, 'NAME TYPE' or NAME:TYPE, separated by commas; backquotes allow any name";
      refuse(`--columns: ${quote(item)} is not a column: ${hint}`);
    }
    return { name, type };
  });
}

/** Splits a list at its commas, except those in parentheses, literals and names in backquotes. */
function splitColumns(list: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < list.length; at++) {
    const unit = list[at];
    // Outside the parentheses of a type an apostrophe is part of a name.
    if (unit === "`" || (unit === "'" && depth > 0)) at = closingQuote(list, at);
    else if (unit === "(") depth++;
    else if (unit === ")" && depth-- === 0) refuseUnbalanced(list);
    else if (unit === "," && depth === 0) {
      items.push(list.slice(start, at).trim());
      start = at + 1;
    }
  }
  if (depth > 0) refuseUnbalanced(list);
  return [...items, list.slice(start).trim()];
}

function refuseUnbalanced(list: string): never {
  refuse(`--columns: the parentheses of ${quote(list)} do not match`);
}

/** Finds the end of the quote that opens at `from`; a doubled quote and a quote after a backslash do not close it. */
function closingQuote(list: string, from: number): number {
  const mark = list[from];
  for (let at = from + 1; at < list.length; at++) {
    if (list[at] === "\\") at++;
    else if (list[at] === mark && list[at + 1] === mark) at++;
    else if (list[at] === mark) return at;
  }
  return refuse(`--columns: a quote is not closed in ${quote(list.slice(from))}`);
}

/** One item of `--out`: `COLUMN`, or `NAME=COLUMN`, which names the column in the output. */
interface OutItem {
  /** The item as it was typed. */
  readonly typed: string;
  readonly column: string;
  /** The name in the output; undefined if none was typed. */
  readonly name: string | undefined;
}

/** Reads the items of `--out`. An item that is the name of a field is that field, even if it contains `=`. */
function readOut(list: string, fields: readonly string[] = []): OutItem[] {
  return splitList(list).map((typed) => {
    // A JSON Pointer is not split, so that it can read a member whose name contains `=`.
    const equals = fields.includes(typed) || typed.startsWith("/") ? -1 : typed.indexOf("=");
    const name = equals < 0 ? undefined : typed.slice(0, equals).trimEnd();
    const column = typed.slice(equals + 1).trimStart();
    if (column === "" || name === "")
      refuse("--out takes column names separated by commas, each as COLUMN or NAME=COLUMN");
    return { typed, column, name };
  });
}

/** Refuses a `*` of `--out` or `--field` where it has no meaning. `--out '*'` copies the record, with the value in place of the field(s). */
function checkStar(out: readonly OutItem[], { field, values, format, escapes }: LayoutOptions): void {
  const typed = `${format} ${out.map(({ column }) => column).join(",")}`;
  if (field === "*" && format !== "jsonl" && !/^[ct]sv \*(?:,(?:status|code|byte_offset))*$/.test(typed))
    refuse("--field '*' is every field of csv or tsv: add --out '*' or '*,status,code'");
  if (!out.some(({ column }) => column === "*")) return;
  const refuseStar = (reason: string) => refuse(`--out '*' ${reason}`);
  if (out[0]?.typed !== "*" || out.slice(1).some(({ column }) => column === "*"))
    refuseStar("is the whole record: it comes first, once and without a name; in JSON /* is a field named *");
  if (values.length > 1) refuseStar("has one place for the value: leave out all but one --param");
  if (format === "rowbinary")
    refuseStar("is not for rowbinary, whose columns have no place for a null: name each column");
  if (format === "jsonl" && out.length > 1)
    refuseStar("of jsonl has no other columns: name each member, such as --out id,url=value,status");
  if (escapes === "none" && format === "tsv")
    refuseStar("needs --escapes backslash: with none a line break and a backslash would look alike");
}

/** Returns the names of the output columns: `value` without a name stands for all values. */
function nameColumns(
  out: readonly OutItem[],
  { values, header, format }: LayoutOptions,
  known: readonly string[] | undefined,
): string[] {
  /** Whether the output contains the names. */
  const written = header || format === "jsonl";
  const named = out.find(({ name }) => name !== undefined);
  if (named !== undefined && !written) {
    const remedy =
      format === "tsv" || format === "csv" ? "add --header" : "use --format jsonl, or --header with csv or tsv";
    refuse(`--out ${quote(named.typed)} names a column, and the output has no names: ${remedy}`);
  }
  const names = out.flatMap(({ column, name }) => {
    if (column === "*") return [];
    if (name !== undefined && column === "value" && values.length > 1)
      refuse(`value is ${values.length} columns here, which have the names of the parameters`);
    return column === "value" ? (name ?? values) : (name ?? column);
  });
  const taken = out[0]?.column === "*" ? (known ?? []) : [];
  const isTwice = (name: string, k: number) => names.indexOf(name) < k || taken.includes(name);
  const twice = written || values.length > 1 ? names.find(isTwice) : undefined;
  if (twice !== undefined) refuse(`two columns are named ${quote(twice)}: choose and name them with --out`);
  return names;
}

/** Splits a list at its commas, except those in parentheses. */
function splitList(list: string): string[] {
  const items = [""];
  let depth = 0;
  for (const character of list) {
    if (character === "(") depth++;
    if (character === ")") depth--;
    if (character === "," && depth === 0) items.push("");
    else items[items.length - 1] += character;
  }
  return items.map((item) => item.trim());
}
