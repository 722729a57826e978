/** The codes of bytes and characters that have no valid UTF-8; every other code of an error is `malformed`. */
const INVALID_UTF8 = [
  "invalid-utf8",
  "overlong-utf8",
  "encoded-surrogate",
  "code-point-out-of-range",
  "lone-surrogate",
];

/**
 * Returns the status of a record that the library refuses.
 *
 * @param {string} code the code of the error
 * @returns {"invalid-utf8" | "malformed"}
 */
export function toStatus(code) {
  return INVALID_UTF8.includes(code) ? "invalid-utf8" : "malformed";
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
