// Writes docs/speed.md and its charts from the runs under bench/results: npm run bench:page; with --check it compares.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chart } from "./chart.mjs";
import { filedRuns, ratioOf, runtimesOf } from "./filed.mjs";
import { pageText } from "./text.mjs";

const docs = fileURLToPath(new URL("../../docs/", import.meta.url));
const check = process.argv.includes("--check");

const kinds = filedRuns();
const runtimes = runtimesOf(kinds);
if (!runtimes.main) throw new Error("no run of Node is filed: npm run bench");

const SUBTITLE = "Competitor's time over ours, logarithmic: right of 1 percodec is faster. The line is the bar";
const subtitle = ({ before }) => `${SUBTITLE}${before ? ", the circle how it was before." : "."}`;

/** The rows of a table that have a ratio to this competitor; `label` names them. */
function rowsOf({ now, before }, table, competitor, label = ({ id }) => id) {
  return now.workloads.flatMap((workload) => {
    const ratio = workload.table === table && workload.ratios?.find(({ against }) => against === competitor);
    if (!ratio) return [];
    return [
      { label: label(workload), now: ratio.ratio, before: ratioOf(before, workload.id, competitor), must: ratio.must },
    ];
  });
}

function commandRows({ now, before }) {
  return now.workloads
    .filter(({ table }) => table === "cli")
    .flatMap(({ id, ratios }) =>
      ratios.map(({ against, ratio, must }) => ({
        label: `${id.replace(", file to file", "")}: ${against}`,
        now: ratio,
        before: ratioOf(before, id, against),
        must,
      })),
    );
}

const charts = {
  "speed-strings.svg": {
    title: "Texts, against encodeURIComponent and decodeURIComponent",
    subtitle: subtitle(runtimes.main),
    // The other set and the result that is not touched are in the table.
    rows: rowsOf(runtimes.main, "strings", "native", ({ id }) => id.replace(", component", "")).filter(
      ({ label }) => !label.includes(","),
    ),
  },
  "speed-forms.svg": {
    title: "Forms, against URLSearchParams",
    subtitle: subtitle(runtimes.main),
    rows: rowsOf(runtimes.main, "forms", "URLSearchParams"),
  },
  ...(kinds.cli && {
    "speed-command.svg": {
      title: "The command, whole processes over lines of URLs",
      subtitle: subtitle(kinds.cli),
      rows: commandRows(kinds.cli),
    },
  }),
};

const files = {
  "speed.md": await pageText(kinds, runtimes, charts),
  ...Object.fromEntries(Object.entries(charts).map(([name, data]) => [name, chart(data)])),
};
for (const [name, text] of Object.entries(files)) {
  const same = existsSync(docs + name) && readFileSync(docs + name, "utf8") === text;
  if (!check) writeFileSync(docs + name, text);
  else console.log(`${same ? "pass" : "FAIL"}  docs/${name}${same ? "" : " is not what npm run bench:page writes"}`);
  if (check && !same) process.exitCode = 1;
}
