// What the benches have in common: their options, and a run, which is printed and saved in bench/results by its date and kind.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, release, totalmem, type } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { TABLES } from "./definitions.mjs";
import { tableText } from "./results.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

function machine() {
  const all = cpus();
  const cpu = String(all[0]?.model)
    .replace(/\((R|TM)\)/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  return {
    cpu,
    cores: all.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release().split(".").slice(0, 2).join(".")}`,
    node: process.versions.node,
    v8: process.versions.v8.split("-")[0],
  };
}

/** Returns the measured version and commit, followed by + if src or cli has uncommitted changes. */
function subject() {
  const { version } = JSON.parse(readFileSync(`${root}library/package.json`, "utf8"));
  const git = (...words) => execFileSync("git", words, { cwd: root, encoding: "utf8" }).trim();
  try {
    const changed = git("status", "--porcelain", "--", "library", "tool") !== "";
    return { version, commit: git("rev-parse", "--short=10", "HEAD") + (changed ? "+" : "") };
  } catch {
    return { version };
  }
}

/** Serializes a run with one workload per line, so that two runs can be compared line by line. */
function serializeRun({ workloads, ...head }) {
  const rows = workloads.map((row) => JSON.stringify(row)).join(",\n");
  return `${JSON.stringify(head).slice(0, -1)},"workloads":[\n${rows}\n]}\n`;
}

/**
 * Reads the options of a bench. Every bench has these:
 *
 *     --only WORDS   only the workloads whose name contains these words
 *     --rounds N     the number of rounds
 *     --label NAME   save as <date>-<kind>-NAME.json
 *     --no-file      do not save the run, as with --only
 *
 * @param {number} rounds the number by default
 * @param {number} least the least number
 * @param {import("node:util").ParseArgsConfig["options"]} [more] the options of this bench
 * @returns {any} `only`, `rounds`, `label`, `isSaved` and the values of the others
 */
export function readOptions(rounds, least, more) {
  const { values } = parseArgs({
    options: {
      only: { type: "string", default: "" },
      rounds: { type: "string", default: String(rounds) },
      label: { type: "string" },
      "no-file": { type: "boolean", default: false },
      ...more,
    },
  });
  if (!(Number(values.rounds) >= least)) throw new Error(`at least ${least} rounds`);
  return { ...values, rounds: Number(values.rounds), isSaved: values.only === "" && !values["no-file"] };
}

/** Prints the table of each heading. */
export function printTables(workloads) {
  for (const [table, heading] of Object.entries(TABLES)) {
    const rows = workloads.filter((row) => row.table === table);
    if (rows.length > 0) console.log(`\n${heading}\n\n${tableText(rows)}`);
  }
}

/** Prints the missed bars; with one, the process fails. */
export function printMissed(missed) {
  for (const line of missed) console.log(`MISSED  ${line}`);
  console.log(`${missed.length} bars missed`);
  if (missed.length > 0) process.exitCode = 1;
}

/**
 * Saves a whole run as `bench/results/<date>-<kind>.json` or `<date>-<kind>-<label>.json`. Overwrites a run of the same day.
 *
 * @param run `kind` (`node20`, `chromium`, `cli` …), `rounds`, `workloads`, and further fields
 * @param options what `readOptions` returns
 */
export function saveRun(run, { isSaved, label }) {
  if (!isSaved) return;
  const now = new Date();
  const date = now.toISOString().slice(0, 10);
  const path = `bench/results/${[date, run.kind, label].filter(Boolean).join("-")}.json`;
  const { kind, workloads, ...more } = run;
  const at = `${now.toISOString().slice(0, 19)}Z`;
  mkdirSync(`${root}bench/results`, { recursive: true });
  writeFileSync(root + path, serializeRun({ kind, label, at, subject: subject(), machine: machine(), ...more, workloads })); // prettier-ignore
  console.log(`saved as ${path}`);
}
