// The first value of a name in the query of a URI, or in a form. A name that cannot be decoded is equal to no name, and only the value that is
// found has to be valid. The limits of a form apply to all of its pairs.
import { clearFault, fault, faultCode, LIMIT_EXCEEDED, name, run } from "./areas";
import { decodeRange } from "./decode";
import { FORM, PLUS_AS_SPACE, SURROGATES } from "./options";

/** The limits of a form before decoding: pairs, and bytes of a name, of a value, and in all. */
const PAIRS: u32 = 1000;
const NAME: usize = 1 << 10;
const VALUE: usize = 1 << 20;
const BODY: usize = 1 << 23;

const AMPERSAND: u32 = 0x26;
const EQUALS: u32 = 0x3d;
const NUMBER_SIGN: u32 = 0x23;
const QUESTION_MARK: u32 = 0x3f;

/** The length of the wanted name; more than NAME for a name that no form has. */
let nameLength: u32 = 0;

/** Returns the address of a byte, or `to`. */
function find(from: usize, to: usize, byte: u32): usize {
  while (from < to && load<u8>(from) != byte) from++;
  return from;
}

function isName(at: usize, length: usize): bool {
  if (length != nameLength) return false;
  for (let k: usize = 0; k < length; k++) if (load<u8>(at + k) != load<u8>(name + k)) return false;
  return true;
}

function findParam(from: usize, to: usize, at: usize, flags: i32): usize {
  if (!(flags & FORM)) {
    to = find(from, to, NUMBER_SIGN);
    from = min(to, find(from, to, QUESTION_MARK) + 1);
  }
  if (to - from > BODY) {
    fault(LIMIT_EXCEEDED, from + BODY, 1);
    return 0;
  }
  const rules = PLUS_AS_SPACE | (flags & SURROGATES);
  let found: usize = 0;
  let pairs: u32 = 0;
  let i = from;
  while (i <= to) {
    const start = i;
    let equals: usize = 0;
    for (; i < to; i++) {
      const byte = <u32>load<u8>(i);
      if (byte == AMPERSAND) break;
      if (i == start && pairs++ >= PAIRS) fault(LIMIT_EXCEEDED, i, 1);
      else if (equals ? i - equals > VALUE : byte != EQUALS && i - start >= NAME) fault(LIMIT_EXCEEDED, i, 1);
      else if (equals == 0 && byte == EQUALS) equals = i;
      if (faultCode != 0) return 0;
    }
    if (i > start && found == 0) {
      const nameEnd = equals ? equals : i;
      const end = decodeRange(start, nameEnd, at, rules);
      const isWanted = faultCode == 0 && isName(at, end - at);
      clearFault();
      if (isWanted) {
        found = decodeRange(min(nameEnd + 1, i), i, at, rules);
        if (faultCode != 0) return 0;
      }
    }
    i++;
  }
  return found;
}

/** Extracts a parameter from each row of a batch; see `run`. `name` has `length` bytes; a name of over 1024 has no value. */
export function queryParam(rows: u32, flags: i32, start: i64, length: u32): i32 {
  nameLength = length;
  return run(rows, flags, start, 1, findParam);
}
