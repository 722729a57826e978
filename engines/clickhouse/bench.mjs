// Times percodec's functions and ClickHouse's own on a million rows of a Parquet file and one thread, with the processes of the pools.
// Results are compared first, and the rounds alternate; the bar is 2.2 s.
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Session } from "chdb";
import { processorSeconds } from "../processor-time.mjs";
import { install } from "./installation.mjs";

const ROWS = 1_000_000;
const ROUNDS = 7;
const BAR_MS = 2_200;

const { configuration, remove } = install();
const file = join(tmpdir(), `percodec-clickhouse-${process.pid}.parquet`);
const session = new Session(undefined, { connectionArgs: [`--config-file=${configuration}`] });
try {
  session.query(`
    INSERT INTO FUNCTION file('${file}', Parquet)
    SELECT concat('/search?q=stra%C3%9Fe%20', toString(number), '&lang=de') AS encoded, decodeURLComponent(encoded) AS plain
    FROM numbers(${ROWS})`);
  const checksum = (expression) =>
    session
      .query(`SELECT sum(cityHash64(${expression})) FROM file('${file}', Parquet) SETTINGS max_threads = 1`, "TSV")
      .trim();
  const comparisons = [
    ["decodeURLComponent(encoded)", "percodecDecode(encoded)"],
    ["encodeURLComponent(plain)", "percodecEncode(plain)"],
    ["decodeURLComponent(encoded)", "percodecDecodeReport(encoded).value"],
  ];
  let slowest = 0;
  for (const [own, ...ours] of comparisons) {
    const times = Object.fromEntries([own, ...ours].map((expression) => [expression, { wall: [], cpu: [] }]));
    for (const expression of ours)
      if (!expression.includes("Report")) assert.equal(checksum(expression), checksum(own), expression);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [expression, { wall, cpu }] of Object.entries(times)) {
        const [started, before] = [performance.now(), processorSeconds()];
        checksum(expression);
        wall.push(performance.now() - started);
        cpu.push(processorSeconds() - before);
      }
    }
    for (const [expression, { wall, cpu }] of Object.entries(times)) {
      const bar = ours.includes(expression) ? `, ${(median(wall) / BAR_MS).toFixed(2)} of the bar` : "";
      console.log(
        `${expression.padEnd(38)} ${(median(wall) / 1000).toFixed(2)} s, ${median(cpu).toFixed(2)} s of processor time a million rows${bar}`,
      );
      if (ours.includes(expression)) slowest = Math.max(slowest, median(wall));
    }
  }
  console.log(`the slowest takes ${(slowest / BAR_MS).toFixed(2)} of the bar of ${BAR_MS / 1000} s`);
  process.exitCode = slowest <= BAR_MS ? 0 : 1;
} finally {
  session.cleanup();
  remove();
  rmSync(file, { force: true });
}

function median(values) {
  return values.sort((a, b) => a - b)[ROUNDS >> 1];
}
