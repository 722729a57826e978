/**
 * The pattern of the escapes of one character, to be used with the flag `i`: well-formed UTF-8
 * (https://www.rfc-editor.org/rfc/rfc3629#section-4), so that `decodeURIComponent` accepts it.
 */
export const ESCAPED_CHARACTER: string = /* @__PURE__ */ [
  "%[0-7]x",
  "%(?:c[2-9a-f]|dx)t",
  "%e(?:0%[ab]x|[1-9a-cef]t|d%[89]x)t",
  "%f(?:0%[9ab]x|[123]t|4%8x)tt",
]
  .join("|")
  .replace(/t/g, "%[89ab]x")
  .replace(/x/g, "[0-9a-f]");
