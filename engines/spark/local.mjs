// The run without Spark, for comparison: the same rows go through one filter. The n-th output record belongs to the n-th row,
// so the ids are not sent through the filter.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, readdirSync } from "node:fs";
import { join } from "node:path";
import { FILTER } from "./environment.mjs";

const BLOCK_UNITS = 1 << 16;
const FOLD_ROWS = 100_000;
const WORDS = ["records", "--format", "tsv", "--field-enc", "hex", "--out", "value,status,code,byte_offset"];

/** Returns the sums of all rows, like sums() of session.py. */
export async function localSums(folder, words = []) {
  const child = spawn(FILTER, [...WORDS, ...words], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.once("close", resolve));
  const ids = [];
  const feeding = feed(folder, child.stdin, ids);
  const sums = new Sums();
  let next = 0;
  for await (const line of lines(child.stdout)) {
    const [value, status, code, byte_offset] = line.split("\t");
    sums.add(ids[next++], value === "\\N" ? "null" : value, status, none(code), none(byte_offset));
  }
  await feeding;
  const exit = await ended;
  if (exit !== 0 || next !== ids.length) throw new Error(`the filter read ${ids.length} rows and wrote ${next} (exit ${exit})`); // prettier-ignore
  return sums.result();
}

const none = (field) => (field === "\\N" ? "" : field);

/** Yields the lines of a stream, split only at line feeds. */
async function* lines(stream) {
  let rest = "";
  for await (const chunk of stream.setEncoding("utf8")) {
    const found = (rest + chunk).split("\n");
    rest = found.pop() ?? "";
    yield* found;
  }
}

async function feed(folder, target, ids) {
  let block = "";
  for (const name of readdirSync(folder).sort()) {
    for await (const line of lines(createReadStream(join(folder, name)))) {
      const { id, q } = JSON.parse(line);
      ids.push(id);
      block += q === null ? "\\N\n" : `${Buffer.from(q).toString("hex")}\n`;
      if (block.length < BLOCK_UNITS) continue;
      if (!target.write(block)) await new Promise((resolve) => target.once("drain", resolve));
      block = "";
    }
  }
  target.end(block);
}

class Sums {
  rows = 0;
  distinct = new Set();
  statuses = {};
  hash = 0n;
  // The upper 28 and lower 32 bits of the sum: both are exact as numbers until they are folded into `hash`.
  high = 0;
  low = 0;

  add(id, value, status, code, byte_offset) {
    const digest = createHash("md5").update(`${id}|${status}|${code}|${byte_offset}|${value}`).digest();
    this.high += digest.readUInt32BE(0) >>> 4;
    this.low += (digest.readUInt32BE(3) * 16 + (digest.readUInt8(7) >> 4)) % 2 ** 32;
    this.rows++;
    this.distinct.add(id);
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    if (this.rows % FOLD_ROWS === 0) this.fold();
  }

  fold() {
    this.hash += BigInt(this.high) * 2n ** 32n + BigInt(this.low);
    this.high = this.low = 0;
  }

  result() {
    this.fold();
    return { rows: this.rows, ids: this.distinct.size, hash: String(this.hash), statuses: this.statuses };
  }
}
