// Cuts an input into records, and writes the result of each.
import {
  AT,
  CONTENTS,
  ENDS,
  FIELD,
  FIELDS,
  GROWTH,
  HAS_NULLS,
  HAS_TABS,
  IS_FULL,
  LITERAL_BYTES,
  MARK,
  MAX_RECORD,
  SLACK,
  STARTS,
  TYPES,
} from "./layout";
import { isNullMark, write } from "./program";

const CARRIAGE_RETURN: u32 = 0x0d;
const LINE_FEED: u32 = 0x0a;
const TAB: u32 = 0x09;
/** The longest string of RowBinary, and the most bytes of its length. */
const MAX_STRING_BYTES: u32 = 1 << 30;
const MAX_SHIFT: u32 = 28;

/** Whether the result of a record with this many bytes fits. */
// @ts-ignore: decorator
@inline
function fits(length: usize, at: usize, limit: usize): bool {
  return at + length * GROWTH + <usize>load<u32>(LITERAL_BYTES) + SLACK <= limit;
}

/** Returns where the first record begins that was not handled; its reason is in IS_FULL, and the end of the output in AT. */
// @ts-ignore: decorator
@inline
function finish(start: usize, at: usize, isFull: bool): usize {
  store<u32>(AT, <u32>at);
  store<u32>(IS_FULL, isFull);
  return start;
}

/** Handles records of lines, NUL records and TSV, up to the first that is incomplete or that JavaScript has to handle. */
export function delimited(from: usize, to: usize, at: usize, limit: usize, most: u32): usize {
  const mark = load<u32>(MARK);
  const marks = i8x16.splat(<i8>mark);
  // Without TABs, the second search finds the mark again.
  const tabs = load<i32>(HAS_TABS) ? i8x16.splat(<i8>TAB) : marks;
  const count = <usize>load<u32>(FIELDS) << 2;
  const field = <usize>load<u32>(FIELD) << 2;
  const hasNulls = load<i32>(HAS_NULLS) != 0;
  const maxRecord = <usize>load<u32>(MAX_RECORD);
  let start = from;
  let o = at;
  for (let handled: u32 = 0; handled < most; handled++) {
    let number: usize = 0;
    let begin = start;
    let end: usize = 0;
    for (let i = start; !end; i += 16) {
      if (i >= to) return finish(start, o, false);
      const v = v128.load(i);
      let bits = i8x16.bitmask(v128.or(i8x16.eq(v, marks), i8x16.eq(v, tabs)));
      for (; bits; bits &= bits - 1) {
        const place = i + <usize>ctz(bits);
        if (place >= to) return finish(start, o, false);
        if (load<u8>(place) == mark) {
          end = place;
          break;
        }
        if (number < count) {
          store<u32>(STARTS + number, <u32>begin);
          store<u32>(ENDS + number, <u32>place);
          number += 4;
          begin = place + 1;
        }
      }
    }
    const crLf = mark == LINE_FEED && end > start && load<u8>(end - 1) == CARRIAGE_RETURN;
    const content = crLf ? end - 1 : end;
    if (content - start > maxRecord) break;
    if (!fits(content - start, o, limit)) return finish(start, o, true);
    if (number < count) {
      store<u32>(STARTS + number, <u32>begin);
      store<u32>(ENDS + number, <u32>content);
      if (number + 4 < count) break;
    }
    const isNull = hasNulls && isNullMark(<usize>load<u32>(STARTS + field), <usize>load<u32>(ENDS + field));
    let next = write(isNull, o);
    if (next == 0) break;
    if (crLf) store<u8>(next++, CARRIAGE_RETURN);
    store<u8>(next, mark);
    o = next + 1;
    start = end + 1;
  }
  return finish(start, o, false);
}

/** Handles records of RowBinary. */
export function rowBinary(from: usize, to: usize, at: usize, limit: usize, most: u32): usize {
  const count = <usize>load<u32>(FIELDS);
  const field = <usize>load<u32>(FIELD);
  const maxRecord = <usize>load<u32>(MAX_RECORD);
  let start = from;
  let o = at;
  for (let handled: u32 = 0; handled < most; handled++) {
    let i = start;
    let isNull = false;
    for (let column: usize = 0; column < count; column++) {
      const type = TYPES + (column << 3);
      const width = load<i32>(type);
      store<u32>(STARTS + (column << 2), <u32>i);
      if (load<i32>(type, 4)) {
        if (i >= to) return finish(start, o, false);
        if (load<u8>(i++) != 0) {
          store<u32>(CONTENTS + (column << 2), <u32>i);
          store<u32>(ENDS + (column << 2), <u32>i);
          if (column == field) isNull = true;
          continue;
        }
      }
      let length = <u32>width;
      if (width < 0) {
        length = 0;
        for (let shift: u32 = 0; ; shift += 7) {
          if (i >= to || shift > MAX_SHIFT) return finish(start, o, false);
          const byte = <u32>load<u8>(i++);
          length += (byte & 0x7f) << shift;
          if (byte < 0x80) break;
        }
        if (length > MAX_STRING_BYTES) return finish(start, o, false);
      }
      store<u32>(CONTENTS + (column << 2), <u32>i);
      i += <usize>length;
      if (i > to) return finish(start, o, false);
      store<u32>(ENDS + (column << 2), <u32>i);
    }
    if (i - start > maxRecord) break;
    if (!fits(i - start, o, limit)) return finish(start, o, true);
    const next = write(isNull, o);
    if (next == 0) break;
    o = next;
    start = i;
  }
  return finish(start, o, false);
}
