// The memory of a batch: `reserve` lays out its areas behind the constants, and grows the memory if it has to.
import { INVALID_UTF8_CODE, LONE_SURROGATE } from "../shared";
import { FIRST_BIT, LARGE, NULLABLE } from "./options";

/** The version of the interface. */
export const version: i32 = 1;
/** The most bytes of a text; the host sets it. */
export let limit: u32 = 0xffffffff;

/** The set: bit c of these 16 bytes is 1 if the ASCII character c is in it. */
export const set: usize = memory.data(16, 16);
/** The name of the parameter, decoded. */
export const name: usize = memory.data(1024, 16);
/** The addresses of the areas, in the order of the constants below. */
export const areas: usize = memory.data(44, 16);

const VALIDITY: usize = 0;
const OFFSETS: usize = 4;
const DATA: usize = 8;
const OUT_VALIDITY: usize = 12;
const OUT_OFFSETS: usize = 16;
const OUT: usize = 20;
const FAULTS: usize = 24;
const STATUS: usize = 28;
const CODE: usize = 32;
const BYTE_OFFSET: usize = 36;
const LENGTH: usize = 40;

const PAGE: u64 = 0x10000;
/** Bytes after an area that a step of 16 bytes may read or write. */
const SLACK: u64 = 32;

let capacityRows: u32 = 0;
let capacityBytes: u32 = 0;
let capacityGrowth: u32 = 0;

/** Lays out one area and returns the address after it. */
function place(area: usize, at: u64, size: u64): u64 {
  store<u32>(areas + area, <u32>at);
  return (at + size + SLACK + 15) & ~15;
}

/**
 * Lays out the areas of a batch and grows the memory if it is too small. What the areas contained is lost.
 *
 * @param rows the most rows of the batch
 * @param bytes the most bytes of its texts
 * @param growth how many bytes one byte may become: 1 or 3
 * @returns 1, or 0 if there is not so much memory
 */
export function reserve(rows: u32, bytes: u32, growth: u32): i32 {
  const bits = (<u64>rows >> 3) + 2;
  const outBytes = <u64>bytes * growth;
  if (rows > 0x10000000 || outBytes > 0x7fffffff) return 0;
  let at: u64 = (<u64>__heap_base + 15) & ~15;
  at = place(VALIDITY, at, bits);
  at = place(OFFSETS, at, (<u64>rows + 1) << 3);
  at = place(DATA, at, bytes);
  at = place(OUT_VALIDITY, at, bits);
  at = place(OUT_OFFSETS, at, (<u64>rows + 1) << 3);
  at = place(OUT, at, outBytes);
  at = place(FAULTS, at, bits);
  at = place(STATUS, at, rows);
  at = place(CODE, at, rows);
  at = place(BYTE_OFFSET, at, <u64>rows << 2);
  at = place(LENGTH, at, rows);
  const pages = <i64>((at + PAGE - 1) / PAGE) - <i64>memory.size();
  if (pages > 65536 || (pages > 0 && memory.grow(<i32>pages) < 0)) return 0;
  capacityRows = rows;
  capacityBytes = bytes;
  capacityGrowth = growth;
  return 1;
}

/** Returns whether a batch fits into the reserved areas, and its offsets ascend and stay within its bytes. */
export function fits(rows: u32, growth: u32, flags: i32): bool {
  if (rows > capacityRows || growth > capacityGrowth) return false;
  const wide = (flags & LARGE) != 0;
  const first = offset(0, wide);
  let last = first;
  for (let row: u32 = 1; row <= rows; row++) {
    const next = offset(row, wide);
    if (next < last) return false;
    last = next;
  }
  return <u64>(last - first) <= <u64>capacityBytes;
}

/** Returns an offset of the input. */
// @ts-ignore: decorator
@inline
function offset(row: u32, wide: bool): i64 {
  const at = <usize>load<u32>(areas + OFFSETS);
  return wide ? load<i64>(at + (<usize>row << 3)) : <i64>load<i32>(at + (<usize>row << 2));
}

/** The statuses of a row; their names are in docs/column.md. */
export const OK: u8 = 0;
export const MALFORMED_ROW: u8 = 1;
export const INVALID_UTF8_ROW: u8 = 2;
export const NULL_ROW: u8 = 3;
export const TOO_LONG_ROW: u8 = 4;

