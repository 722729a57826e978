// Pipes 1 GB of records of each format through `percodec records` and checks its memory:
// npm run bench -- records-memory [-- GB [FORMAT...]]
import { makeCorpus, FORMATS } from "./records-corpus.mjs";
import { GB, measureResident } from "../tests/checks/resident.mjs";

const total = Number(process.argv[2] ?? 1) * GB;
const chosen = process.argv.slice(3);
const LIMITS_MB = { lines: 64, nul: 64, tsv: 64, hostile: 64, hex: 64, jsonl: 96, csv: 96, rowbinary: 64 };
const LIMIT_MB_PER_GB = 1;

let missed = false;
for (const [name, { format, words }] of Object.entries(FORMATS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const { input, output } = makeCorpus(name, 1e6);
  const started = performance.now();
  const { peak, slope } = await measureResident(["records", "--format", format, ...words], input, output, total);
  const seconds = (performance.now() - started) / 1000;
  const ok = peak <= LIMITS_MB[name] && slope < LIMIT_MB_PER_GB;
  missed ||= !ok;
  console.log(
    `${ok ? "ok  " : "MISS"} ${name.padEnd(9)} ${total / GB} GB in ${seconds.toFixed(0)} s, at most ${peak.toFixed(1)} MB ` +
      `resident (limit ${LIMITS_MB[name]}), ${slope.toFixed(2)} MB a GB (limit ${LIMIT_MB_PER_GB})`,
  );
}
process.exitCode = missed ? 1 : 0;
