// Runs the recipes and the helper on a cluster of two workers, and kills what works meanwhile: npm run test:spark
//   --rows N          how many rows (default 200,000)
//   --kill WHAT       only a run with kills: executor, filter and worker, joined by commas
//   --trials N        only runs with kills: N, each with a seed of its own
//   --seed N          the seed of the rows, or of the first trial
//   --nice N          how far the cluster steps back for others
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { startCluster } from "./cluster.mjs";
import { FILTER } from "./environment.mjs";
import { killDuring } from "./kills.mjs";
import { localSums } from "./local.mjs";
import { drawFor, writeRows } from "./rows.mjs";
import { startSession } from "./session.mjs";
import { table, TEXTS } from "./table.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const RECIPE_MS = 240_000;
/** The recipes take rows up to 16 MiB; the helper holds its column to 1 MiB. */
const RECIPE_WORDS = ["--max-record", "16M"];
const RECIPES = [
  { name: "transform-json.sql", words: RECIPE_WORDS },
  { name: "transform-hex.sql", words: RECIPE_WORDS },
  { name: "transform-tsv.sql", words: RECIPE_WORDS },
  { name: "pipe.py", words: RECIPE_WORDS },
  { name: "column.py", words: [] },
];
const ROWS_A_FILE = 125_000;
const LEAST_FILES = 16;
/** As much as a row takes: as it comes, and as it is written. */
const BYTES_A_ROW = 250;
/** So few that all go out at once: Spark sees no pipe break when the filter ends early. */
const FEW_ROWS = 40;
const EARLY_ROWS = 10;
const SHOWN_LINES = 20;
/** What the table draws a trial's victims and moments from. */
const PLANS = [["executor"], ["filter"], ["executor", "filter"], ["filter", "executor"]];

const { values: flags } = parseArgs({
  options: {
    rows: { type: "string", default: "200000" },
    kill: { type: "string" },
    trials: { type: "string" },
    seed: { type: "string", default: "20261121" },
    nice: { type: "string", default: "0" },
  },
});
const rows = Number(flags.rows);
const seed = Number(flags.seed);

