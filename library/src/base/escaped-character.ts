/** Writes a pattern of escapes, to be used with the flag `i`: `x` is a hex digit, `t` the escape of a continuation byte. */
const toPattern = (pattern: string): string => pattern.replace(/t/g, "%[89ab]x").replace(/x/g, "[0-9a-f]");

/**
 * The pattern of the escapes of one character: well-formed UTF-8 (https://www.rfc-editor.org/rfc/rfc3629#section-4), so that
 * `decodeURIComponent` accepts it.
 */
export const ESCAPED_CHARACTER: string = /* @__PURE__ */ toPattern(
  "%[0-7]x|%(?:c[2-9a-f]|dx)t|%e(?:0%[ab]x|[1-9a-cef]t|d%[89]x)t|%f(?:0%[9ab]x|[123]t|4%8x)tt",
);

/**
 * The pattern of the escapes of a maximal subpart, where `ESCAPED_CHARACTER` does not match
 * (https://www.unicode.org/versions/Unicode18.0.0/core-spec/chapter-3/#G66453).
 */
export const MAXIMAL_SUBPART: string = /* @__PURE__ */ toPattern(
  "%e(?:0%[ab]x|[1-9a-cef]t|d%[89]x)|%f(?:0%[9ab]x|[123]t|4%8x)(?:t)?|%[89a-f]x",
);
