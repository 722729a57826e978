// Writes the files of URL lines and computes the hashes of the right answers.
import { createHash } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";
import { urlLines } from "../corpus.mjs";

/** The number of distinct lines, about 6 MB. They are repeated up to the size of the file. */
const LINES = 80_000;

/**
 * Writes a file of lines for each direction and size.
 *
 * @returns for each `direction size` the `path`, its `bytes`, and the SHA-256 `expected` of the right answer
 */
export function writeCorpora(folder, workloads) {
  const { plain, encoded } = urlLines(LINES);
  const component = plain.replace(/[^\n]+/g, encodeURIComponent);
  const pairs = { decode: [encoded, plain], encode: [plain, component] };
  const files = {};
  for (const { direction, size } of workloads) {
    const name = `${direction} ${size}`;
    files[name] ??= writeRepeated(`${folder}/${direction}-${size}.txt`, size, ...pairs[direction].map(toBytes));
  }
  return files;
}

const toBytes = (text) => Buffer.from(text);

/** Writes whole blocks, as many as come closest to the size, so that no line is cut. */
function writeRepeated(path, size, input, answer) {
  const hash = createHash("sha256");
  const file = openSync(path, "w");
  const blocks = Math.max(1, Math.round(size / input.length));
  for (let block = 0; block < blocks; block++) {
    for (let at = 0; at < input.length;) at += writeSync(file, input, at);
    hash.update(answer);
  }
  closeSync(file);
  return { path, bytes: blocks * input.length, expected: hash.digest("hex") };
}
