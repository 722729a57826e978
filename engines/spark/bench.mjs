// Times the decoding of a whole table beside Spark's own try_url_decode, which says neither what is wrong nor where: npm run bench:spark
//   --rows N      how many rows (default 2,000,000)
//   --rounds N    how many rounds, the first of which only warms up (default 6)
//   --nice N      how far the cluster steps back for others
// Each reads the same files of JSON, decodes and writes Parquet. A session stays, so that no start of Spark is in the times.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startCluster } from "./cluster.mjs";
import { localSums } from "./local.mjs";
import { writeRows } from "./rows.mjs";
import { startSession } from "./session.mjs";

const SEED = 20261121;
const FILES = 16;
/** Tasks: few, since each starts a filter, and enough for two workers to end together. */
const TASKS = 4;
const LEAST_RATIO = 0.5;

const { values: flags } = parseArgs({
  options: {
    rows: { type: "string", default: "2000000" },
    rounds: { type: "string", default: "6" },
    nice: { type: "string", default: "0" },
  },
});
const rounds = Number(flags.rounds);

const cluster = await startCluster({ workers: 1, nice: Number(flags.nice) });
try {
  const input = join(cluster.folder, "rows");
  writeRows(input, { seed: SEED, count: Number(flags.rows), files: FILES });
  const wanted = await localSums(input);
  const one = await measure(input, wanted);
  cluster.startWorker();
  await cluster.hasWorkers(2);
  const two = await measure(input, wanted);

  console.log(`${flags.rows} rows, ${rounds - 1} rounds, medians in seconds (${cluster.version})\n`);
  console.log("| | one worker | two workers | speed-up | of try_url_decode's speed, two workers |");
  console.log("| - | - | - | - | - |");
  for (const name of Object.keys(two)) {
    const ratio = two.try_url_decode / two[name];
    console.log(`| ${name} | ${one[name].toFixed(2)} | ${two[name].toFixed(2)} | ${(one[name] / two[name]).toFixed(2)} | ${ratio.toFixed(2)} |`); // prettier-ignore
  }
  const best = two.try_url_decode / Math.min(two.hex, two.tsv);
  console.log(
    `\n${best >= LEAST_RATIO ? "holds" : "MISSED"}: ${best.toFixed(2)} of try_url_decode, at least ${LEAST_RATIO}`,
  );
  process.exitCode = best >= LEAST_RATIO ? 0 : 1;
} finally {
  cluster.stop();
}

/** The median seconds of each way, one after the other in each round. */
async function measure(input, wanted) {
  const output = join(cluster.folder, "output");
  const session = await startSession(cluster);
  const ways = {
    try_url_decode: () => session.ask("try_url_decode", { input, output, tasks: TASKS }),
    hex: () => session.ask("decode", { input, output, form: "hex", tasks: TASKS }),
    tsv: () => session.ask("decode", { input, output, form: "tsv", tasks: TASKS }),
  };
  const names = Object.keys(ways);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (let k = 0; k < names.length; k++) {
      const name = names[(round + k) % names.length];
      const { seconds } = await ways[name]();
      if (round === 0 && name !== "try_url_decode") await checkSums(session, output, wanted, name);
      if (round > 0) times[name].push(seconds);
    }
  }
  await session.end();
  return Object.fromEntries(names.map((name) => [name, median(times[name])]));
}

/** What is timed has to be right. */
async function checkSums(session, output, wanted, name) {
  const { rows, ids, hash } = await session.ask("sums", { output });
  if (rows !== wanted.rows || ids !== wanted.ids || hash !== wanted.hash) throw new Error(`${name} gives other rows`);
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
