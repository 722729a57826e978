// Runs test files at full size in a process of their own, and counts the inputs that they tell of.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * @param files test files, from the project's root
 * @param env sizes, as in scripts/ok.mjs
 * @returns how many inputs were told of (test/tally.ts), and the output of a run that failed
 */
export function runSuites(files, env) {
  const folder = mkdtempSync(join(tmpdir(), "percodec-check-"));
  try {
    const tally = join(folder, "tally");
    const { status, stdout, stderr } = spawnSync(
      `${root}node_modules/.bin/vitest`,
      ["run", "--config", "test/vitest.config.ts", ...files],
      { cwd: root, env: { ...process.env, ...env, PERCODEC_TALLY: tally }, encoding: "utf8", maxBuffer: 1 << 28 },
    );
    if (status !== 0) return { inputs: 0, failure: stdout + stderr };
    const inputs = readFileSync(tally, "utf8")
      .trim()
      .split("\n")
      .reduce((sum, line) => sum + Number(line), 0);
    return { inputs, failure: undefined };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
