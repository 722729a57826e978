// Encoding by a set. Text that is not UTF-8 has no characters to encode: its first fault is the result of the row.
import { fault, run, set } from "./areas";
import { ALL_CLASSES, CLASSES, SPACE_AS_PLUS, UNCHECKED } from "./options";
import { classify, sequenceLength, writeEscape } from "../shared";

const UCSCHAR: i32 = 1;
const IPRIVATE: i32 = 2;
const OTHER: i32 = 4;

/** Returns the class of a code point above 7F (https://www.rfc-editor.org/rfc/rfc3987#section-2.2). */
function findClass(code: u32): i32 {
  if (code < 0x10000) {
    if (code >= 0xe000 && code <= 0xf8ff) return IPRIVATE;
    const ucschar = (code >= 0xa0 && code <= 0xd7ff) || (code >= 0xf900 && code <= 0xfdcf) || (code >= 0xfdf0 && code <= 0xffef);
    return ucschar ? UCSCHAR : OTHER;
  }
  // The last two code points of each plane are noncharacters; E0000–E0FFF are tags and variation selectors.
  if ((code & 0xffff) > 0xfffd) return OTHER;
  if (code >= 0xf0000) return IPRIVATE;
  return code >= 0xe0000 && code < 0xe1000 ? OTHER : UCSCHAR;
}

function encodeRange(from: usize, to: usize, at: usize, flags: i32): usize {
  const classes = (flags >> CLASSES) & ALL_CLASSES;
  let i = from;
  let o = at;
  while (i < to) {
    const byte = <u32>load<u8>(i);
    if (byte < 0x80) {
      if (((load<u8>(set + (byte >> 3)) >> (byte & 7)) & 1) == 0) store<u8>(o++, byte);
      else if (byte == 0x20 && flags & SPACE_AS_PLUS) store<u8>(o++, 0x2b);
      else o = writeEscape(byte, o);
      i++;
      continue;
    }
    const length = sequenceLength(byte);
    let code = byte & (0x7f >> length);
    let count: u32 = 1;
    while (count < length && i + count < to && (load<u8>(i + count) & 0xc0) == 0x80) {
      code = (code << 6) | (load<u8>(i + count) & 0x3f);
      count++;
    }
    const verdict = classify(byte, count > 1 ? <u32>load<u8>(i, 1) : 0, count);
    if (verdict != 0 && !(flags & UNCHECKED)) {
      fault(verdict, i, count);
      return o;
    }
    // Bytes that are not a character are encoded, unless the set encodes nothing above 7F.
    const encoded = verdict != 0 ? classes != 0 : (findClass(code) & classes) != 0;
    for (const next = i + count; i < next; i++) {
      if (encoded) o = writeEscape(load<u8>(i), o);
      else store<u8>(o++, load<u8>(i));
    }
  }
  return o;
}

/** Encodes a batch; see `run`. */
export function encode(rows: u32, flags: i32, start: i64): i32 {
  return run(rows, flags, start, 3, encodeRange);
}
