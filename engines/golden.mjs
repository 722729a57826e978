// The golden rows: every engine must return these values. They are the rows of the vectors that `percodec records` can run, and texts that
// are hard to pass on.
import assert from "node:assert/strict";
import { allRows } from "../tests/conformance/vectors.mjs";
import { record } from "./record.mjs";

/** The operation of `percodec records` for a row of the vectors without options and with the default set. */
const OPERATIONS = { decode: "decode", encode: "encode", normalizeUri: "normalize", parseForm: "form" };

/** The functions of engines/functions.mjs that run these operations. */
export const SQL_FUNCTIONS = {
  decode: "percent_decode",
  encode: "percent_encode",
  normalize: "normalize_uri",
  form: "form_pairs",
};

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

/** Texts that a pipe, a format or a type could change. They decode to themselves, and their encodings to them. */
const HARD_TEXTS = [
  "", "\r", "x\r", "1\n", "3\n2", "\0", "a\0", "\\", "\\N", "\\\\N\\n\\", "'\"',;", " 2026-11-23 ", "1e3", "null", "NULL",
  "a\tb\nc\rd\r\ne\\f\vg\bh\fi", "\ufeffa", "\u2028\u0085\ufeff\x1f", "\u{10ffff}",
  // The lengths of RowBinary take one byte more from 128 and from 16,384 on.
  "x".repeat(127), "x".repeat(128), "x".repeat(16_384), "é".repeat(16_384),
]; // prettier-ignore

/** The longest text that every engine accepts by default, in UTF-16 units. */
const MAX_INPUT_UNITS = 100_000;

/** Returns the rows of an operation of `percodec records`: `{ input, value, status, code, byte_offset }`. */
export function goldenRows(op) {
  const toRow = (input, run) => ({ input, ...record(run, input) });
  const vectors = allRows().filter((row) => OPERATIONS[row.op] === op && isPossible(row));
  const rows = vectors.map((row) =>
    toRow(row.input, () => {
      if (row.error) throw Object.assign(new Error(), { code: row.error[0], index: row.error[1] });
      return op === "form" ? JSON.stringify(row.pairs) : row.value;
    }),
  );
  if (op !== "decode") return rows;
  const hard = HARD_TEXTS.flatMap((text) => [text, encodeURIComponent(text)].map((input) => toRow(input, () => text)));
  return [...rows, ...hard, toRow(null)];
}

/** Whether every engine can run a row of the vectors: it has no options, the default set, and a text that an engine can store. */
function isPossible({ op, options, set = "rfc3986-component", input }) {
  if (options || set !== "rfc3986-component") return false;
  // `percodec records --op form` reads the query of a text with a `?` before any `=`, as `parseQuery` does.
  if (op === "parseForm" && /^[^=]*\?/.test(input)) return false;
  // Engines store UTF-8, which has no lone surrogates.
  return input.length <= MAX_INPUT_UNITS && !/\p{Surrogate}/u.test(input);
}

/**
 * Compares what an engine returns with the golden rows.
 *
 * @param functions the name of the engine's function for each operation
 * @param run takes that name and the texts, and returns the records of their results
 */
export async function compareGoldenRows(functions, run) {
  for (const [op, name] of Object.entries(functions)) {
    const rows = goldenRows(op);
    const records = await run(name, rows.map(({ input }) => input)); // prettier-ignore
    assert.equal(records.length, rows.length);
    rows.forEach(({ input, ...expected }, k) => assert.deepEqual({ ...records[k] }, expected, `${name} ${input}`));
  }
}
