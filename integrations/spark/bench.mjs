// Times percodec and Spark's own try_url_decode, which reports no reason and no place, on a table: npm run bench -- spark
//   --rows N      how many rows (default 5,000,000)
//   --rounds N    how many rounds of the job in a session; the first is only for warm-up (default 5)
//   --nice N      the niceness of the cluster's processes
// Each way reads the same JSON files, decodes, and writes Parquet: as a separate job, from spark-submit to its end, and in a
// warm session.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { startCluster } from "./cluster.mjs";
import { localSums } from "./local.mjs";
import { writeRows } from "./rows.mjs";
import { startSession } from "./session.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const SEED = 20261121;
const FILES = 16;
const WHOLE_ROUNDS = 3;
const MIN_RATIO = 0.5;
const WAYS = ["try_url_decode", "hex", "tsv"];

const { values: flags } = parseArgs({
  options: {
    rows: { type: "string", default: "5000000" },
    rounds: { type: "string", default: "5" },
    nice: { type: "string", default: "0" },
  },
});

const cluster = await startCluster({ workers: 1, nice: Number(flags.nice) });
try {
  const input = join(cluster.folder, "rows");
  const output = join(cluster.folder, "output");
  writeRows(input, { seed: SEED, count: Number(flags.rows), files: FILES });
  const wanted = await localSums(input);
  const oneWorker = await measureWarm(input, output, wanted);
  cluster.startWorker();
  await cluster.waitForWorkers(2);
  const twoWorkers = await measureWarm(input, output, wanted);
  const whole = await interleave(WHOLE_ROUNDS, (way) => wholeJob(input, output, way));

  const ratio = (times, way) => (times.try_url_decode / times[way]).toFixed(2);
  console.log(
    `${flags.rows} rows: medians in seconds, and ratios to the speed of try_url_decode (${cluster.version})\n`,
  );
  console.log(
    "| | spark-submit to its end | ratio | in a session | ratio | in a session, one worker | speed-up by the second |",
  );
  console.log("| - | - | - | - | - | - | - |");
  for (const way of WAYS) {
    const cells = [
      whole[way].toFixed(1),
      ratio(whole, way),
      twoWorkers[way].toFixed(2),
      ratio(twoWorkers, way),
      oneWorker[way].toFixed(2),
    ];
    console.log(`| ${[way, ...cells, (oneWorker[way] / twoWorkers[way]).toFixed(2)].join(" | ")} |`);
  }
  const missed = WAYS.filter((way) => whole.try_url_decode / whole[way] < MIN_RATIO);
  console.log(`\nend to end at least ${MIN_RATIO} of try_url_decode: ${missed.length === 0 ? "holds" : `MISSED by ${missed.join(", ")}`}`); // prettier-ignore
  process.exitCode = missed.length === 0 ? 0 : 1;
} finally {
  cluster.stop();
}

/** Checks the result of each way in a session, then measures the times. */
async function measureWarm(input, output, wanted) {
  const session = await startSession(cluster);
  const decode = (way) =>
    way === "try_url_decode"
      ? session.ask("try_url_decode", { input, output })
      : session.ask("decode", { input, output, form: way });
  for (const way of WAYS) {
    await decode(way);
    if (way === "try_url_decode") continue;
    const { rows, ids, hash } = await session.ask("sums", { output });
    if (rows !== wanted.rows || ids !== wanted.ids || hash !== wanted.hash) throw new Error(`${way} writes other rows`);
  }
  const times = await interleave(Number(flags.rounds) - 1, async (way) => (await decode(way)).seconds);
  await session.end();
  return times;
}

async function wholeJob(input, output, way) {
  const words = [...cluster.options(), "--py-files", join(here, "percodec_spark.py"), join(here, "bench_job.py")];
  const started = performance.now();
  const driver = cluster.launch(way, join(cluster.bin, "spark-submit"), [...words, input, output, way]);
  const status = await driver.ended;
  if (status !== 0) throw new Error(`${way}: exit ${status}\n${cluster.log(way).slice(-2000)}`);
  return (performance.now() - started) / 1000;
}

/** Returns the median of each way. Each round runs every way once and begins with the next way. */
async function interleave(rounds, time) {
  const samples = [];
  for (let round = 0; round < rounds; round++) {
    const first = round % WAYS.length;
    for (const way of [...WAYS.slice(first), ...WAYS.slice(0, first)]) samples.push({ way, value: await time(way) });
  }
  return Object.fromEntries(
    WAYS.map((way) => [way, median(samples.filter((one) => one.way === way).map(({ value }) => value))]),
  );
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
