// Runs processes and measures their time.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";

const TIMEOUT = 600_000;

/** Node would read the extra certificates at each start, which would count as percodec's time. */
const { NODE_EXTRA_CA_CERTS: _certificates, ...plainEnv } = process.env;

/**
 * Runs a command. A failure throws with the last line of its standard error.
 *
 * @param {[program: string, ...words: string[]]} command
 * @param {{ input?: number | undefined, output?: number | "pipe" | "ignore", env?: NodeJS.ProcessEnv }} options
 * @returns {{ ms: number, stdout: Buffer }}
 */
function run([program, ...words], { input, output = "ignore", env = plainEnv }) {
  const started = performance.now();
  const { status, signal, error, stdout, stderr } = spawnSync(program, words, {
    stdio: [input ?? "ignore", output, "pipe"],
    timeout: TIMEOUT,
    env,
  });
  const ms = performance.now() - started;
  if (status === 0) return { ms, stdout };
  const { code } = /** @type {NodeJS.ErrnoException} */ (error ?? {});
  if (code === "ENOENT") throw new Error(`${program} is missing`);
  throw new Error(`${program} failed (${signal ?? status ?? code}): ${String(stderr).trim().split("\n").at(-1)}`);
}

/** Runs a build command with the whole environment, which package managers need. */
export const build = (words) => run(words, { env: process.env });

/** Returns the output of a command. */
export const readOutput = (words) => String(run(words, { output: "pipe" }).stdout);

/** Returns the time of a command in ms. Standard input is the file, if there is one; the output is discarded. */
export function measureTime(words, inputPath) {
  const input = inputPath === undefined ? undefined : openSync(inputPath, "r");
  try {
    return run(words, { input }).ms;
  } finally {
    if (input !== undefined) closeSync(input);
  }
}

/** Returns the time in ms of a command that writes into a pipe, as in `$(…)`. */
export const measurePrinting = (words) => run(words, { output: "pipe" }).ms;

/** Runs a command with one file as standard input and another as standard output. */
export function runInto(words, inputPath, outputPath) {
  const [input, output] = [openSync(inputPath, "r"), openSync(outputPath, "w")];
  try {
    run(words, { input, output });
  } finally {
    closeSync(input);
    closeSync(output);
  }
}

/** Returns the SHA-256 of a file in hex. */
export function hashFile(path) {
  const hash = createHash("sha256");
  const block = Buffer.alloc(1 << 20);
  const file = openSync(path, "r");
  for (let length; (length = readSync(file, block)) > 0;) hash.update(block.subarray(0, length));
  closeSync(file);
  return hash.digest("hex");
}
