// Writes the cases and hostile rows for hosts in other languages, a line each: node integrations/column/write-cases.mjs FILE [ROWS]
// The fields: operation, flags, set, input, value or `null`, status, code, byte offset, length; bytes are hex, and -1 means none.
import { closeSync, openSync, writeSync } from "node:fs";
import { columnCases } from "./cases.mjs";
import { ColumnModule } from "./host.mjs";
import { hostileRows } from "./hostile.mjs";

const SEED = 20261123;
const BLOCK_ROWS = 10_000;

const [file = "", rows = "50000"] = process.argv.slice(2);
const module = new ColumnModule();
const handle = openSync(file, "w");
const hex = (bytes) => (bytes === null ? "null" : Buffer.from(bytes).toString("hex"));
const toLine = ({ op, flags, set = new Uint8Array(16) }, input, { value, status, code, byte_offset, length }) =>
  `${[op, flags, hex(set), hex(input), hex(value), status, code ?? "", byte_offset ?? -1, length ?? -1].join("\t")}\n`;
// The length of a golden row is not in the vectors: it is that of V8, which column.test.mjs compares with the library.
const lines = columnCases().map((one) =>
  toLine(
    one.call,
    one.input,
    one.length === undefined ? { ...one, length: module.run(one.call, [one.input])[0].length } : one,
  ),
);
writeSync(handle, lines.join(""));
for (let from = 0; from < Number(rows); from += BLOCK_ROWS) {
  const block = hostileRows(SEED, Math.min(BLOCK_ROWS, Number(rows) - from), from);
  const call = { op: "decode", flags: 0 };
  const results = module.run(/** @type {any} */ (call), block);
  writeSync(handle, block.map((row, k) => toLine(call, row, results[k])).join(""));
}
closeSync(handle);
