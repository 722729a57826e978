// The runs under bench/results, by what ran: the newest is what the page shows, the one labelled before, or else the oldest, stands beside it.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../results/", import.meta.url));

/** The workload of this name in a run, or undefined. */
export const workloadOf = (run, id) => run?.workloads.find((row) => row.id === id);

export const ratioOf = (run, id, against) => workloadOf(run, id)?.ratios?.find((row) => row.against === against)?.ratio;

/** For each kind of run (`node20`, `cli`, `chromium` …) the run `now`, and `before` where there is an older one. */
export function filedRuns() {
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

/** The Node whose bars count: the oldest that is filed. The others and the browsers stand beside it. */
export function runtimesOf(kinds) {
  const [main = "", ...newer] = Object.keys(kinds)
    .filter((kind) => kind.startsWith("node"))
    .sort((a, b) => Number(a.slice(4)) - Number(b.slice(4)));
  const others = [...newer, "chromium", "firefox"].filter((kind) => kind in kinds);
  return { main: kinds[main], others: others.map((kind) => kinds[kind]) };
}
