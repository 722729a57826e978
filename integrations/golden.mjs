// The rows that every engine has to give the same values for: taken from the vectors, as `percodec records` says them.
import { allRows } from "../tests/conformance/vectors.mjs";
import { record } from "./record.mjs";

/** The operation of `percodec records` for a row of the vectors, where it is asked without options and with its usual set. */
const OPERATIONS = {
  decode: "decode",
  encode: "encode",
  normalizeUri: "normalize",
  parseForm: "form",
};

/** No engine takes more as one text without being told to. */
const LONGEST = 100_000;

/** @returns rows of `{ id, op, input, value, status, code, byte_offset }` */
export function goldenRows() {
  return allRows().flatMap((row) => {
    const op = OPERATIONS[row.op];
    const asked = op && !row.options && (row.set ?? "rfc3986-component") === "rfc3986-component";
    // Engines hold UTF-8, and so no lone surrogate.
    if (!asked || row.input.length > LONGEST || /\p{Surrogate}/u.test(row.input)) return [];
    const said = record(() => {
      if (row.error) throw Object.assign(new Error(), { code: row.error[0], index: row.error[1] });
      return op === "form" ? JSON.stringify(row.pairs) : row.value;
    }, row.input);
    return [{ id: row.id, op, input: row.input, ...said }];
  });
}
