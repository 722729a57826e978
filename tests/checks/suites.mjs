// Runs test files at full size in a process of their own, and counts the inputs that they tell of.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * @param files test files, from the project's root
 * @param env sizes of tests/support/sizes.ts, as PERCODEC_URIS
 * @returns how many inputs were told of (tests/support/counters.ts), in all and of each kind, and the output of a run that failed
 */
export function runSuites(files, env) {
  const folder = mkdtempSync(join(tmpdir(), "percodec-check-"));
  try {
    const counters = join(folder, "counters");
    const { status, stdout, stderr } = spawnSync(
      `${root}node_modules/.bin/vitest`,
      ["run", "--config", "tests/vitest.config.ts", "--testTimeout=600000", "--hookTimeout=600000", ...files],
      { cwd: root, env: { ...process.env, ...env, PERCODEC_COUNTERS: counters }, encoding: "utf8", maxBuffer: 1 << 28 },
    );
    if (status !== 0) return { inputs: 0, kinds: {}, failure: stdout + stderr };
    let inputs = 0;
    const kinds = {};
    for (const [, count, kind] of readFileSync(counters, "utf8").matchAll(/^(\d+) (.*)$/gm)) {
      inputs += Number(count);
      kinds[kind] = (kinds[kind] ?? 0) + Number(count);
    }
    return { inputs, kinds, failure: undefined };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
