// Pipes 2 GB through `percodec decode` and prints how much memory it held: node bench/memory.mjs [GB]
import { percentDecodeBytes } from "percodec";
import { GB, measureResident } from "./resident.mjs";

const total = Number(process.argv[2] ?? 2) * GB;
const LIMIT_MB = 120;
const LIMIT_SLOPE = 1;

const line = "https://example.com/caf%C3%A9/%E2%9C%93?q=a%20b+c&next=%2Fhome%2F%F0%9F%98%80\n";
const block = Buffer.from(line.repeat(Math.ceil(1e6 / line.length)));
const decodedBlock = percentDecodeBytes(block).length;

let missed = false;
for (const words of [["decode"], ["decode", "--invalid-utf8", "throw"], ["decode", "--lines"]]) {
  const started = performance.now();
  const { peak, slope } = await measureResident(words, block, decodedBlock, total);
  const seconds = (performance.now() - started) / 1000;
  const ok = peak < LIMIT_MB && slope < LIMIT_SLOPE;
  missed ||= !ok;
  console.log(
    `${ok ? "ok  " : "MISS"} percodec ${words.join(" ")}: ${total / GB} GB in ${seconds.toFixed(1)} s, ` +
      `at most ${peak.toFixed(0)} MB resident (limit ${LIMIT_MB}), ${slope.toFixed(2)} MB a GB (limit ${LIMIT_SLOPE})`,
  );
}
process.exitCode = missed ? 1 : 0;
