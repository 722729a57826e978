// Reads the runs in bench/results. For each kind of run the page shows the newest, and for comparison the run with the label
// `before` or else the oldest.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../results/", import.meta.url));

/** Returns the workload with this name in a run, or undefined. */
export const findWorkload = (run, id) => run?.workloads.find((row) => row.id === id);

export const findRatio = (run, id, against) =>
  findWorkload(run, id)?.ratios?.find((row) => row.against === against)?.ratio;

/** Returns for each kind of run (`node20`, `cli`, `chromium` …) the run `now`, and `before` if there is an older one. */
export function savedRuns() {
  const runs = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => ({ name, ...JSON.parse(readFileSync(folder + name, "utf8")) }))
    .sort((a, b) => Number(b.label === "before") - Number(a.label === "before") || (a.at < b.at ? -1 : 1));
  const kinds = {};
  for (const run of runs) {
    const kind = (kinds[run.kind] ??= {});
    if (kind.now) kind.before ??= kind.now;
    kind.now = run;
  }
  return kinds;
}

/** Returns the runs of Node 20, whose bars count, as `main`, those of every engine, and those of the calls of an application. */
export function splitRuntimes(kinds) {
  const those = (start) => Object.keys(kinds).flatMap((kind) => (kind.startsWith(start) ? [kinds[kind]] : []));
  return { main: kinds.node20, engines: those("engine-"), requests: those("requests-") };
}
