// Describes the machine and saves a run in bench/results, by date and kind of run.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, release, totalmem, type } from "node:os";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

export function machine() {
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
export function subject() {
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
 * Saves a run as `bench/results/<date>-<kind>.json` or `<date>-<kind>-<label>.json`. Overwrites a run of the same day.
 *
 * @param run `kind` (`node20`, `chromium`, `cli` …), `rounds`, `workloads`, and further fields
 */
export function saveRun(run, label) {
  const now = new Date();
  const date = now.toISOString().slice(0, 10);
  const name = [date, run.kind, label].filter(Boolean).join("-");
  const path = `bench/results/${name}.json`;
  const { kind, workloads, ...more } = run;
  mkdirSync(`${root}bench/results`, { recursive: true });
  writeFileSync(root + path, serializeRun({ kind, label, at: now.toISOString().slice(0, 19) + "Z", subject: subject(), machine: machine(), ...more, workloads })); // prettier-ignore
  return path;
}
