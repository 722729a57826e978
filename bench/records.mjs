// Compares `percodec records` with a reference implementation, times it, and checks the bars: npm run bench -- records [FORMAT...]
//   --against FILE   another build's tool/dist/cli.cjs: both run in turns, and the ratios of their times have bars
// Rates are MB of input per second of the process's processor time, so that other work on the machine does not count.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { median } from "./measure.mjs";
import { makeCorpus, FORMATS } from "./records-corpus.mjs";
import { makeTemporaryFolder } from "../tests/support/temporary-folder.mjs";

/** The least rates in MB per second and core, and the least ratios to the build before the record loop in WebAssembly. */
const BARS = {
  lines: { rate: 120, ratio: 2.2 },
  nul: { rate: 120, ratio: 2.2 },
  tsv: { rate: 120, ratio: 2.2 },
  hostile: { rate: 200, ratio: 1 },
  hex: { rate: 120, ratio: 1.7 },
  jsonl: { rate: 50, ratio: 1.2 },
  csv: { rate: 50, ratio: 1.2 },
  rowbinary: { rate: 160, ratio: 2.7 },
};
const SIZE = 128e6;
const ROUNDS = 5;

const { values: flags, positionals: chosen } = parseArgs({
  options: { against: { type: "string" } },
  allowPositionals: true,
});
const current = { build: fileURLToPath(new URL("../tool/dist/cli.cjs", import.meta.url)), rates: [0] };
const other = flags.against === undefined ? undefined : { build: flags.against, rates: [0] };
const builds = other ? [current, other] : [current];
const folder = makeTemporaryFolder("records");
const input = join(folder, "input");
const output = join(folder, "output");
const times = join(folder, "times");

let missed = false;
for (const [name, { format, words }] of Object.entries(FORMATS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const { input: block, output: answer } = makeCorpus(name, 4e6);
  const blocks = Math.ceil(SIZE / block.length);
  writeFileSync(input, Buffer.concat(Array(blocks).fill(block)));
  for (const { rates } of builds) rates.length = 0;
  for (let round = 0; round < ROUNDS; round++) {
    for (const { build, rates } of builds) {
      const seconds = run(build, ["records", "--format", format, ...words]);
      rates.push((blocks * block.length) / 1e6 / seconds);
      if (round === 0 && !readFileSync(output).equals(Buffer.concat(Array(blocks).fill(answer)))) {
        throw new Error(`${name}: differs from the reference implementation`);
      }
    }
  }
  const rate = median(current.rates);
  const ratio = other === undefined ? Infinity : rate / median(other.rates);
  const ok = rate >= BARS[name].rate && ratio >= BARS[name].ratio;
  missed ||= !ok;
  const comparison = other === undefined ? "" : `, ${ratio.toFixed(2)} times the other build (bar ${BARS[name].ratio})`;
  console.log(
    `${ok ? "ok  " : "MISS"} ${name.padEnd(9)} ${rate.toFixed(0).padStart(4)} MB/s (bar ${BARS[name].rate}; ${ROUNDS} rounds from ` +
      `${Math.min(...current.rates).toFixed(0)} to ${Math.max(...current.rates).toFixed(0)})${comparison}`,
  );
}
process.exitCode = missed ? 1 : 0;

/** Runs a build, and returns its processor time in seconds. */
function run(build, words) {
  const line = `TIMEFORMAT='%U %S'; { time "$0" "$@" < ${input} > ${output}; } 2> ${times}`;
  const { status } = spawnSync("bash", ["-c", line, process.execPath, build, ...words], { stdio: "inherit" });
  if (status !== 0) throw new Error(`${words.join(" ")}: exit ${status}`);
  const seconds = readFileSync(times, "utf8").trim().split(" ").map(Number);
  return seconds.reduce((sum, one) => sum + one);
}
