// Times processes of the command and of its competitors in other languages and checks the bars: npm run bench -- cli
//   --only WORDS     only the workloads whose name contains these words; does not save the run
//   --rounds N       the number of rounds (default 9, at least 9)
//   --folder PATH    build the competitors and write the corpora in this folder, and keep them
//   --label NAME     save as <date>-cli-NAME.json
//   --no-file        do not save the run
// The run fails if a competitor cannot be built or run, and reports what is missing.
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { CLI, CLI_ROUNDS, SHORT, SHORT_ROUNDS, TABLES } from "../definitions.mjs";
import { saveRun } from "../save-run.mjs";
import { median, quantile, rounded } from "../measure.mjs";
import { compareWithBars, listMissed, tableText } from "../results.mjs";
import { writeCorpora } from "./corpus.mjs";
import { build, hashFile, readOutput, runInto, measureTime, measurePrinting } from "./processes.mjs";
import { PROGRAMS } from "./competitors.mjs";
import { makeTemporaryFolder } from "../../tests/support/temporary-folder.mjs";

/** The program that only copies its input. */
const CEILING = "cat";

const { values: flags } = parseArgs({
  options: {
    only: { type: "string" },
    rounds: { type: "string", default: String(CLI_ROUNDS) },
    folder: { type: "string" },
    label: { type: "string" },
    "no-file": { type: "boolean", default: false },
  },
});
const rounds = Number(flags.rounds);
if (!(rounds >= CLI_ROUNDS)) throw new Error(`at least ${CLI_ROUNDS} rounds`);

const started = performance.now();
const folder = flags.folder ?? makeTemporaryFolder("bench");
mkdirSync(folder, { recursive: true });

const isChosen = ({ id }) => id.includes(flags.only ?? "");
const bulk = CLI.filter(isChosen);
const short = SHORT.filter(isChosen);
if (bulk.length + short.length === 0) throw new Error(`no workload has "${flags.only}" in its name`);
const needed = new Set(["percodec", CEILING, ...bulk.flatMap(({ bars }) => bars.map(({ against }) => against))]);
const { versions, absentPrograms } = prepare(needed);
const files = writeCorpora(folder, bulk);

const done = [...bulk.map(measureBulk), ...short.map(measureShort)];
for (const table of ["cli", "short"]) {
  const rows = done.filter((row) => row.table === table);
  if (rows.length > 0) console.log(`\n${TABLES[table]}\n\n${tableText(rows)}`);
}

const seconds = Math.round((performance.now() - started) / 1000);
const labels = Object.fromEntries([...needed].map((name) => [name, PROGRAMS[name].label]));
const run = { kind: "cli", rounds, seconds, labels, versions, notRun: absentPrograms, workloads: done };
if (flags.only === undefined && !flags["no-file"]) console.log(`\nsaved as ${saveRun(run, flags.label)}`);
const missed = listMissed(done);
const absent = Object.entries(absentPrograms);
console.log(`\n${missed.length} bars missed, ${absent.length} competitors not run (${rounds} rounds, ${seconds} s)`);
for (const line of missed) console.log(`MISSED  ${line}`);
for (const [name, reason] of absent) console.log(`NOT RUN  ${name}: ${reason}`);
process.exitCode = missed.length + absent.length === 0 ? 0 : 1;

/** Builds the programs and reads their versions. */
function prepare(names) {
  const found = {};
  const missing = {};
  for (const name of names) {
    const program = PROGRAMS[name];
    try {
      for (const words of program.build?.(folder) ?? []) build(words);
      [found[name]] = readOutput(program.version).trim().split("\n");
    } catch (error) {
      if (name === "percodec") throw error;
      missing[name] = `${error.message} — ${program.install}`;
    }
  }
  return { versions: found, absentPrograms: missing };
}

/** Checks that the hash of each output is that of the right answer, then measures the programs on a file. */
function measureBulk({ id, table, direction, size, toFile = false, bars }) {
  const { path, bytes, expected } = files[`${direction} ${size}`];
  const output = `${folder}/output.txt`;
  const toWords = (name) =>
    toFile ? PROGRAMS[name].fileWords(direction, folder, path, output) : PROGRAMS[name].words(direction, folder);
  const running = ["percodec"];
  for (const { against } of bars) {
    if (!(against in absentPrograms)) running.push(against);
  }
  if (!toFile && !(CEILING in absentPrograms)) running.push(CEILING);
  for (const name of running) {
    rmSync(output, { force: true });
    if (name === CEILING) continue;
    if (toFile) measureTime(toWords(name));
    else runInto(toWords(name), path, output);
    if (!existsSync(output) || hashFile(output) !== expected) throw new Error(`${id}: ${name} writes a wrong answer`);
  }
  const times = interleave(running, rounds, (name) => {
    if (toFile) rmSync(output, { force: true });
    return measureTime(toWords(name), toFile ? undefined : path);
  });
  rmSync(output, { force: true });
  const candidates = running.map((name) => ({ name, kind: name === CEILING ? "ceiling" : "command" }));
  const measuredBars = bars.filter(({ against }) => running.includes(against));
  const notRun = bars.map(({ against }) => against).filter((name) => !running.includes(name));
  console.error(`${id}: measured`);
  return { table, id, bytes, times, ratios: compareWithBars({ id, bars: measuredBars }, candidates, times), notRun };
}

/** Measures a short call and the start of Node without a script. The difference counts. */
function measureShort({ id, words, prints, must, wish }) {
  const calls = { percodec: [...PROGRAMS.percodec.command, ...words], "node -e 0": [process.execPath, "-e", "0"] };
  if (readOutput(calls.percodec) !== prints) throw new Error(`${id} does not print ${JSON.stringify(prints)}`);
  const times = interleave(Object.keys(calls), Math.max(rounds, SHORT_ROUNDS), (name) => measurePrinting(calls[name]));
  const more = Number((times.percodec.ms - times["node -e 0"].ms).toPrecision(3));
  const mark = more > must ? "MISSED" : more <= wish ? "wished" : "holds";
  return { table: "short", id, times, more: { against: "node -e 0", ms: more, must, wish, mark } };
}

/**
 * Runs every program once per round, beginning with another one each time.
 *
 * @returns {Record<string, any>}
 */
function interleave(names, count, time) {
  const all = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < count; round++) {
    const first = round % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) all[name].push(time(name));
  }
  return Object.fromEntries(
    Object.entries(all).map(([name, times]) => [
      name,
      { ms: rounded(median(times)), low: rounded(quantile(times, 0.25)), high: rounded(quantile(times, 0.75)) },
    ]),
  );
}
