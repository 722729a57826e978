// Runs test files at full size in a separate process and adds up the inputs that they report.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * @param files test files, relative to the project's root
 * @param env sizes of tests/support/sizes.ts, such as PERCODEC_URIS
 * @returns the number of inputs (tests/support/counters.ts) in total and of each kind, and the output if the run failed
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
