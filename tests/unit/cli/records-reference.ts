/**
 * The reference implementation of the record filter. It reads whole inputs as strings of bytes, and splits them by regular
 * expressions. It calls the library for one field, and shares no code about records with the command.
 */
import { PercentDecoder, percentEncodeBytes, PercentEncodingError } from "../../../library/src/index.ts";

/** Bytes as a string, one unit per byte. */
export type Bytes = string;

export const toBytes = (text: string): Bytes => Buffer.from(text).toString("latin1");
export const fromBytes = (bytes: Bytes): Buffer => Buffer.from(bytes, "latin1");

export interface Answer {
  value: Bytes | null;
  status: string;
  code: string | null;
  byte_offset: number | null;
}

export interface ReferenceOptions {
  format: "lines" | "nul" | "tsv" | "jsonl" | "csv" | "rowbinary";
  op?: "decode" | "encode";
  escapes?: boolean;
  hex?: boolean;
  controls?: boolean;
  nul?: "keep" | "escape" | "throw";
  maxRecord?: number;
}

/** The options of `percodec records` for a format with several fields, and its first column. */
const ARGUMENTS: Partial<Record<ReferenceOptions["format"], string>> = {
  tsv: "--field 2 --out 1,",
  jsonl: "--field u --out id,",
  csv: "--field 2 --out 1,",
  rowbinary: "--columns id:UInt16,u:Nullable(String) --field u --out id,",
};

/** Returns the arguments with which `percodec records` has to write the same as `referenceOutput`. */
export function toArguments(options: ReferenceOptions): string[] {
  const { format, op, hex, controls, nul, escapes, maxRecord } = options;
  return [
    "--format",
    format,
    ...`${ARGUMENTS[format] ?? "--out "}value,status,code,byte_offset`.split(" "),
    ...(op ? ["--op", op] : []),
    ...(hex ? ["--field-enc", "hex"] : []),
    ...(controls ? ["--controls", "escape"] : []),
    ...(nul && !controls ? ["--controls", { keep: "keep", escape: "escape-nul", throw: "refuse-nul" }[nul]] : []),
    ...(escapes === undefined ? [] : ["--escapes", escapes ? "backslash" : "none"]),
    ...(maxRecord === undefined ? [] : ["--max-record", String(maxRecord)]),
  ];
}

/** A record, its end, and its row if the split reads it. */
interface Split {
  record: Bytes;
  end: string;
  row?: Row;
}

/** A record: its field, or the code of its fault; and the copied field as it is written. */
interface Row {
  field: Bytes | null | { code: string };
  copy: Bytes | null;
}

const bad = (status: string, code: string, byte_offset: number | null = null): Answer => ({
  value: null,
  status,
  code,
  byte_offset,
});