/** The code of a fault, after those of ../shared. */
export const LIMIT_EXCEEDED: u8 = 8;

/** The fault of the current row; a code of 0 means none. The place of a count without a fault is as far from the start of the row. */
export let faultCode: u8 = 0;
let faultAt: usize = 0;
let faultLength: u8 = 0;

/** Sets the fault of the current row. */
export function fault(code: u8, at: usize, length: usize): void {
  faultCode = code;
  faultAt = at;
  faultLength = <u8>length;
}

/** Removes the fault of the current row. */
export function clearFault(): void {
  faultCode = 0;
  faultAt = 0;
}

/** Writes the text of a row from `from` up to `to` at `at`, and returns the address after it, or 0 for a row without a value. */
type Operation = (from: usize, to: usize, at: usize, flags: i32) => usize;

/**
 * Runs an operation over the rows of a batch.
 *
 * @param start the first offset of the output
 * @returns how many bytes of OUT were written, or -1 if the batch does not fit
 */
// @ts-ignore: decorator
@inline
export function run(rows: u32, flags: i32, start: i64, growth: u32, operation: Operation): i32 {
  if (!fits(rows, growth, flags)) return -1;
  const wide = (flags & LARGE) != 0;
  const validity = <usize>load<u32>(areas + VALIDITY);
  const data = <usize>load<u32>(areas + DATA);
  const outValidity = <usize>load<u32>(areas + OUT_VALIDITY);
  const outOffsets = <usize>load<u32>(areas + OUT_OFFSETS);
  const out = <usize>load<u32>(areas + OUT);
  const faults = <usize>load<u32>(areas + FAULTS);
  const status = <usize>load<u32>(areas + STATUS);
  const code = <usize>load<u32>(areas + CODE);
  const byteOffset = <usize>load<u32>(areas + BYTE_OFFSET);
  const length = <usize>load<u32>(areas + LENGTH);
  const first = offset(0, wide);
  const firstBit = <u32>((flags >> FIRST_BIT) & 7);
  let o = out;
  let from = data;
  let validBits: u32 = 0;
  let faultBits: u32 = 0;
  for (let row: u32 = 0; ; row++) {
    const end = start + <i64>(o - out);
    if (wide) store<i64>(outOffsets + (<usize>row << 3), end);
    else store<i32>(outOffsets + (<usize>row << 2), <i32>end);
    if ((row & 7) == 0 && row > 0) {
      store<u8>(outValidity + (row >> 3) - 1, validBits);
      store<u8>(faults + (row >> 3) - 1, faultBits);
      validBits = 0;
      faultBits = 0;
    }
    if (row == rows) break;
    const to = data + <usize>(offset(row + 1, wide) - first);
    let word = NULL_ROW;
    clearFault();
    const bit = row + firstBit;
    const isNull = (flags & NULLABLE) != 0 && ((load<u8>(validity + (bit >> 3)) >> (bit & 7)) & 1) == 0;
    if (!isNull && <u32>(to - from) > limit) {
      word = TOO_LONG_ROW;
      fault(LIMIT_EXCEEDED, from, 0);
    } else if (!isNull) {
      const after = operation(from, to, o, flags);
      word = faultCode == 0 ? OK : faultCode >= INVALID_UTF8_CODE && faultCode <= LONE_SURROGATE ? INVALID_UTF8_ROW : MALFORMED_ROW;
      if (faultCode != 0) {
        faultBits |= 1 << (row & 7);
      } else if (after != 0) {
        o = after;
        validBits |= 1 << (row & 7);
      }
    }
    store<u8>(status + row, word);
    store<u8>(code + row, faultCode);
    store<u32>(byteOffset + (<usize>row << 2), faultAt ? <u32>(faultAt - from) : 0);
    store<u8>(length + row, faultCode ? faultLength : 0);
    from = to;
  }
  if (rows & 7) {
    store<u8>(outValidity + (rows >> 3), validBits);
    store<u8>(faults + (rows >> 3), faultBits);
  }
  return <i32>(o - out);
}
