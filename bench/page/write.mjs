// Writes docs/speed.md and its charts from the runs in bench/results: npm run bench -- page. With --check compares them.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chart } from "./chart.mjs";
import { savedRuns } from "./saved-runs.mjs";
import { pageText } from "./text.mjs";

const docs = fileURLToPath(new URL("../../docs/", import.meta.url));
const check = process.argv.includes("--check");

const runs = savedRuns();

const subtitle = "Competitor's time divided by ours, logarithmic: right of 1 percodec is faster. The line is the bar.";

/** Returns the rows of a table with a ratio to this competitor. */
function chartRows(run, table, competitor, label = ({ id }) => id) {
  return run.workloads.flatMap((workload) => {
    const ratio = workload.table === table && workload.ratios?.find(({ against }) => against === competitor);
    return ratio ? [{ label: label(workload), ratio: ratio.ratio, must: ratio.must }] : [];
  });
}

function commandRows(run) {
  return run.workloads
    .filter(({ table }) => table === "cli")
    .flatMap(({ id, ratios }) =>
      ratios.map(({ against, ratio, must }) => ({
        label: `${id.replace(", file to file", "")}: ${against}`,
        ratio,
        must,
      })),
    );
}

const charts = {
  "speed-strings.svg": {
    title: "Texts, against encodeURIComponent and decodeURIComponent",
    subtitle,
    // The rows with the other set or with a discarded result are only in the table.
    rows: chartRows(runs.main, "strings", "native", ({ id }) => id.replace(", component", "")).filter(
      ({ label }) => !label.includes(","),
    ),
  },
  "speed-forms.svg": {
    title: "Forms, against URLSearchParams",
    subtitle,
    rows: chartRows(runs.main, "forms", "URLSearchParams"),
  },
  "speed-command.svg": {
    title: "The command, whole processes over lines of URLs",
    subtitle,
    rows: commandRows(runs.cli),
  },
};

const files = {
  "speed.md": await pageText(runs, charts),
  ...Object.fromEntries(Object.entries(charts).map(([name, data]) => [name, chart(data)])),
};
for (const [name, text] of Object.entries(files)) {
  const same = existsSync(docs + name) && readFileSync(docs + name, "utf8") === text;
  if (!check) writeFileSync(docs + name, text);
  else console.log(`${same ? "pass" : "FAIL"}  docs/${name}${same ? "" : " is not what npm run bench -- page writes"}`);
  if (check && !same) process.exitCode = 1;
}
