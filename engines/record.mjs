/** The codes of bytes and characters that have no valid UTF-8; every other code of an error is `malformed`. */
const INVALID_UTF8 = [
  "invalid-utf8",
  "overlong-utf8",
  "encoded-surrogate",
  "code-point-out-of-range",
  "lone-surrogate",
];

/** Returns the status of a record that the library refuses with a code. */
export function toStatus(code) {
  return INVALID_UTF8.includes(code) ? "invalid-utf8" : "malformed";
}

/**
 * Counts how often a text can be decoded: 0 for `a`, 1 for `%41`, 2 for `%2541`. Malformed escapes stay as they are.
 *
 * One pass is enough: on a stack is what can still be part of an escape, `%` (as 16) or a digit after it, with the layer in which it appears.
 */
export function countLayers(text, from = 0, to = text.length) {
  const symbols = [];
  const layers = [];
  let most = 0;
  for (let i = from; i < to; i++) {
    let symbol = toSymbol(typeof text === "string" ? text.charCodeAt(i) : text[i]);
    let layer = 0;
    while (symbol >= 0 && symbol < PERCENT && symbols[symbols.length - 1] !== PERCENT) {
      const digit = symbols.pop();
      symbol = symbols.pop() === PERCENT ? toSymbol((digit << 4) | symbol) : -1;
      layer = Math.max(layer, layers.pop(), layers.pop()) + 1;
      if (layer > most) most = layer;
    }
    symbols.push(symbol);
    layers.push(layer);
    if (symbol < 0) symbols.length = layers.length = 0;
  }
  return most;
}

const PERCENT = 16;

/** Returns the value of a hex digit, PERCENT for `%`, and -1 for another code. */
function toSymbol(code) {
  if (code === 0x25) return PERCENT;
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = (code | 0x20) - 0x61;
  return letter >= 0 && letter < 6 ? letter + 10 : -1;
}

/**
 * Returns the outcome for one text, like `percodec records`: its value, or the reason why there is none. It does not throw,
 * since an exception would end the query. It uses only the language, because some engines have no host functions.
 *
 * @param run returns the value of a text
 * @param text null for a row without one
 * @returns value, status (ok, malformed, invalid-utf8, bad-record, null), code, and byte_offset: the offset in the UTF-8 text
 */
export function record(run, text) {
  if (text === null || text === undefined) return { value: null, status: "null", code: null, byte_offset: null };
  try {
    const value = run(text);
    return { value: value === undefined ? null : value, status: "ok", code: null, byte_offset: null };
  } catch (fault) {
    if (!fault || fault.index === undefined)
      return { value: null, status: "bad-record", code: null, byte_offset: null };
    const byte_offset = encodeURIComponent(text.slice(0, fault.index)).replace(/%../g, "-").length;
    return { value: null, status: toStatus(fault.code), code: fault.code, byte_offset };
  }
}
