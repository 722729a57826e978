// Writes the cases and hostile rows for hosts in other languages, a line each: node engines/column/write-cases.mjs FILE [ROWS].
// The fields: operation, flags, argument, input, value or `null`, status, code, byte offset, length. The argument is the set, or the
// name of the parameter. Bytes are hex, -1 means none, and the value of `layers` is a number.
import { closeSync, openSync, writeSync } from "node:fs";
import { GOLDEN_LAYERS } from "../golden.mjs";
import { columnCases } from "./cases.mjs";
import { ColumnModule, FLAGS } from "./host.mjs";
import { hostileRows } from "./hostile.mjs";

const SEED = 20261123;
const BLOCK_ROWS = 10_000;
/** One row of so many is also searched for a parameter, in a URI and in a form. */
const PARAM_SHARE = 10;

const [file = "", rows = "50000"] = process.argv.slice(2);
const module = new ColumnModule();
const handle = openSync(file, "w");
const hex = (bytes) =>
  typeof bytes === "number" || bytes === null ? String(bytes) : Buffer.from(bytes).toString("hex");
const toLine = (call, input, { value, status, code, byte_offset, length }) =>
  `${[call.op, call.flags, hex(call.name ?? call.set ?? new Uint8Array(16)), hex(input), hex(value), status, code ?? "", byte_offset ?? -1, length ?? -1].join("\t")}\n`;
writeSync(handle, columnCases().map((one) => toLine(one.call, one.input, one)).join("")); // prettier-ignore
const layers = { op: /** @type {const} */ ("layers"), flags: 0 };
for (const [text, value] of GOLDEN_LAYERS)
  writeSync(handle, toLine(layers, Buffer.from(text), /** @type {any} */ ({ value, status: "ok" })));
const q = Buffer.from("q");
const calls = /** @type {any[]} */ ([
  { op: "decode", flags: 0, rows: Number(rows), seed: SEED },
  { ...layers, rows: Number(rows) / PARAM_SHARE, seed: SEED },
  { op: "queryParam", flags: 0, name: q, rows: Number(rows) / PARAM_SHARE, seed: SEED + 1 },
  { op: "queryParam", flags: FLAGS.form, name: q, rows: Number(rows) / PARAM_SHARE, seed: SEED + 1 },
  { op: "queryParam", flags: 0, name: Buffer.from("é".repeat(600)), rows: 10, seed: SEED + 1 },
]);
for (const call of calls) {
  for (let from = 0; from < call.rows; from += BLOCK_ROWS) {
    const block = hostileRows(call.seed, Math.min(BLOCK_ROWS, call.rows - from), from);
    const results = module.run(call, block);
    writeSync(handle, block.map((row, k) => toLine(call, row, results[k])).join(""));
  }
}
closeSync(handle);
