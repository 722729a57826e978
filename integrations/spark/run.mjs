// Runs the recipes and the helper on a cluster of two workers, and kills processes during the jobs: npm run suite -- spark
//   --rows N          how many rows (default 200,000)
//   --golden          only the golden rows, in every form of the helper
//   --kill WHAT       only one run with kills: executor, filter and worker, separated by commas
//   --trials N        only N runs with kills, each with another seed
//   --seed N          the seed of the rows, or of the first trial
//   --nice N          the niceness of the cluster's processes
import { readFileSync, rmSync, statfsSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { goldenRows } from "../golden.mjs";
import { check, fails, note, same, counters } from "./checks.mjs";
import { startCluster } from "./cluster.mjs";
import { COUNT_MESSAGE, makeEarlyFilter } from "./early.mjs";
import { killDuring } from "./kills.mjs";
import { FILTER } from "./environment.mjs";
import { localSums } from "./local.mjs";
import { checkRecipes } from "./recipes.mjs";
import { drawFor, writeRows } from "./rows.mjs";
import { startSession } from "./session.mjs";
import { table, TEXTS } from "./table.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const FORMS = ["arrow", "hex", "tsv"];
const ROWS_A_FILE = 125_000;
const LEAST_FILES = 16;
/** Twice the measured size of a row, input and output together. */
const BYTES_A_ROW = 220;
/** The sequences of kills from which a trial draws one. */
const PLANS = [["executor"], ["filter"], ["executor", "filter"], ["filter", "executor"]];

const { values: flags } = parseArgs({
  options: {
    rows: { type: "string", default: "200000" },
    golden: { type: "boolean" },
    kill: { type: "string" },
    trials: { type: "string" },
    seed: { type: "string", default: "20261121" },
    nice: { type: "string", default: "0" },
  },
});
const rows = Number(flags.rows);
const seed = Number(flags.seed);

const began = Date.now();
const brief = flags.kill === undefined && flags.trials === undefined;
const cluster = await startCluster({ nice: Number(flags.nice), brief });
const input = join(cluster.folder, "rows");
const output = join(cluster.folder, "output");
try {
  note(`${cluster.version}: ${cluster.processes.map(({ name, pid }) => `${name} ${pid}`).join(", ")}`);
  const { bavail, bsize } = statfsSync(cluster.folder);
  if (bavail * bsize < rows * BYTES_A_ROW) throw new Error(`${cluster.folder} has not enough space for ${rows} rows`);
  if (flags.golden === true) await runGolden();
  else if (flags.trials !== undefined) await runTrials(Number(flags.trials));
  else if (flags.kill !== undefined) await runWithKills(flags.kill.split(","));
  else await runEverything();
} finally {
  cluster.stop();
}
note(`${((Date.now() - began) / 60_000).toFixed(1)} minutes`);
console.log(`${counters.passed} passed, ${counters.failed} failed`);
process.exitCode = counters.failed === 0 ? 0 : 1;

async function runEverything() {
  const { statuses, files } = makeRows(seed);
  const wanted = await localSums(input);
  const early = makeEarlyFilter(cluster.folder, seed);
  await check("the filter without Spark finds the expected status of each row", () => same(wanted.statuses, statuses));

  const session = await startSession(cluster, [early.filter]);
  for (const [name, fault] of Object.entries(await session.ask("helper_checks"))) {
    await check(`percodec_spark.py: ${name.replaceAll("_", " ")}`, () => {
      if (fault !== null) throw new Error(fault);
    });
  }
  await checkGoldenRows(session);
  for (const form of FORMS) {
    await check(`percodec_spark.py, form ${form}: ${rows} rows as on one machine`, async () => {
      await session.ask("decode", { input, output, form, tasks: files });
      same(await session.ask("sums", { output }), wanted);
    });
  }
  const plan = [{ victim: "executor", share: 0.2 }];
  await check(`${rows} rows as on one machine, with an executor killed`, () =>
    decodeWithKills(session, { wanted, files, plan }),
  );
  await check(`${rows} rows as on one machine, with a filter killed`, () =>
    decodeWithKills(session, { wanted, files, plan: [{ victim: "filter", share: 0.2 }] }),
  );
  await check("README.md has the table of the results of url_decode and try_url_decode", async () => {
    const text = table((await session.ask("answers", { texts: TEXTS })).answers);
    if (!readFileSync(join(here, "README.md"), "utf8").includes(text)) throw new Error(`it should be\n${text}`);
  });
  const filter = basename(early.filter);
  for (const form of ["arrow", "hex"]) {
    await check(`percodec_spark.py, form ${form}, fails with a filter that ends early with exit code 0`, () =>
      fails(
        () => session.ask("decode", { input, output, filter, form }),
        /percodec: the filter read \d* records and wrote/,
      ),
    );
    await check(`percodec_spark.py, form ${form}, fails with a filter that ends after a few of the records`, () =>
      fails(() => session.ask("decode", { input: early.input, output, filter, form, tasks: 1 }), COUNT_MESSAGE),
    );
  }
  await session.end();
  await check("percodec_spark.py over Spark Connect", async () => {
    const driver = cluster.launch("connect", cluster.env.PYSPARK_PYTHON, [join(here, "connect_check.py"), FILTER]);
    if ((await driver.ended) !== 0) throw new Error(cluster.log("connect"));
  });
  await checkRecipes(cluster, { input, wanted, early });
}

async function runGolden() {
  const session = await startSession(cluster);
  await checkGoldenRows(session);
  await session.end();
}

async function checkGoldenRows(session) {
  const golden = goldenRows();
  for (const form of FORMS) {
    await check(`percodec_spark.py, form ${form}: the ${golden.length} golden rows`, () =>
      checkGolden(session, golden, form),
    );
  }
}

/** Compares the results of each operation with the golden rows. */
async function checkGolden(session, golden, form) {
  if (golden.length <= 500) throw new Error("there are too few golden rows");
  for (const op of new Set(golden.map((row) => row.op))) {
    const chosen = golden.filter((row) => row.op === op);
    const { records } = await session.ask("records", { texts: chosen.map((row) => row.input), op, form });
    same(records.length, chosen.length);
    chosen.forEach(({ id, value, status, code, byte_offset }, k) =>
      same({ id, ...records[k] }, { id, value, status, code, byte_offset }),
    );
  }
}

/** One run of many rows, with a kill of each kind, spread over the run. */
async function runWithKills(victims) {
  const { files, statuses } = makeRows(seed);
  note(`made ${rows} rows in ${files} files`);
  const started = Date.now();
  const wanted = await localSums(input);
  note(`one machine: ${((Date.now() - started) / 1000).toFixed(1)} s, ${JSON.stringify(wanted)}`);
  await check("the filter without Spark finds the expected status of each row", () => same(wanted.statuses, statuses));
  const plan = victims.map((victim, k) => ({ victim, share: (k + 1) / (victims.length + 2) }));
  const session = await startSession(cluster);
  await check(`${rows} rows as on one machine, with ${victims.join(", ")} killed`, () =>
    decodeWithKills(session, { wanted, files, plan, minFailures: Math.min(2, victims.length) }),
  );
  await session.end();
}

/** Seeded runs; each kills executors and filters at random moments. */
async function runTrials(count) {
  const session = await startSession(cluster);
  for (let trial = 0; trial < count; trial++) {
    const draw = drawFor(seed, trial);
    const { files } = makeRows(seed + trial);
    const wanted = await localSums(input);
    const shares = [draw() % 60, draw() % 60].sort((a, b) => a - b);
    const victims = PLANS[draw() % PLANS.length] ?? [];
    const plan = victims.map((victim, k) => ({ victim, share: Number(shares[k]) / 100 }));
    const form = FORMS[draw() % FORMS.length];
    await check(`trial ${trial + 1}, seed ${seed + trial}, form ${form}: ${rows} rows as on one machine`, () =>
      decodeWithKills(session, { wanted, files, plan, form }),
    );
  }
  await session.end();
}

/** Decodes, kills processes meanwhile, and compares the output. */
async function decodeWithKills(session, { wanted, files, plan, form = "arrow", minFailures = 1 }) {
  const before = session.failedAttempts().length;
  rmSync(output, { recursive: true, force: true });
  const job = session.ask("decode", { input, output, form, tasks: files });
  const victims = await killDuring(cluster, job, { output, tasks: files, plan });
  const { seconds } = await job;
  const sums = await session.ask("sums", { output });
  const attempts = session.failedAttempts().slice(before);
  const kills = victims.map(({ victim, pid, worker, share }) => `${victim} ${pid} of ${worker} at ${Math.round(share * 100)} %`); // prettier-ignore
  const reasons = attempts.map(({ reason }) => reason).join(", ");
  const summary = `killed ${kills.join(", ")}; ${attempts.length} failed attempts (${reasons}); ${seconds.toFixed(1)} s; hash ${sums.hash}`;
  same(sums, wanted);
  if (attempts.length < minFailures) throw new Error(`not ${minFailures} failed attempts: ${summary}`);
  return summary;
}

function makeRows(from) {
  const files = Math.max(LEAST_FILES, Math.ceil(rows / ROWS_A_FILE));
  rmSync(input, { recursive: true, force: true });
  return { files, statuses: writeRows(input, { seed: from, count: rows, files }) };
}
