// Times processes of the command and of its competitors in other languages and checks the bars: npm run bench -- cli
//   --folder PATH   build the competitors and write the corpora in this folder, and keep them (runs.mjs has the other options)
// The run fails if a competitor cannot be built or run, and reports what is missing.
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { CLI, CLI_ROUNDS, SHORT, SHORT_ROUNDS } from "../definitions.mjs";
import { summarize } from "../measure.mjs";
import { compareWithBars, listMissed } from "../results.mjs";
import { printMissed, printTables, readOptions, saveRun } from "../runs.mjs";
import { writeCorpora } from "./corpus.mjs";
import { hashFile, run } from "./processes.mjs";
import { PROGRAMS } from "./competitors.mjs";
import { makeTemporaryFolder } from "../../tests/support/temporary-folder.mjs";

/** The program that only copies its input. */
const CEILING = "cat";

const options = readOptions(CLI_ROUNDS, CLI_ROUNDS, { folder: { type: "string" } });
const { only, rounds } = options;

const started = performance.now();
const folder = options.folder ?? makeTemporaryFolder("bench");
mkdirSync(folder, { recursive: true });

const isChosen = ({ id }) => id.includes(only);
const bulk = CLI.filter(isChosen);
const short = SHORT.filter(isChosen);
if (bulk.length + short.length === 0) throw new Error(`no workload has "${only}" in its name`);
const needed = new Set(["percodec", CEILING, ...bulk.flatMap(({ bars }) => bars.map(({ against }) => against))]);
const { versions, absentPrograms } = prepare(needed);
const files = writeCorpora(folder, bulk);

const workloads = [...bulk.map(measureBulk), ...short.map(measureShort)];
printTables(workloads);
const seconds = Math.round((performance.now() - started) / 1000);
const labels = Object.fromEntries([...needed].map((name) => [name, PROGRAMS[name].label]));
saveRun({ kind: "cli", rounds, seconds, labels, versions, notRun: absentPrograms, workloads }, options);
const absent = Object.entries(absentPrograms).map(([name, reason]) => `${name} is not run: ${reason}`);
printMissed([...listMissed(workloads), ...absent]);

/** Builds the programs and reads their versions. */
function prepare(names) {
  const found = {};
  const missing = {};
  for (const name of names) {
    const program = PROGRAMS[name];
    try {
      for (const words of program.build?.(folder) ?? []) run(words, { env: process.env });
      [found[name]] = run(program.version ?? [program.words("decode", folder)[0], "--version"], { output: "pipe" })
        .stdout.trim()
        .split("\n");
    } catch (error) {
      if (name === "percodec") throw error;
      missing[name] = `${error.message} — ${program.install}`;
    }
  }
  return { versions: found, absentPrograms: missing };
}

/** Checks that the hash of each output is that of the right answer, then measures the programs on a file. */
function measureBulk({ id, table, direction, size, toFile, bars }) {
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
    run(toWords(name), toFile ? {} : { input: path, output });
    if (!existsSync(output) || hashFile(output) !== expected) throw new Error(`${id}: ${name} writes a wrong answer`);
  }
  const times = interleave(running, rounds, (name) => {
    if (toFile) rmSync(output, { force: true });
    return run(toWords(name), { input: toFile ? undefined : path }).ms;
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
  if (run(calls.percodec, { output: "pipe" }).stdout !== prints)
    throw new Error(`${id} does not print ${JSON.stringify(prints)}`);
  const times = interleave(
    Object.keys(calls),
    Math.max(rounds, SHORT_ROUNDS),
    (name) => run(calls[name], { output: "pipe" }).ms,
  );
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
  return Object.fromEntries(Object.entries(all).map(([name, times]) => [name, summarize("ms", times)]));
}
