// Measures rows per second on one thread of the engine, beside DuckDB's own url_decode and url_encode. Results are compared first.
import assert from "node:assert/strict";
import { DuckDBInstance } from "@duckdb/node-api";
import { registerPercodec } from "./percodec-duckdb.mjs";

const ROWS = 1_000_000;
const ROUNDS = 5;

const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
const connection = await instance.connect();
registerPercodec(connection);
await connection.run(`
  CREATE TABLE rows AS
  SELECT '/search?q=stra%C3%9Fe%20' || i || '&lang=de' AS encoded, '/search?q=straße ' || i || '&lang=de' AS plain FROM range(${ROWS}) r(i)`);

const checksum = async (expression) =>
  (await connection.runAndReadAll(`SELECT sum(hash(${expression})) FROM rows`)).getRowsJS()[0][0];

const comparisons = [
  { ours: "percent_decode(encoded)", theirs: "url_decode(encoded)" },
  { ours: "percent_encode(plain)", theirs: "url_encode(plain)" },
];
for (const { ours, theirs } of comparisons) {
  assert.equal(await checksum(ours), await checksum(theirs));
  const expressions = [ours, theirs, ours.replace("(", "_report(")];
  /** @type {Record<string, number[]>} */
  const times = Object.fromEntries(expressions.map((expression) => [expression, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [expression, list] of Object.entries(times)) {
      const started = performance.now();
      await checksum(expression);
      list.push(performance.now() - started);
    }
  }
  const median = (list) => list.sort((a, b) => a - b)[ROUNDS >> 1];
  for (const [expression, list] of Object.entries(times)) {
    const [time, base] = [median(list), median(times[theirs])];
    const rate = (ROWS / time / 1000).toFixed(2);
    console.log(
      `${expression.padEnd(32)} ${rate.padStart(6)} million rows a second, ${(time / base).toFixed(1)} x the time`,
    );
  }
}
