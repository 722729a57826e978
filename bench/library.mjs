// Times percodec and its competitors in this process and checks the bars: npm run bench
//   --only WORDS     only the workloads whose name contains these words; does not save the run
//   --rounds N       the number of rounds (default 15, at least 9)
//   --cpu            measure processor time, for a machine that other programs use; elapsed time by default
//   --label NAME     save as <date>-node<major>-NAME.json
//   --no-file        do not save the run
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { installOnce } from "../tests/support/install.mjs";
import { check, setUp } from "./candidates/index.mjs";
import { ROUND_MS, ROUNDS, TABLES, WORKLOADS } from "./definitions.mjs";
import { saveRun } from "./save-run.mjs";
import { loadKernelBytes } from "./kernel-bytes.mjs";
import { compare } from "./measure.mjs";
import { compareWithBars, listMissed, tableText } from "./results.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const LEAST_ROUNDS = 9;

const { values: flags } = parseArgs({
  options: {
    only: { type: "string" },
    rounds: { type: "string", default: String(ROUNDS) },
    cpu: { type: "boolean", default: false },
    label: { type: "string" },
    "no-file": { type: "boolean", default: false },
  },
});
const rounds = Number(flags.rounds);
if (!(rounds >= LEAST_ROUNDS)) throw new Error(`at least ${LEAST_ROUNDS} rounds`);

/** The processor time of this process in ms. */
const cpuClock = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const started = performance.now();
const modules = await load();
const chosen = WORKLOADS.filter(({ id }) => id.includes(flags.only ?? ""));
if (chosen.length === 0) throw new Error(`no workload has "${flags.only}" in its name`);
const done = [];
for (const workload of chosen) {
  const { skip, inputs, candidates, ...answers } = setUp(workload, modules);
  const { table, id, warmMs } = workload;
  if (skip) {
    done.push({ table, id, skip });
    continue;
  }
  check(workload, { inputs, candidates, ...answers });
  const times = compare(candidates, inputs, {
    rounds,
    roundMs: ROUND_MS,
    warmMs,
    ...(flags.cpu && { clock: cpuClock }),
  });
  done.push({ table, id, times, ratios: compareWithBars(workload, candidates, times) });
  if (process.stderr.isTTY) process.stderr.write(`\r${done.length} of ${chosen.length} \r`);
}

for (const [table, heading] of Object.entries(TABLES)) {
  const rows = done.filter((row) => row.table === table);
  if (rows.length > 0) console.log(`\n${heading}\n\n${tableText(rows)}`);
}
const seconds = Math.round((performance.now() - started) / 1000);
if (flags.only === undefined && !flags["no-file"]) {
  const kind = `node${process.versions.node.split(".")[0]}`;
  console.log(
    `\nsaved as ${saveRun({ kind, clock: flags.cpu ? "processor time" : "elapsed time", rounds, roundMs: ROUND_MS, seconds, workloads: done }, flags.label)}`,
  );
}
const missed = listMissed(done);
const bars = done.flatMap(({ ratios = [] }) => ratios).filter(({ must }) => must !== undefined).length;
console.log(`\n${bars} bars, ${missed.length} missed (${rounds} rounds of ${ROUND_MS} ms, ${seconds} s)`);
for (const line of missed) console.log(`MISSED  ${line}`);
process.exitCode = missed.length === 0 ? 0 : 1;

async function load() {
  if (!existsSync(`${here}../library/dist/index.js`)) throw new Error("nothing is built: npm run build");
  installOnce("bench");
  const require = createRequire(import.meta.url);
  return {
    percodec: await import("percodec"),
    sets: await import("percodec/sets"),
    form: await import("percodec/form"),
    uri: await import("percodec/uri"),
    inspect: await import("percodec/inspect"),
    template: await import("percodec/template"),
    competitors: (await import("./competitors/index.mjs")).competitors,
    querystring: require("node:querystring"),
    Buffer,
    kernelBytes: await loadKernelBytes(),
  };
}
