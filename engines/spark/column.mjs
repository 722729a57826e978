// Runs the functions of percodec.spark on a cluster of two workers, and kills processes during the jobs: npm run suite -- spark-column
//   --rows N          how many rows (default 200,000)
//   --golden          only the golden rows
//   --kill WHAT       only one run with kills: executor, python and worker, separated by commas
//   --trials N        only N runs with kills, each with another seed
//   --seed N          the seed of the rows, or of the first trial
//   --nice N          the niceness of the cluster's processes
// The workers do not have the package: it is sent to them.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { goldenRows } from "../golden.mjs";
import { check, counters, note, same } from "./checks.mjs";
import { startCluster } from "./cluster.mjs";
import { packageEnvironment } from "./environment.mjs";
import { startSession } from "./session.mjs";
import { COLUMN_WAY, Trials } from "./trials.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const OPERATIONS = ["decode", "encode"];

const { values: flags } = parseArgs({
  options: {
    rows: { type: "string", default: "200000" },
    golden: { type: "boolean" },
    kill: { type: "string" },
    trials: { type: "string" },
    seed: { type: "string", default: "20261123" },
    nice: { type: "string", default: "0" },
  },
});
const rows = Number(flags.rows);
const seed = Number(flags.seed);
const everything = flags.golden === undefined && flags.kill === undefined && flags.trials === undefined;

const began = Date.now();
const env = packageEnvironment();
const cluster = await startCluster({ nice: Number(flags.nice), brief: everything || flags.golden === true });
try {
  const trials = new Trials(cluster, rows, COLUMN_WAY);
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: here, encoding: "utf8" }).trim();
  note(`${cluster.version}, ${new Date().toISOString().slice(0, 10)}, commit ${commit}`);
  const session = await startSession(cluster, { env });
  if (everything) await checkShipping(session);
  await session.ask("send_package");
  if (everything || flags.golden === true) await checkGoldenRows(session);
  if (everything) await checkFunctions(session);
  if (flags.kill !== undefined) await trials.runOne(session, seed, flags.kill.split(","));
  if (everything || flags.trials !== undefined) await trials.runSeeded(session, seed, Number(flags.trials ?? 1));
  await session.end();
  if (everything) await checkConnect();
} finally {
  cluster.stop();
}
note(`${((Date.now() - began) / 60_000).toFixed(1)} minutes`);
console.log(`${counters.passed} passed, ${counters.failed} failed`);
process.exitCode = counters.failed === 0 ? 0 : 1;

/** Shows that the workers do not have the package from elsewhere. */
async function checkShipping(session) {
  await check("the workers do not have the package before it is sent", async () => {
    const fault = await session.ask("column_records", { texts: ["a"], op: "decode" }).catch((error) => error.message);
    if (!/No module named 'percodec'/.test(fault)) throw new Error(String(fault));
  });
}

async function checkGoldenRows(session) {
  const golden = goldenRows().filter(({ op }) => OPERATIONS.includes(op));
  await check(`percodec.spark: the ${golden.length} golden rows of ${OPERATIONS.join(" and ")}`, async () => {
    if (golden.length <= 150) throw new Error("there are too few golden rows");
    for (const op of OPERATIONS) {
      const chosen = golden.filter((row) => row.op === op);
      const { records } = await session.ask("column_records", { texts: chosen.map((row) => row.input), op });
      same(records.length, chosen.length);
      chosen.forEach(({ id, value, status, code, byte_offset }, k) =>
        same({ id, ...records[k] }, { id, value, status, code, byte_offset }),
      );
    }
  });
}

async function checkFunctions(session) {
  for (const [name, fault] of Object.entries(await session.ask("column_checks"))) {
    await check(`percodec.spark: ${name.replaceAll("_", " ")}`, () => {
      if (fault !== null) throw new Error(fault);
    });
  }
}

async function checkConnect() {
  await check("percodec.spark: the same over Spark Connect", async () => {
    const words = [join(here, "column_connect_check.py")];
    const driver = cluster.launch("connect", cluster.env.PYSPARK_PYTHON, words, { env });
    if ((await driver.ended) !== 0) throw new Error(cluster.log("connect"));
  });
}
