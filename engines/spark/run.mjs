// Runs the recipes and the helper on a cluster of two workers, and kills processes during the jobs: npm run suite -- spark
//   --rows N          how many rows (default 200,000)
//   --golden          only the golden rows, in every form of the helper
//   --kill WHAT       only one run with kills: executor, filter and worker, separated by commas
//   --trials N        only N runs with kills, each with another seed
//   --seed N          the seed of the rows, or of the first trial
//   --nice N          the niceness of the cluster's processes
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { goldenRows } from "../golden.mjs";
import { check, fails, note, same, counters } from "./checks.mjs";
import { startCluster } from "./cluster.mjs";
import { COUNT_MESSAGE, makeEarlyFilter } from "./early.mjs";
import { FILTER } from "./environment.mjs";
import { localSums } from "./local.mjs";
import { checkRecipes } from "./recipes.mjs";
import { startSession } from "./session.mjs";
import { table, TEXTS } from "./table.mjs";
import { FILTER_WAY, Trials } from "./trials.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const FORMS = FILTER_WAY.forms;

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
const trials = new Trials(cluster, rows, FILTER_WAY);
const { input, output } = trials;
try {
  note(`${cluster.version}: ${cluster.processes.map(({ name, pid }) => `${name} ${pid}`).join(", ")}`);
  if (flags.golden === true) await inSession(checkGoldenRows);
  else if (flags.trials !== undefined) await inSession((one) => trials.runSeeded(one, seed, Number(flags.trials)));
  else if (flags.kill !== undefined) await inSession((one) => trials.runOne(one, seed, String(flags.kill).split(",")));
  else await runEverything();
} finally {
  cluster.stop();
}
note(`${((Date.now() - began) / 60_000).toFixed(1)} minutes`);
console.log(`${counters.passed} passed, ${counters.failed} failed`);
process.exitCode = counters.failed === 0 ? 0 : 1;

async function runEverything() {
  const { statuses, files } = trials.makeRows(seed);
  const wanted = await localSums(input);
  const early = makeEarlyFilter(cluster.folder, seed);
  await check("the filter without Spark finds the expected status of each row", () => same(wanted.statuses, statuses));

  const session = await startSession(cluster, { files: [early.filter] });
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
    trials.decodeWithKills(session, { wanted, files, plan }),
  );
  await check(`${rows} rows as on one machine, with a filter killed`, () =>
    trials.decodeWithKills(session, { wanted, files, plan: [{ victim: "filter", share: 0.2 }] }),
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

async function inSession(run) {
  const session = await startSession(cluster);
  await run(session);
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
