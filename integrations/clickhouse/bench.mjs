// Times percodec's functions and ClickHouse's own on a million rows and one thread. Results are compared first; the bar is 2.2 s.
import assert from "node:assert/strict";
import { Session } from "chdb";
import { install } from "./installation.mjs";

const ROWS = 1_000_000;
const ROUNDS = 7;
const BAR_MS = 2_200;

const { configuration, remove } = install();
const session = new Session(undefined, { connectionArgs: [`--config-file=${configuration}`] });
try {
  session.query(`
    CREATE TABLE rows ENGINE = Memory AS
    SELECT concat('/search?q=stra%C3%9Fe%20', toString(number), '&lang=de') AS encoded, decodeURLComponent(encoded) AS plain
    FROM numbers(${ROWS})`);
  const checksum = (expression) =>
    session.query(`SELECT sum(cityHash64(${expression})) FROM rows SETTINGS max_threads = 1`, "TSV").trim();
  const comparisons = [
    ["decodeURLComponent(encoded)", "percodecDecode(encoded)", "percodecDecodeTSV(encoded)"],
    ["encodeURLComponent(plain)", "percodecEncode(plain)", "percodecEncodeTSV(plain)"],
    ["decodeURLComponent(encoded)", "percodecDecodeReport(encoded).value"],
  ];
  let slowest = 0;
  for (const [own, ...ours] of comparisons) {
    const times = Object.fromEntries([own, ...ours].map((expression) => [expression, []]));
    for (const expression of ours)
      if (!expression.includes("Report")) assert.equal(checksum(expression), checksum(own), expression);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [expression, list] of Object.entries(times)) {
        const started = performance.now();
        checksum(expression);
        list.push(performance.now() - started);
      }
    }
    for (const [expression, list] of Object.entries(times)) {
      const median = list.sort((a, b) => a - b)[ROUNDS >> 1];
      const bar = ours.includes(expression) ? `, ${(median / BAR_MS).toFixed(2)} of the bar` : "";
      console.log(`${expression.padEnd(38)} ${(median / 1000).toFixed(2)} s a million rows on one thread${bar}`);
      if (ours.includes(expression)) slowest = Math.max(slowest, median);
    }
  }
  console.log(`the slowest takes ${(slowest / BAR_MS).toFixed(2)} of the bar of ${BAR_MS / 1000} s`);
  process.exitCode = slowest <= BAR_MS ? 0 : 1;
} finally {
  session.cleanup();
  remove();
}
