// The column code as functions of ClickHouse, by its interface BUFFERED_V1 over RowBinary
// (https://clickhouse.com/docs/sql-reference/functions/wasm_udf). Each takes a String and returns a tuple: value, status, code,
// byte offset. A buffer is two words, the address and the size of its data.
import { clearFault, faultCode, faultOffset, INVALID_UTF8_CODE, LONE_SURROGATE, Operation, set } from "../column/areas";
import { decodeRange } from "../column/decode";
import { encodeRange } from "../column/encode";
import { ALL_CLASSES, CLASSES, PLUS_AS_SPACE } from "../column/options";

/** Bytes after a buffer that a step of 16 bytes may read or write. */
const SLACK: usize = 32;
/** The most bytes of a row besides its value: null flags, lengths, status, code and byte offset. */
const ROW: usize = 64;

const CODES: StaticArray<string> = [
  "",
  "malformed-escape",
  "truncated-escape",
  "invalid-utf8",
  "overlong-utf8",
  "encoded-surrogate",
  "code-point-out-of-range",
];
/** The byte before a nullable value. */
const NULL: u8 = 1;
const NOT_NULL: u8 = 0;

/** Called by ClickHouse for its input. */
export function clickhouse_create_buffer(size: usize): usize {
  const buffer = heap.alloc(8 + size + SLACK);
  store<usize>(buffer, buffer + 8);
  store<usize>(buffer, size, 4);
  return buffer;
}

/** Called by ClickHouse for its input and for a result. */
export function clickhouse_destroy_buffer(buffer: usize): void {
  heap.free(buffer);
}

export function percent_decode(input: usize, rows: u32): usize {
  return mapRows(input, rows, 1, 0, decodeRange);
}

export function form_decode(input: usize, rows: u32): usize {
  return mapRows(input, rows, 1, PLUS_AS_SPACE, decodeRange);
}

/** By rfc3986-component: everything except letters, digits and `-._~`. */
export function percent_encode(input: usize, rows: u32): usize {
  store<u64>(set, 0xfc009fffffffffff);
  store<u64>(set, 0xb800000178000001, 8);
  return mapRows(input, rows, 3, ALL_CLASSES << CLASSES, encodeRange);
}

/** Where the next row of the input starts, and where the text of the current one starts. */
let next: usize = 0;
let textStart: usize = 0;

// @ts-ignore: decorator
@inline
function mapRows(input: usize, rows: u32, growth: usize, flags: i32, operation: Operation): usize {
  next = load<usize>(input);
  const result = clickhouse_create_buffer(growth * load<usize>(input, 4) + ROW * rows);
  let o = load<usize>(result);
  for (let row: u32 = 0; row < rows; row++) {
    readText();
    o = writeRow(textStart, next, o, growth, flags, operation);
  }
  store<usize>(result, o - load<usize>(result), 4);
  return result;
}

/** Reads the length of a text (LEB128), and sets where it starts and ends. */
function readText(): void {
  let length: usize = 0;
  for (let shift: usize = 0; ; shift += 7) {
    const byte = <usize>load<u8>(next++);
    length |= (byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  textStart = next;
  next += length;
}

// @ts-ignore: decorator
@inline
function writeRow(from: usize, to: usize, at: usize, growth: usize, flags: i32, operation: Operation): usize {
  clearFault();
  // The value goes where its longest length would end; usually the length is as long.
  const head = lengthBytes((to - from) * growth);
  const value = at + 1 + head;
  const end = operation(from, to, value, flags);
  if (faultCode != 0) return writeFault(at, from);
  store<u8>(at, NOT_NULL);
  const length = end - value;
  const start = writeLength(length, at + 1);
  if (start < value) memory.copy(start, value, length);
  const after = writeText("ok", start + length);
  store<u8>(after, NULL);
  store<u8>(after, NULL, 1);
  return after + 2;
}

/** Writes a row with a fault: no value, then status, code and byte offset. */
function writeFault(at: usize, from: usize): usize {
  const isUtf8 = faultCode >= INVALID_UTF8_CODE && faultCode <= LONE_SURROGATE;
  store<u8>(at, NULL);
  at = writeText(isUtf8 ? "invalid-utf8" : "malformed", at + 1);
  store<u8>(at, NOT_NULL);
  at = writeText(unchecked(CODES[faultCode]), at + 1);
  store<u8>(at, NOT_NULL);
  store<u64>(at, faultOffset(from), 1);
  return at + 9;
}

function writeText(text: string, at: usize): usize {
  store<u8>(at++, text.length);
  for (let k = 0; k < text.length; k++) store<u8>(at++, text.charCodeAt(k));
  return at;
}

function lengthBytes(length: usize): usize {
  let bytes: usize = 1;
  for (; length > 0x7f; length >>= 7) bytes++;
  return bytes;
}

function writeLength(length: usize, at: usize): usize {
  for (; length > 0x7f; length >>= 7) store<u8>(at++, (length & 0x7f) | 0x80);
  store<u8>(at, length);
  return at + 1;
}
