// Runs whole processes, by themselves or against the clock.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";

const PATIENCE = 600_000;

/** Certificates to read at each start of Node would be counted as percodec's time. */
const { NODE_EXTRA_CA_CERTS: _certificates, ...plainEnv } = process.env;

/**
 * Runs a command; a failure throws with what it said.
 *
 * @param {[program: string, ...words: string[]]} command
 * @param {{ input?: number | undefined, output?: number | "pipe" | "ignore", env?: NodeJS.ProcessEnv }} options
 * @returns {{ ms: number, stdout: Buffer }}
 */
function run([program, ...words], { input, output = "ignore", env = plainEnv }) {
  const started = performance.now();
  const { status, signal, error, stdout, stderr } = spawnSync(program, words, {
    stdio: [input ?? "ignore", output, "pipe"],
    timeout: PATIENCE,
    env,
  });
  const ms = performance.now() - started;
  if (status === 0) return { ms, stdout };
  const { code } = /** @type {NodeJS.ErrnoException} */ (error ?? {});
  if (code === "ENOENT") throw new Error(`${program} is missing`);
  throw new Error(`${program} failed (${signal ?? status ?? code}): ${String(stderr).trim().split("\n").at(-1)}`);
}

/** A step of building, which may need what a package manager needs of the environment. */
export const build = (words) => run(words, { env: process.env });

/** All that a command prints. */
export const printed = (words) => String(run(words, { output: "pipe" }).stdout);

/** How long a command takes from a file to nowhere, or as it is, in ms. */
export function timeOf(words, inputPath) {
  const input = inputPath === undefined ? undefined : openSync(inputPath, "r");
  try {
    return run(words, { input }).ms;
  } finally {
    if (input !== undefined) closeSync(input);
  }
}

/** How long a command takes that prints into a pipe, as in `$(…)`, in ms. */
export const timeOfPrinting = (words) => run(words, { output: "pipe" }).ms;

/** Runs a command from a file into a file. */
export function runInto(words, inputPath, outputPath) {
  const [input, output] = [openSync(inputPath, "r"), openSync(outputPath, "w")];
  try {
    run(words, { input, output });
  } finally {
    closeSync(input);
    closeSync(output);
  }
}

/** The SHA-256 of a file, in hex. */
export function hashOf(path) {
  const hash = createHash("sha256");
  const block = Buffer.alloc(1 << 20);
  const file = openSync(path, "r");
  for (let length; (length = readSync(file, block)) > 0;) hash.update(block.subarray(0, length));
  closeSync(file);
  return hash.digest("hex");
}
