// Measures rows of a Parquet file per second on one thread of the engine, beside DuckDB's own url_decode and url_encode. Results are
// compared first, and the rounds alternate.
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { processorSeconds } from "../processor-time.mjs";
import { registerPercodec } from "./percodec-duckdb.mjs";

const ROWS = 1_000_000;
const ROUNDS = 5;

const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
const connection = await instance.connect();
registerPercodec(connection);
const file = join(tmpdir(), `percodec-duckdb-${process.pid}.parquet`);
process.once("exit", () => rmSync(file, { force: true }));
await connection.run(`
  COPY (SELECT '/search?q=stra%C3%9Fe%20' || i || '&lang=de' AS encoded, '/search?q=straße ' || i || '&lang=de' AS plain FROM range(${ROWS}) r(i)) TO '${file}'`);

const checksum = async (expression) =>
  (await connection.runAndReadAll(`SELECT sum(hash(${expression})) FROM '${file}'`)).getRowsJS()[0][0];

const comparisons = [
  { ours: "percent_decode(encoded)", theirs: "url_decode(encoded)" },
  { ours: "percent_encode(plain)", theirs: "url_encode(plain)" },
];
for (const { ours, theirs } of comparisons) {
  assert.equal(await checksum(ours), await checksum(theirs));
  const expressions = [ours, theirs, ours.replace("(", "_report(")];
  /** @type {Record<string, { wall: number[], cpu: number[] }>} */
  const times = Object.fromEntries(expressions.map((expression) => [expression, { wall: [], cpu: [] }]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [expression, { wall, cpu }] of Object.entries(times)) {
      const [started, before] = [performance.now(), processorSeconds()];
      await checksum(expression);
      wall.push(performance.now() - started);
      cpu.push(processorSeconds() - before);
    }
  }
  const median = (list) => list.sort((a, b) => a - b)[ROUNDS >> 1];
  const base = median(times[theirs]?.cpu ?? []);
  for (const [expression, { wall, cpu }] of Object.entries(times)) {
    const seconds = `${(median(wall) / 1000).toFixed(2)} s, ${median(cpu).toFixed(2)} s of processor time a million rows`;
    console.log(`${expression.padEnd(32)} ${seconds}, ${(median(cpu) / base).toFixed(1)} x`);
  }
}
