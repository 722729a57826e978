// Compares `percodec inspect` of two builds over lines, and checks the bars: npm run bench -- inspect OLD [NEW]
//   OLD, NEW     dist folders; NEW is this one by default
//   --rounds N   the number of rounds (default 5)
// Both builds have to write the same counts; other output may have more words. Times are processor time of whole processes, which run in turn.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { makeLines } from "./inspect-corpus.mjs";
import { median } from "./measure.mjs";

/** The sizes in bytes, and the least ratios of the old time to the new one. */
const CORPORA = {
  "lines without findings": { hasFindings: false, size: 48e6, bar: 20 },
  "lines with findings": { hasFindings: true, size: 12e6, bar: 2 },
};
const MODES = [["--summary"], ["--only-findings"], ["--only-findings", "--json"], [], ["--json"]];

const { values, positionals } = parseArgs({
  options: { rounds: { type: "string", default: "5" } },
  allowPositionals: true,
});
const [before, after = fileURLToPath(new URL("../library/dist", import.meta.url))] = positionals;
if (before === undefined) throw new Error("npm run bench -- inspect OLD [NEW]: a dist folder is missing");
const builds = [before, after];
const folder = mkdtempSync(join(tmpdir(), "percodec-inspect-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const input = join(folder, "input");
const outputs = builds.map((_, k) => join(folder, `output-${k}`));
const times = join(folder, "times");

/** Runs a build and returns its processor time in seconds. */
function run(k, words) {
  const line = `TIMEFORMAT='%U %S'; { time "$0" "$@" > ${outputs[k]}; } 2> ${times}`;
  const args = ["-c", line, process.execPath, join(builds[k] ?? "", "cli.cjs"), "inspect", ...words, "-f", input];
  // Node reads the certificates of this variable at each start, which takes 100 ms.
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: "" };
  const { status } = spawnSync("bash", args, { stdio: "inherit", env });
  if (status !== 0) throw new Error(`${words.join(" ")}: exit ${status}`);
  const seconds = readFileSync(times, "utf8").trim().split(" ").map(Number);
  return seconds.reduce((sum, one) => sum + one);
}

let missed = false;
for (const [name, { hasFindings, size, bar }] of Object.entries(CORPORA)) {
  const lines = makeLines(hasFindings, size);
  writeFileSync(input, lines);
  for (const words of MODES) {
    /** @type {number[][]} */
    const seconds = [[], []];
    for (let round = 0; round < Number(values.rounds); round++) {
      for (const k of round % 2 === 0 ? [0, 1] : [1, 0]) seconds[k]?.push(run(k, words));
      if (
        round === 0 &&
        words[0] === "--summary" &&
        !readFileSync(outputs[0] ?? "").equals(readFileSync(outputs[1] ?? ""))
      )
        throw new Error(`${name}, ${words.join(" ")}: the builds differ`);
    }
    const [old = NaN, now = NaN] = seconds.map(median);
    const ok = old / now >= bar;
    missed ||= !ok;
    const mode = words.length === 0 ? "(each line)" : words.join(" ");
    console.log(
      `${ok ? "ok  " : "MISS"} ${name}, ${mode}: ${old.toFixed(2)} s → ${now.toFixed(2)} s, ${(old / now).toFixed(1)} times ` +
        `as fast (bar ${bar}; ${(size / 1e6).toFixed(0)} MB, ${lines.split("\n").length - 1} lines, ${values.rounds} rounds)`,
    );
  }
}
process.exitCode = missed ? 1 : 0;
