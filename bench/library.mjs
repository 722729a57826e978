// Times percodec and its competitors in this process and checks the bars: npm run bench (runs.mjs has its options)
//   --cpu   measure processor time, for a machine that other programs use; elapsed time by default
import { existsSync } from "node:fs";
import { installOnce } from "../tests/support/install.mjs";
import { ROUND_MS, ROUNDS, WORKLOADS } from "./definitions.mjs";
import { compare } from "./measure.mjs";
import { compareWithBars, listMissed } from "./results.mjs";
import { printMissed, printTables, readOptions, saveRun } from "./runs.mjs";

const options = readOptions(ROUNDS, 9, { cpu: { type: "boolean", default: false } });
const { only, rounds, cpu } = options;

/** The processor time of this process in ms. */
const cpuClock = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

if (!existsSync(new URL("../library/dist/index.js", import.meta.url)))
  throw new Error("nothing is built: npm run build");
installOnce("bench");
const { check, setUp } = await import("./candidates/index.mjs");
const started = performance.now();
const chosen = WORKLOADS.filter(({ id }) => id.includes(only));
if (chosen.length === 0) throw new Error(`no workload has "${only}" in its name`);
const workloads = chosen.map((workload) => {
  const { inputs, candidates, ...answers } = setUp(workload);
  const { table, id, warmMs } = workload;
  check(workload, { inputs, candidates, ...answers });
  const times = compare(candidates, inputs, { rounds, roundMs: ROUND_MS, warmMs, ...(cpu && { clock: cpuClock }) });
  return { table, id, times, ratios: compareWithBars(workload, candidates, times) };
});
printTables(workloads);
const seconds = Math.round((performance.now() - started) / 1000);
const kind = `node${process.versions.node.split(".")[0]}`;
const clock = cpu ? "processor time" : "elapsed time";
saveRun({ kind, clock, rounds, roundMs: ROUND_MS, seconds, workloads }, options);
printMissed(listMissed(workloads));
