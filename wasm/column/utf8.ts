/** Writes a code point, also half of a surrogate pair, and returns the address after it. */
export function writeCodePoint(code: u32, at: usize): usize {
  if (code < 0x80) {
    store<u8>(at, code);
    return at + 1;
  }
  if (code < 0x800) {
    store<u8>(at++, 0xc0 | (code >> 6));
  } else {
    if (code < 0x10000) {
      store<u8>(at++, 0xe0 | (code >> 12));
    } else {
      store<u8>(at++, 0xf0 | (code >> 18));
      store<u8>(at++, 0x80 | ((code >> 12) & 0x3f));
    }
    store<u8>(at++, 0x80 | ((code >> 6) & 0x3f));
  }
  store<u8>(at, 0x80 | (code & 0x3f));
  return at + 1;
}
