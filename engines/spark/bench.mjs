// Times percodec and Spark's own try_url_decode, which reports no reason and no place: npm run bench -- spark
//   --rows N      how many rows (default 2,000,000)
//   --rounds N    how many rounds; one more comes first, for warm-up (default 5)
//   --nice N      the niceness of the cluster's processes
// Each way reads the same Parquet file, decodes and writes Parquet, in one warm session on two workers of one core. Each round runs every
// way and begins with the next one. The processor time is that of the workers: executors, Python and filters.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startCluster } from "./cluster.mjs";
import { packageEnvironment } from "./environment.mjs";
import { localSums } from "./local.mjs";
import { writeRows } from "./rows.mjs";
import { startSession } from "./session.mjs";

const SEED = 20261121;
const FILES = 16;
/** The most processor time of the helper in its default form, as a multiple of that of try_url_decode. */
const MAX_RATIO = 2.3;
const OWN = "try_url_decode";
const FORMS = ["arrow", "tsv", "hex"];
/** The column module in the Python workers, and its bar. */
const COLUMN = "column";
const MAX_COLUMN_RATIO = 1.6;
const WAYS = [OWN, "identity", COLUMN, ...FORMS];

const { values: flags } = parseArgs({
  options: {
    rows: { type: "string", default: "2000000" },
    rounds: { type: "string", default: "5" },
    nice: { type: "string", default: "0" },
  },
});

const cluster = await startCluster({ workers: 2, nice: Number(flags.nice) });
try {
  const rows = join(cluster.folder, "rows");
  const input = join(cluster.folder, "rows.parquet");
  const output = join(cluster.folder, "output");
  writeRows(rows, { seed: SEED, count: Number(flags.rows), files: FILES });
  const wanted = await localSums(rows);
  const session = await startSession(cluster, { env: packageEnvironment() });
  await session.ask("send_package");
  await session.ask("to_parquet", { input: rows, output: input });
  const run = (way) =>
    FORMS.includes(way) ? session.ask("decode", { input, output, form: way }) : session.ask(way, { input, output });
  for (const way of WAYS) {
    await run(way);
    if (!FORMS.includes(way) && way !== COLUMN) continue;
    const { rows: count, ids, hash } = await session.ask("sums", { output });
    if (count !== wanted.rows || ids !== wanted.ids || hash !== wanted.hash)
      throw new Error(`${way} writes other rows`);
  }
  const samples = /** @type {{ way: string, wall: number, cpu: number }[]} */ ([]);
  for (let round = 0; round < Number(flags.rounds); round++) {
    const first = round % WAYS.length;
    for (const way of [...WAYS.slice(first), ...WAYS.slice(0, first)]) {
      const before = cluster.workerSeconds();
      const { seconds } = await run(way);
      samples.push({ way, wall: seconds, cpu: cluster.workerSeconds() - before });
    }
  }
  await session.end();

  const of = (way, what) => median(samples.filter((one) => one.way === way).map((one) => one[what]));
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  console.log(
    `${flags.rows} rows from Parquet to Parquet, medians of ${flags.rounds} rounds (${cluster.version}, Node ${process.version}, ` +
      `${new Date().toISOString().slice(0, 10)}, commit ${commit})\n`,
  );
  console.log("| way | wall s | CPU s of the workers | CPU against try_url_decode |\n| - | - | - | - |");
  for (const way of WAYS) {
    const cells = [of(way, "wall").toFixed(2), of(way, "cpu").toFixed(2), (of(way, "cpu") / of(OWN, "cpu")).toFixed(2)];
    console.log(`| ${[way, ...cells].join(" | ")} |`);
  }
  console.log("");
  for (const [way, bar] of /** @type {[string, number][]} */ ([
    [COLUMN, MAX_COLUMN_RATIO],
    [FORMS[0], MAX_RATIO],
  ])) {
    const ratio = of(way, "cpu") / of(OWN, "cpu");
    console.log(`${ratio <= bar ? "ok  " : "MISS"} ${way}: ${ratio.toFixed(2)} times (bar ${bar})`);
    if (ratio > bar) process.exitCode = 1;
  }
} finally {
  cluster.stop();
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
