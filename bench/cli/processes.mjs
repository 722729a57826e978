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
 * @param {string[]} command the program and its words
 * @param {{ input?: string | undefined, output?: string, env?: NodeJS.ProcessEnv }} [options] the files of standard input and output;
 *   the output "pipe" is returned
 * @returns {{ ms: number, stdout: string }}
 */
export function run([program = "", ...words], { input = "/dev/null", output = "/dev/null", env = plainEnv } = {}) {
  const files = [openSync(input, "r"), ...(output === "pipe" ? [] : [openSync(output, "w")])];
  const started = performance.now();
  const { status, signal, error, stdout, stderr } = spawnSync(program, words, {
    stdio: [files[0], files[1] ?? "pipe", "pipe"],
    timeout: TIMEOUT,
    env,
    encoding: "utf8",
  });
  const ms = performance.now() - started;
  for (const file of files) closeSync(file);
  if (status === 0) return { ms, stdout };
  const { code } = /** @type {NodeJS.ErrnoException} */ (error ?? {});
  if (code === "ENOENT") throw new Error(`${program} is missing`);
  throw new Error(`${program} failed (${signal ?? status ?? code}): ${stderr.trim().split("\n").at(-1)}`);
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
