// Pipes 2 GB through `percodec decode` and prints how much memory it held: node bench/memory.mjs [GB]
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { percentDecodeBytes } from "percodec";

const GB = 1e9;
const total = Number(process.argv[2] ?? 2) * GB;
const LIMIT_MB = 120;
const LIMIT_SLOPE = 1;

const cli = fileURLToPath(new URL("../dist/cli.cjs", import.meta.url));
const line = "https://example.com/caf%C3%A9/%E2%9C%93?q=a%20b+c&next=%2Fhome%2F%F0%9F%98%80\n";
const block = Buffer.from(line.repeat(Math.ceil(1e6 / line.length)));
const decodedBlock = percentDecodeBytes(block).length;

/** What the process holds in physical memory now, in MB (Linux's /proc). */
function residentMb(pid) {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
  return (pages * 4096) / 1e6;
}

async function measure(words) {
  const child = spawn(process.execPath, [cli, ...words], { stdio: ["pipe", "pipe", "inherit"] });
  let received = 0;
  child.stdout.on("data", (chunk) => {
    received += chunk.length;
  });
  const exit = new Promise((resolve) => child.on("close", resolve));
  const samples = [];
  let sent = 0;
  for (let next = 0; sent < total; sent += block.length) {
    if (!child.stdin.write(block)) await new Promise((resolve) => child.stdin.once("drain", resolve));
    if (sent >= next) {
      samples.push({ gb: sent / GB, mb: residentMb(child.pid) });
      next += total / 40;
    }
  }
  child.stdin.end();
  const status = await exit;
  const expected = (sent / block.length) * decodedBlock;
  if (status !== 0 || received !== expected)
    throw new Error(`exit ${status}, ${received} bytes instead of ${expected}`);

  // The slope of a straight line through the second half: by then the runtime has taken what it takes.
  const late = samples.slice(samples.length / 2);
  const mean = (key) => late.reduce((sum, sample) => sum + sample[key], 0) / late.length;
  const [gb, mb] = [mean("gb"), mean("mb")];
  const covariance = late.reduce((sum, sample) => sum + (sample.gb - gb) * (sample.mb - mb), 0);
  const variance = late.reduce((sum, sample) => sum + (sample.gb - gb) ** 2, 0);
  const peak = Math.max(...samples.map((sample) => sample.mb));
  return { peak, slope: covariance / variance };
}

let missed = false;
for (const words of [["decode"], ["decode", "--invalid-utf8", "throw"], ["decode", "--lines"]]) {
  const started = performance.now();
  const { peak, slope } = await measure(words);
  const seconds = (performance.now() - started) / 1000;
  const ok = peak < LIMIT_MB && slope < LIMIT_SLOPE;
  missed ||= !ok;
  console.log(
    `${ok ? "ok  " : "MISS"} percodec ${words.join(" ")}: ${total / GB} GB in ${seconds.toFixed(1)} s, ` +
      `at most ${peak.toFixed(0)} MB resident (limit ${LIMIT_MB}), ${slope.toFixed(2)} MB a GB (limit ${LIMIT_SLOPE})`,
  );
}
process.exitCode = missed ? 1 : 0;
