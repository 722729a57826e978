// Reads the runs in bench/results. The page shows the newest of each kind.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../results/", import.meta.url));

/** Returns the workload with this name in a run, or undefined. */
export const findWorkload = (run, id) => run?.workloads.find((row) => row.id === id);

export const findRatio = (run, id, against) =>
  findWorkload(run, id)?.ratios?.find((row) => row.against === against)?.ratio;

/** Returns the newest run of each kind (`node20`, `cli`, `chromium` …). */
export function savedRuns() {
  const runs = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => JSON.parse(readFileSync(folder + name, "utf8")))
    .sort((a, b) => (a.at < b.at ? -1 : 1));
  return Object.fromEntries(runs.map((run) => [run.kind, run]));
}

/** Returns the runs of Node 20, whose bars count, as `main`, those of every engine, and those of the calls of an application. */
export function splitRuntimes(kinds) {
  const those = (start) => Object.keys(kinds).flatMap((kind) => (kind.startsWith(start) ? [kinds[kind]] : []));
  return { main: kinds.node20, engines: those("engine-"), requests: those("requests-") };
}
