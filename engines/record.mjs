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
    const status = /utf8|surrogate|code-point/.test(fault.code) ? "invalid-utf8" : "malformed";
    const byte_offset = encodeURIComponent(text.slice(0, fault.index)).replace(/%../g, "-").length;
    return { value: null, status, code: fault.code, byte_offset };
  }
}
