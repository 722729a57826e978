// Reads the runs in bench/results. The page shows the newest of each kind.
import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("../results/", import.meta.url);

/**
 * Returns the newest run of each kind: `main` of Node 20, whose bars count, `cli`, `links`, `load`, and in lists `engines`, the texts in every
 * engine, `requests`, the calls of an application in every engine, and `all`.
 */
export function savedRuns() {
  const runs = readdirSync(folder)
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")))
    .sort((a, b) => (a.at < b.at ? -1 : 1));
  const kinds = Object.fromEntries(runs.map((run) => [run.kind, run]));
  const { node20: main, cli, links, load } = kinds;
  const all = Object.values(kinds);
  const findKind = (start) => all.filter(({ kind }) => kind.startsWith(start));
  return { main, cli, links, load, engines: findKind("engine-"), requests: findKind("requests-"), all };
}
