// Measures the physical memory of the command while it processes gigabytes (Linux's /proc).
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const GB = 1e9;

const cli = fileURLToPath(new URL("../../tool/dist/cli.cjs", import.meta.url));

/** Returns the resident memory of a process in MB. */
function residentMb(pid) {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
  return (pages * 4096) / 1e6;
}

/**
 * Pipes a block through the command repeatedly.
 *
 * @param {Uint8Array} answer what the command writes for one block
 * @returns the peak in MB, and the growth in the second half, when the runtime's own memory has stopped growing: in MB per GB
 *   (`slope`) and in MB (`growth`)
 */
export async function measureResident(words, block, answer, total) {
  const child = spawn(process.execPath, [cli, ...words], { stdio: ["pipe", "pipe", "inherit"] });
  let received = 0;
  let different = 0;
  child.stdout.on("data", (chunk) => {
    for (let at = 0; at < chunk.length;) {
      const from = received % answer.length;
      const length = Math.min(chunk.length - at, answer.length - from);
      different += Math.abs(chunk.compare(answer, from, from + length, at, at + length));
      at += length;
      received += length;
    }
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
  const expected = (sent / block.length) * answer.length;
  if (status !== 0 || received !== expected || different > 0)
    throw new Error(
      `exit ${status}, ${received} bytes instead of ${expected}${different === 0 ? "" : ", and other ones"}`,
    );

  // The slope of the regression line.
  const late = samples.slice(samples.length / 2);
  const mean = (key) => late.reduce((sum, sample) => sum + sample[key], 0) / late.length;
  const [gb, mb] = [mean("gb"), mean("mb")];
  const covariance = late.reduce((sum, sample) => sum + (sample.gb - gb) * (sample.mb - mb), 0);
  const variance = late.reduce((sum, sample) => sum + (sample.gb - gb) ** 2, 0);
  const slope = covariance / variance;
  const growth = slope * (late.at(-1).gb - late[0].gb);
  return { peak: Math.max(...samples.map((sample) => sample.mb)), slope, growth };
}
