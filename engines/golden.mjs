// The golden rows: every engine must return these values. They are the rows of the vectors that `percodec records` can run.
import { allRows } from "../tests/conformance/vectors.mjs";
import { record } from "./record.mjs";

/** The operation of `percodec records` for a row of the vectors without options and with the default set. */
const OPERATIONS = { decode: "decode", encode: "encode", normalizeUri: "normalize", parseForm: "form" };

/** Texts and how often they can be decoded: every engine must return the same. */
export const GOLDEN_LAYERS = /** @type {const} */ ([
  ["", 0],
  ["a+b é", 0],
  ["%zz%4", 0],
  ["a%20b", 1],
  ["100%25", 1],
  ["%FF%C3%A9", 1],
  ["%2541", 2],
  ["%25zz", 1],
  ["%%341", 2],
  ["%%%33%341", 3],
  ["%2%35%34%31x%2525", 3],
  [`%${"25".repeat(3000)}4g%41`, 3000],
  [`%${"25".repeat(300)}41`, 301],
]);

/** The longest text that every engine accepts by default, in UTF-16 units. */
const MAX_INPUT_UNITS = 100_000;

/** @returns rows of `{ id, op, input, value, status, code, byte_offset }` */
export function goldenRows() {
  return allRows().flatMap((row) => {
    const op = OPERATIONS[row.op];
    const isPlain = op && !row.options && (row.set ?? "rfc3986-component") === "rfc3986-component";
    // `percodec records --op form` reads the query of a text with a `?` before any `=`, as `parseQuery` does.
    if (row.op === "parseForm" && /^[^=]*\?/.test(row.input)) return [];
    // Engines store UTF-8, which has no lone surrogates.
    if (!isPlain || row.input.length > MAX_INPUT_UNITS || /\p{Surrogate}/u.test(row.input)) return [];
    const expected = record(() => {
      if (row.error) throw Object.assign(new Error(), { code: row.error[0], index: row.error[1] });
      return op === "form" ? JSON.stringify(row.pairs) : row.value;
    }, row.input);
    return [{ id: row.id, op, input: row.input, ...expected }];
  });
}
