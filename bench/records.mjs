// Compares `percodec records` with a reference implementation, times it, and checks the bars: npm run bench -- records [-- FORMAT...]
// Rates are MB of input per second of the process's processor time, so that other work on the machine does not count.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeCorpus, FORMATS } from "./records-corpus.mjs";

/** The least rates in MB per second and core. */
const BARS = { lines: 60, nul: 60, tsv: 60, jsonl: 40, csv: 40, rowbinary: 60 };
const SIZE = 128e6;
const ROUNDS = 5;

const cli = fileURLToPath(new URL("../dist/cli.cjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "percodec-records-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const input = join(folder, "input");
const output = join(folder, "output");
const times = join(folder, "times");

let missed = false;
const chosen = process.argv.slice(2);
for (const [format, { words }] of Object.entries(FORMATS)) {
  if (chosen.length > 0 && !chosen.includes(format)) continue;
  const { input: block, output: answer } = makeCorpus(format, 4e6);
  const blocks = Math.ceil(SIZE / block.length);
  writeFileSync(input, Buffer.concat(Array(blocks).fill(block)));
  const rates = [];
  for (let round = 0; round < ROUNDS; round++) {
    const line = `TIMEFORMAT='%U %S'; { time "$0" "$@" < ${input} > ${output}; } 2> ${times}`;
    const args = ["-c", line, process.execPath, cli, "records", "--format", format, ...words];
    const { status } = spawnSync("bash", args, { stdio: "inherit" });
    if (status !== 0) throw new Error(`${format}: exit ${status}`);
    if (round === 0 && !readFileSync(output).equals(Buffer.concat(Array(blocks).fill(answer)))) {
      throw new Error(`${format}: differs from the reference implementation`);
    }
    const seconds = readFileSync(times, "utf8").trim().split(" ").map(Number);
    rates.push((blocks * block.length) / 1e6 / seconds.reduce((sum, one) => sum + one));
  }
  const rate = rates.sort((a, b) => a - b)[ROUNDS >> 1];
  const ok = rate >= BARS[format];
  missed ||= !ok;
  console.log(
    `${ok ? "ok  " : "MISS"} ${format.padEnd(9)} ${rate.toFixed(0).padStart(4)} MB/s (bar ${BARS[format]}; ${ROUNDS} rounds from ` +
      `${rates[0].toFixed(0)} to ${rates.at(-1).toFixed(0)})`,
  );
}
process.exitCode = missed ? 1 : 0;