let passed = 0;
let failed = 0;
const began = Date.now();
const cluster = await startCluster({ nice: Number(flags.nice) });
const input = join(cluster.folder, "rows");
const output = join(cluster.folder, "output");
const early = join(cluster.folder, "early.sh");
try {
  note(`${cluster.version}: ${cluster.processes.map(({ name, pid }) => `${name} ${pid}`).join(", ")}`);
  const { bavail, bsize } = statfsSync(cluster.folder);
  if (bavail * bsize < rows * BYTES_A_ROW) throw new Error(`${cluster.folder} has no room for ${rows} rows`);
  // Takes some records, answers them, and ends as if all were well.
  writeFileSync(early, `#!/bin/bash\nhead -n ${EARLY_ROWS} | node ${basename(FILTER)} "$@"\n`, { mode: 0o755 });
  if (flags.trials !== undefined) await trials(Number(flags.trials));
  else if (flags.kill !== undefined) await killing(flags.kill.split(","));
  else await everything();
} finally {
  cluster.stop();
}
note(`${((Date.now() - began) / 60_000).toFixed(1)} minutes`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function everything() {
  const { statuses, files } = makeRows(seed, rows);
  const wanted = await localSums(input);
  await check("the filter alone gives each row the status that it was made for", () => same(wanted.statuses, statuses));

  const session = await startSession(cluster, [early]);
  for (const [name, fault] of Object.entries(await session.ask("helper_checks"))) {
    await check(`percodec_spark.py: ${name.replaceAll("_", " ")}`, () => {
      if (fault !== null) throw new Error(fault);
    });
  }
  for (const form of ["hex", "tsv"]) {
    await check(`percodec_spark.py, form ${form}: ${rows} rows as on one machine`, async () => {
      await session.ask("decode", { input, output, form, tasks: files });
      same(await session.ask("sums", { output }), wanted);
    });
  }
  const plan = [{ victim: "executor", share: 0.2 }];
  await check(`${rows} rows as on one machine, with an executor killed`, () =>
    killed(session, { wanted, files, plan }),
  );
  await check("README.md has the table of what url_decode and try_url_decode give", async () => {
    const text = table((await session.ask("answers", { texts: TEXTS })).answers);
    if (!readFileSync(join(here, "README.md"), "utf8").includes(text)) throw new Error(`it should be\n${text}`);
  });
  await check("percodec_spark.py fails with a filter that ends early with exit code 0", () =>
    fails(
      session.ask("decode", { input, output, filter: "early.sh" }),
      /percodec: the filter took \d* records and gave/,
    ),
  );
  makeRows(seed, FEW_ROWS, 1);
  await check(`percodec_spark.py fails with one that takes ${EARLY_ROWS} of ${FEW_ROWS} records`, () =>
    fails(
      session.ask("decode", { input, output, filter: "early.sh", tasks: 1 }),
      /the filter took 40 records and gave 10\b/,
    ),
  );
  await session.end();
  await recipes();
}

/** Each recipe as its user runs it, and two with the filter that ends early. */
async function recipes() {
  makeRows(seed, rows);
  for (const { name } of RECIPES) {
    await check(`recipes/${name} runs`, () => runRecipe(join(here, "recipes", name), input, outputOf(name)));
  }
  const few = join(cluster.folder, "few");
  writeRows(few, { seed, count: FEW_ROWS, files: 1 });
  await check("recipes/pipe.py fails with a filter that ends early with exit code 0", () =>
    fails(
      async () => runRecipe(withEarlyFilter("pipe.py"), few, outputOf("early.py")),
      /took 40 records and gave 10\b/,
    ),
  );
  // Whether Spark notices depends on whether it still had something to write: if it does not, the sums have to.
  let unnoticed = true;
  await check("recipes/transform-hex.sql with such a filter fails, or is done", () => {
    try {
      runRecipe(withEarlyFilter("transform-hex.sql"), few, outputOf("early.sql"));
    } catch (error) {
      if (!/Stream closed|Broken pipe/.test(error.message)) throw error;
      unnoticed = false;
    }
  });

  const session = await startSession(cluster);
  for (const { name, words } of RECIPES) {
    await check(`recipes/${name}: ${rows} rows as on one machine`, async () =>
      same(await session.ask("sums", { output: outputOf(name) }), await localSums(input, words)),
    );
  }
  await check("the sums tell what is missing then", async () => {
    if (!unnoticed) return;
    const sums = await session.ask("sums", { output: outputOf("early.sql") });
    await fails(async () => same(sums, await localSums(few, RECIPE_WORDS)), /"rows":10,.*\nis not .*"rows":40,/);
  });
  await session.end();
}

/** A recipe with the filter that ends early in its place. */
function withEarlyFilter(name) {
  const text = readFileSync(join(here, "recipes", name), "utf8");
  const file = join(cluster.folder, `early-${name}`);
  const add = name.endsWith(".sql") ? `ADD FILE '${early}';\n` : "";
  writeFileSync(file, add + text.replaceAll(basename(FILTER), basename(early)));
  return file;
}

function outputOf(name) {
  return join(cluster.folder, `output-${name}`);
}

function runRecipe(file, from, target) {
  const python = file.endsWith(".py");
  const files = python ? [early] : [];
  const words = python
    ? ["--py-files", join(here, "percodec_spark.py"), file, from, target]
    : ["-S", "-d", `input=${from}`, "-d", `output=${target}`, "-f", file];
  const program = join(cluster.bin, python ? "spark-submit" : "spark-sql");
  const { status, stdout, stderr } = spawnSync(program, [...cluster.options(files), ...words], {
    cwd: cluster.folder,
    env: cluster.env,
    encoding: "utf8",
    maxBuffer: 1 << 26,
    timeout: RECIPE_MS,
  });
  if (status !== 0) throw new Error(`exit ${status}\n${stderr}\n${stdout}`);
}

/** What is neither chatter nor a frame of a stack. */
function essence(text) {
  const lines = text.split("\n").filter((line) => line !== "" && !/ INFO |^\s+(at |Suppressed|\.\.\.)/.test(line));
  return lines.slice(-SHOWN_LINES).join("\n");
}

/** One run of many rows with a kill of each kind, spread over its time. */
async function killing(victims) {
  const { files, statuses } = makeRows(seed, rows);
  note(`made ${rows} rows in ${files} files`);
  const started = Date.now();
  const wanted = await localSums(input);
  note(`one machine: ${((Date.now() - started) / 1000).toFixed(1)} s, ${JSON.stringify(wanted)}`);
  await check("the filter alone gives each row the status that it was made for", () => same(wanted.statuses, statuses));
  const plan = victims.map((victim, k) => ({ victim, share: (k + 1) / (victims.length + 2) }));
  const session = await startSession(cluster);
  await check(`${rows} rows as on one machine, with ${victims.join(", ")} killed`, () =>
    killed(session, { wanted, files, plan, least: Math.min(2, victims.length) }),
  );
  await session.end();
}

/** Seeded runs, in each of which executors and filters are killed at drawn moments. */
async function trials(count) {
  const session = await startSession(cluster);
  for (let trial = 0; trial < count; trial++) {
    const draw = drawFor(seed, trial);
    const { files } = makeRows(seed + trial, rows);
    const wanted = await localSums(input);
    const shares = [draw() % 60, draw() % 60].sort((a, b) => a - b);
    const plan = PLANS[draw() % PLANS.length].map((victim, k) => ({ victim, share: shares[k] / 100 }));
    const form = ["hex", "tsv"][draw() % 2];
    await check(`trial ${trial + 1}, seed ${seed + trial}, form ${form}: ${rows} rows as on one machine`, () =>
      killed(session, { wanted, files, plan, form }),
    );
  }
  await session.end();
}

/** Decodes, kills meanwhile, and compares what was written. */
async function killed(session, { wanted, files, plan, form = "hex", least = 1 }) {
  const before = session.failedAttempts().length;
  rmSync(output, { recursive: true, force: true });
  const job = session.ask("decode", { input, output, form, tasks: files });
  const victims = await killDuring(cluster, job, { output, tasks: files, plan });
  const { seconds } = await job;
  const sums = await session.ask("sums", { output });
  const attempts = session.failedAttempts().slice(before);
  const told = victims.map(({ victim, pid, worker, share }) => `${victim} ${pid} of ${worker} at ${Math.round(share * 100)} %`); // prettier-ignore
  const reasons = attempts.map(({ reason }) => reason).join(", ");
  const story = `killed ${told.join(", ")}; ${attempts.length} failed attempts (${reasons}); ${seconds.toFixed(1)} s; hash ${sums.hash}`;
  same(sums, wanted);
  if (attempts.length < least) throw new Error(`not ${least} failed attempts: ${story}`);
  return story;
}

function makeRows(from, count, files = Math.max(LEAST_FILES, Math.ceil(count / ROWS_A_FILE))) {
  rmSync(input, { recursive: true, force: true });
  return { files, statuses: writeRows(input, { seed: from, count, files }) };
}

/** Runs one check and says how it went. */
async function check(what, run) {
  const started = Date.now();
  try {
    const told = await run();
    passed++;
    console.log(`pass  ${what}  ${((Date.now() - started) / 1000).toFixed(1)} s`);
    if (told !== undefined) note(told);
  } catch (error) {
    failed++;
    console.log(`FAIL  ${what}  ${((Date.now() - started) / 1000).toFixed(1)} s\n${essence(error.message)}`);
  }
}

function note(text) {
  console.log(`      ${text}`);
}

function same(got, wanted) {
  const text = (value) => JSON.stringify(value, sorted);
  if (text(got) !== text(wanted)) throw new Error(`${text(got)}\nis not ${text(wanted)}`);
}

/** Puts the names of an object into order, for JSON.stringify. */
function sorted(_name, value) {
  return value?.constructor === Object ? Object.fromEntries(Object.entries(value).sort()) : value;
}

/** Wants a failure whose message has this in it. */
async function fails(run, pattern) {
  try {
    await (typeof run === "function" ? run() : run);
  } catch (error) {
    if (pattern.test(error.message)) return undefined;
    throw error;
  }
  throw new Error("it did not fail");
}