/** Returns the outcome for one field. */
export function answer(field: Row["field"], { op = "decode", hex, controls, nul: given }: ReferenceOptions): Answer {
  // One option has both meanings.
  const nul = controls ? undefined : given;
  if (field === null) return { value: null, status: "null", code: null, byte_offset: null };
  if (typeof field === "object") {
    return field.code === "limit-exceeded" ? bad("too-long", field.code) : bad("bad-record", field.code);
  }
  let bytes = field;
  if (hex) {
    const digit = /[^0-9A-Fa-f]/.exec(field);
    if (digit) return bad("bad-record", "bad-hex", digit.index);
    if (field.length % 2 === 1) return bad("bad-record", "bad-hex", field.length - 1);
    bytes = Buffer.from(field, "hex").toString("latin1");
  }
  try {
    let value = op === "decode" ? decoded(bytes) : encoded(bytes);
    if (nul === "throw" && value.includes("\0")) {
      return bad("malformed", "not-accepted", op === "decode" ? bytes.search(/\0|%00/) : null);
    }
    if (controls || nul === "escape") {
      value = value.replace(
        controls ? /[\0-\x1f%]/g : /[\0%]/g,
        (unit) => `%${unit.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
      );
    }
    if (hex) value = fromBytes(value).toString("hex").toUpperCase();
    return { value, status: "ok", code: null, byte_offset: null };
  } catch (error) {
    if (!(error instanceof PercentEncodingError)) throw error;
    const status = error.code.endsWith("escape") ? "malformed" : "invalid-utf8";
    return bad(status, error.code, error.index);
  }
}

function decoded(field: Bytes): Bytes {
  const target = new Uint8Array(field.length * 3 + 64);
  const decoder = new PercentDecoder({ invalidUtf8: "throw" });
  const source = fromBytes(field);
  let length = 0;
  for (let at = 0; at < source.length;) {
    const { read, written } = decoder.decodeInto(source, target.subarray(length), { from: at });
    at += read;
    length += written;
  }
  return Buffer.from(target.subarray(0, length)).toString("latin1");
}

/** Encodes bytes, which have to be UTF-8; percent signs are encoded too. */
function encoded(field: Bytes): Bytes {
  decoded(field.replace(/%/g, "x"));
  return Buffer.from(percentEncodeBytes(fromBytes(field))).toString("latin1");
}

/** The letters of escapes, and the characters that they mean. */
const [LETTERS, MEANT] = ["bfnrtv0'\\", "\b\f\n\r\t\v\0'\\"] as const;
const unescape = (field: Bytes): Bytes =>
  field.replace(/\\([bfnrtv0'\\])/g, (_, letter: string) => MEANT[LETTERS.indexOf(letter)]!);
const escape = (value: Bytes): Bytes => value.replace(/[\n\r\t\0\\]/g, (unit) => `\\${LETTERS[MEANT.indexOf(unit)]!}`);

/** Whether bytes are UTF-8: a lenient decoder changes nothing. */
export const isText = (bytes: Bytes): boolean => toBytes(fromBytes(bytes).toString()) === bytes;

/** Splits records at NUL, or at LF or CR LF; the rest after the last end mark is a record too, unless it is empty. */
function splitRecords(input: Bytes, mark: "\n" | "\0"): Split[] {
  const expression = mark === "\0" ? /([^\0]*)(\0|$)/g : /([^\n]*?)(\r?\n|$)/g;
  return Array.from(input.matchAll(expression), ([, record, end]) => ({ record: record!, end: end || mark })).slice(
    0,
    -1,
  );
}

/**
 * Filters an input. The field is the second of TSV, CSV and RowBinary (`id UInt16, url Nullable(String)`), the whole line, or
 * the member `u` of JSON lines. The output has the first field or the member `id`, except for lines and NUL, then value,
 * status, code and byte_offset.
 */
export function referenceOutput(all: Bytes, options: ReferenceOptions): Bytes {
  const { format, maxRecord = 1 << 20, escapes = format === "tsv" } = options;
  const input = format === "jsonl" || format === "csv" ? all.replace(/^\xef\xbb\xbf/, "") : all;
  const read = (record: Bytes): Row => {
    if (format === "tsv") return tsvRow(record, escapes);
    if (format === "jsonl") return jsonRow(record);
    if (format === "csv") return csvRow(record);
    return { field: !escapes ? record : record === "\\N" ? null : unescape(record), copy: null };
  };
  const split =
    format === "rowbinary"
      ? binaryRows(input)
      : format === "csv"
        ? csvRecords(input, maxRecord)
        : splitRecords(input, format === "nul" ? "\0" : "\n");
  return split
    .map(({ record, end, row }) => {
      const isLong = record.length > maxRecord;
      const { field, copy } = isLong
        ? { field: { code: "limit-exceeded" }, copy: copyBefore(record.slice(0, maxRecord), format) }
        : (row ?? read(record));
      return writeRow(format, copy, answer(field, options)) + end;
    })
    .join("");
}

function writeRow(format: ReferenceOptions["format"], copy: Bytes | null, written: Answer): Bytes {
  const { value, status, code, byte_offset } = written;
  if (format === "jsonl") {
    const id = copy === null ? null : fromBytes(copy).toString();
    const text = value === null ? null : fromBytes(value).toString();
    return toBytes(`{"id":${id},${JSON.stringify({ value: text, status, code, byte_offset }).slice(1)}`);
  }
  if (format === "csv") return [copy ?? "", csvValue(value), status, code ?? "", byte_offset ?? ""].join(",");
  if (format === "rowbinary") {
    const nullable = (bytes: Bytes | null) => (bytes === null ? "\x01" : `\0${bytes}`);
    const offset = Buffer.alloc(8);
    offset.writeBigUInt64LE(BigInt(byte_offset ?? 0));
    const texts = [value, code].map((text) => nullable(text === null ? null : string(text)));
    const place = nullable(byte_offset === null ? null : offset.toString("latin1"));
    return nullable(copy) + texts[0] + string(status) + texts[1] + place;
  }
  return [...(format === "tsv" ? [copy ?? "\\N"] : []), ...delimited(written)].join("\t");
}

const delimited = ({ value, status, code, byte_offset }: Answer): Bytes[] => [
  value === null ? "\\N" : escape(value),
  status,
  code ?? "\\N",
  byte_offset === null ? "\\N" : String(byte_offset),
];

const csvValue = (value: Bytes | null): Bytes => {
  if (value === null) return "";
  const isPlain = /^[^",\0-\x1f]+$/.test(value) && !/^ | $|^\\N$/.test(value);
  return isPlain ? value : `"${value.replace(/"/g, '""')}"`;
};

/** How the formats with several fields are read and written. */
const FORMATS = {
  tsv: { read: (record: Bytes) => tsvRow(record, true), write: (value: Bytes | null) => value === null ? "\\N" : escape(value) }, // prettier-ignore
  csv: { read: csvRow, write: csvValue },
  jsonl: { read: jsonRow, write: (value: Bytes | null) => toBytes(JSON.stringify(value === null ? null : fromBytes(value).toString())) }, // prettier-ignore
};

/** Returns what `--out '*'` writes for a record whose field is between two other parts. */
export function inPlace(format: keyof typeof FORMATS, parts: readonly Bytes[], keepsBad: boolean): Bytes {
  const { read, write } = FORMATS[format];
  const record = parts.join("");
  const { field } = read(record);
  const { value, code } = answer(field, { format });
  if (field === null || value === field || (code !== null && keepsBad)) return record;
  if (code === "bad-json") return write(null);
  return parts.with(1, write(value)).join("");
}

/** Returns what `--out '*' --field '*'` writes for a record that can be split. */
export function everyInPlace(format: "tsv" | "csv", record: Bytes, keepsBad: boolean): Bytes {
  const mark = format === "tsv" ? "\t" : ",";
  const fields = format === "tsv" ? record.split(mark) : csvFields(record, 0).fields;
  return fields.map((field) => inPlace(format, [`x${mark}`, field, ""], keepsBad).slice(2)).join(mark);
}

/** Returns the copied field of a record that is too long, if it ends before its first bytes do. */
function copyBefore(record: Bytes, format: ReferenceOptions["format"]): Bytes | null {
  if (format === "rowbinary") return record.slice(0, 2);
  if (format === "tsv") return record.includes("\t") ? tsvRow(record, true).copy : null;
  if (format === "csv") {
    const { fields } = csvFields(record, 0);
    return fields.length > 1 ? csvRow(`${fields[0]!},`).copy : null;
  }
  for (let end = record.length - 1; end > 0; end--) {
    const { copy } = /[\s,}]/.test(record[end]!) ? jsonRow(`${record.slice(0, end)}}`) : { copy: null };
    if (copy !== null) return copy;
  }
  return null;
}

function tsvRow(record: Bytes, escapes: boolean): Row {
  const [first, second] = record.split("\t") as [string, string?];
  if (!isText(first)) return { field: { code: "copied-field-not-utf8" }, copy: null };
  const meant = escapes ? unescape(first) : first;
  const copy = first === "\\N" ? first : escapes ? normalizedCopy(first) : escape(meant);
  if (second === undefined) return { field: { code: "missing-field" }, copy };
  return { field: second === "\\N" ? null : escapes ? unescape(second) : second, copy };
}

/** Keeps escapes, and escapes raw bytes that would end a record. */
function normalizedCopy(field: Bytes): Bytes {
  return field.replace(/\\[bfnrtv0'\\]|\\(?=[\r\0]|$)|[\r\0]/g, (match) =>
    match.length === 2 ? match : escape(match),
  );
}

function jsonRow(record: Bytes): Row {
  let value: unknown;
  try {
    value = JSON.parse(record);
  } catch {
    return { field: { code: "bad-json" }, copy: null };
  }
  const missing: Row = { field: { code: "missing-field" }, copy: null };
  if (typeof value !== "object" || value === null || Array.isArray(value)) return missing;
  const object = value as { u?: unknown; id?: unknown };
  // The inputs of the tests spell an id as JSON.stringify does.
  const copy = Object.hasOwn(object, "id") ? JSON.stringify(object.id) : null;
  if (copy !== null && !isText(copy)) return { field: { code: "copied-field-not-utf8" }, copy: null };
  if (!Object.hasOwn(object, "u")) return { ...missing, copy };
  if (object.u === null) return { field: null, copy };
  if (typeof object.u !== "string") return { field: { code: "not-a-string" }, copy };
  // Raw bytes are units below U+0100; larger units were JSON escapes and become UTF-8.
  return { field: object.u.replace(/[^\0-\xff]+/g, toBytes), copy };
}

/** A field with right or wrong quotes, up to its end by the framing. */
const CSV_FIELD = /"(?:[^"]|"")*(?:"[^,\n]*|$)|[^,\n]*/y;

function csvFields(text: Bytes, from: number): { fields: Bytes[]; end: number } {
  const fields: Bytes[] = [];
  for (let at = from; ;) {
    CSV_FIELD.lastIndex = at;
    const [field] = CSV_FIELD.exec(text)!;
    fields.push(field);
    at += field.length;
    if (text[at] !== ",") return { fields, end: at };
    at++;
  }
}

/** Splits CSV into records. One that is too long even if it ends with CR LF ends at the next line end, quoted or not. */
function csvRecords(input: Bytes, maxRecord: number): Split[] {
  const records: Split[] = [];
  for (let at = 0; at < input.length;) {
    const limit = at + maxRecord + 2;
    let { end } = csvFields(input, at);
    if (end > limit) {
      end = input.indexOf("\n", limit);
      if (end < 0) end = input.length;
    }
    const line = input.slice(at, end);
    const crlf = end < input.length && line.endsWith("\r");
    records.push({ record: crlf ? line.slice(0, -1) : line, end: crlf ? "\r\n" : "\n" });
    at = end + 1;
  }
  return records;
}

function csvRow(record: Bytes): Row {
  const { fields, end } = csvFields(record, 0);
  if (end < record.length || !fields.every((field) => /^(?:"(?:[^"]|"")*"|[^"]*)$/.test(field))) {
    return { field: { code: "bad-csv" }, copy: null };
  }
  const [first, second] = fields as [string, string?];
  if (!isText(first)) return { field: { code: "copied-field-not-utf8" }, copy: null };
  const copy = /^[^"].*\r|^\r/s.test(first) ? `"${first}"` : first;
  if (second === undefined) return { field: { code: "missing-field" }, copy };
  if (second === "") return { field: null, copy };
  return { field: second.startsWith('"') ? second.slice(1, -1).replace(/""/g, '"') : second, copy };
}

/** Writes a string in RowBinary. */
export function string(bytes: Bytes): Bytes {
  let length = bytes.length;
  let head = "";
  for (; length > 127; length = Math.floor(length / 128)) head += String.fromCharCode((length % 128) + 128);
  return head + String.fromCharCode(length) + bytes;
}

function binaryRows(input: Bytes): Split[] {
  const rows: Split[] = [];
  for (let at = 0; at < input.length;) {
    const rest = input.slice(at);
    const head = /^([^]{2})(?:([^\0])|\0([\x80-\xff]*[\0-\x7f]))/.exec(rest);
    let length = 0;
    for (const [k, unit] of [...(head?.[3] ?? "")].entries()) length += (unit.charCodeAt(0) & 127) * 128 ** k;
    const end = head ? head[0].length + length : Infinity;
    if (end > rest.length) {
      rows.push({ record: rest, end: "", row: { field: { code: "truncated-record" }, copy: null } });
      break;
    }
    const record = rest.slice(0, end);
    rows.push({
      record,
      end: "",
      row: { field: head![2] === undefined ? record.slice(head![0].length) : null, copy: head![1]! },
    });
    at += end;
  }
  return rows;
}
