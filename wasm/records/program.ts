// Writes a record by a program: bytes that are the same in each record, the value, and copied fields.
import { TRUNCATED_ESCAPE } from "../shared";
import {
  BINARY,
  CHECK_VALUE,
  CONTENTS,
  COPIES_TEXT,
  COPY,
  COUNTS,
  CSV,
  DECODED,
  END,
  ENDS,
  FAULT_PROGRAMS,
  FIELD,
  GOOD_PROGRAM,
  HAS_NULLS,
  HEX,
  LITERAL,
  NULL_PROGRAM,
  PROGRAM_BYTES,
  STARTS,
  TEXT,
  UNHEXED,
  VALUE,
  VALUE_KIND,
  WRITE_OFFSET,
  WRITE_VALUE,
  WRITES_FAULTS,
} from "./layout";
import { hex, unhex } from "./hex";
import { clearFault, faultCode, faultOffset, transfer } from "./transfer";

const QUOTE: u32 = 0x22;
const COMMA: u32 = 0x2c;

/** Copies bytes; it may write 15 bytes more. */
// @ts-ignore: decorator
@inline
function copy(from: usize, length: usize, at: usize): usize {
  for (let k: usize = 0; k < length; k += 16) v128.store(at + k, v128.load(from + k));
  return at + length;
}

/** Whether a field is `\N`, which is null. */
// @ts-ignore: decorator
@inline
export function isNullMark(from: usize, to: usize): bool {
  return to - from == 2 && load<u16>(from) == 0x4e5c;
}

/** The most digits of an offset. */
const OFFSET_DIGITS: usize = 10;

/** Writes a record, and counts it; returns the index after it, or 0 if JavaScript decides. */
export function write(isNull: bool, at: usize): usize {
  clearFault();
  let outcome: u32 = isNull ? 1 : 0;
  let end = execute(isNull ? NULL_PROGRAM : GOOD_PROGRAM, at);
  if (end == 0 && faultCode != 0 && load<i32>(WRITES_FAULTS)) {
    outcome = faultCode > TRUNCATED_ESCAPE ? 3 : 2;
    end = execute(FAULT_PROGRAMS + <usize>(faultCode - 1) * PROGRAM_BYTES, at);
  }
  if (end == 0) return 0;
  const count = COUNTS + (<usize>outcome << 2);
  store<u32>(count, load<u32>(count) + 1);
  return end;
}

function execute(program: usize, at: usize): usize {
  let o = at;
  let step = program;
  while (true) {
    const kind = load<i32>(step);
    if (kind == END) return o;
    const first = <usize>load<u32>(step, 4);
    if (kind == LITERAL) {
      o = copy(first, <usize>load<u32>(step, 8), o);
    } else if (kind == WRITE_VALUE) {
      o = writeValue(o);
    } else if (kind == CHECK_VALUE) {
      if (writeValue(o) == 0) return 0;
    } else if (kind == WRITE_OFFSET) {
      o = writeOffset(o);
    } else {
      const from = <usize>load<u32>(STARTS + (first << 2));
      const to = <usize>load<u32>(ENDS + (first << 2));
      if (!load<i32>(COPIES_TEXT) || (load<i32>(HAS_NULLS) && isNullMark(from, to))) o = copy(from, to - from, o);
      else o = transfer(from, to, o, COPY);
    }
    if (o == 0) return 0;
    step += 12;
  }
}

function writeOffset(at: usize): usize {
  const begin = at + OFFSET_DIGITS;
  let digit = begin;
  let rest = faultOffset;
  do {
    store<u8>(--digit, 0x30 + (rest % 10));
    rest /= 10;
  } while (rest > 0);
  memory.copy(at, digit, begin - digit);
  return at + (begin - digit);
}

function writeValue(at: usize): usize {
  const field = <usize>load<u32>(FIELD) << 2;
  const kind = load<i32>(VALUE_KIND);
  const to = <usize>load<u32>(ENDS + field);
  if (kind == TEXT) return transfer(<usize>load<u32>(STARTS + field), to, at, VALUE);
  if (kind == BINARY) return writeBinary(<usize>load<u32>(CONTENTS + field), to, at);
  if (kind == HEX) return writeHex(<usize>load<u32>(STARTS + field), to, at);
  return writeCsv(<usize>load<u32>(STARTS + field), to, at);
}

/** Writes a value that is not null, its length and its bytes. */
function writeBinary(from: usize, to: usize, at: usize): usize {
  store<u8>(at, 0);
  // The length of the field has at least as many bytes as the length of the value, unless values grow.
  let room = lengthBytes(to - from);
  let begin = at + 1 + room;
  let end = transfer(from, to, begin, VALUE);
  if (end == 0) return 0;
  const length = end - begin;
  const needed = lengthBytes(length);
  if (needed != room) {
    memory.copy(at + 1 + needed, begin, length);
    end = at + 1 + needed + length;
  }
  let rest = length;
  let o = at + 1;
  for (; rest >= 0x80; rest >>= 7) store<u8>(o++, (rest & 0x7f) | 0x80);
  store<u8>(o, rest);
  return end;
}

function lengthBytes(length: usize): usize {
  let count: usize = 1;
  for (let rest = length; rest >= 0x80; rest >>= 7) count++;
  return count;
}

function writeHex(from: usize, to: usize, at: usize): usize {
  const bytes = unhex(from, to, UNHEXED);
  if (bytes == 0) return 0;
  const end = transfer(UNHEXED, bytes, DECODED, VALUE);
  return end == 0 ? 0 : hex(DECODED, end, at);
}

/** Writes a value with quotes if a reader could misread it without them. */
function writeCsv(from: usize, to: usize, at: usize): usize {
  const begin = at + 1;
  const end = transfer(from, to, begin, VALUE);
  if (end == 0) return 0;
  if (isPlain(begin, end)) {
    memory.copy(at, begin, end - begin);
    return end - 1;
  }
  store<u8>(at, QUOTE);
  store<u8>(end, QUOTE);
  return end + 1;
}

function isPlain(from: usize, to: usize): bool {
  if (from == to || isNullMark(from, to) || load<u8>(from) == 0x20 || load<u8>(to - 1) == 0x20) return false;
  const quote = i8x16.splat(<i8>QUOTE);
  const comma = i8x16.splat(<i8>COMMA);
  const space = i8x16.splat(0x20);
  for (let i = from; i < to; i += 16) {
    const v = v128.load(i);
    let bits = i8x16.bitmask(v128.or(v128.or(i8x16.eq(v, quote), i8x16.eq(v, comma)), i8x16.lt_u(v, space)));
    if (to - i < 16) bits &= (1 << <i32>(to - i)) - 1;
    if (bits) return false;
  }
  return true;
}
