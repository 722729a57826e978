// Runs unit tests with the sizes of a check: npm run check -- NAME [-- --seed N], with a name of SUITES.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { conclude, counted, readSeed } from "./check.mjs";
import { chooseSize } from "../support/part.mjs";
import { SUITES } from "./table.mjs";
import { makeTemporaryFolder } from "../support/temporary-folder.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Runs test files in a separate process and adds up the inputs that they report (tests/support/counters.ts).
 *
 * @param {readonly string[]} files relative to tests/unit
 * @param {Record<string, string>} env
 * @returns the number of inputs of each kind and of all kinds (`cases`), and the output if the run failed
 */
function runSuites(files, env) {
  const folder = makeTemporaryFolder("check");
  const counters = join(folder, "counters");
  const words = [
    "run",
    "--config",
    "tests/vitest.config.ts",
    "--hookTimeout=600000",
    ...files.map((file) => `tests/unit/${file}`),
  ];
  const { status, stdout, stderr } = spawnSync(`${root}node_modules/.bin/vitest`, words, {
    cwd: root,
    env: { ...process.env, ...env, PERCODEC_COUNTERS: counters },
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status !== 0) return { kinds: {}, failure: stdout + stderr };
  /** @type {Record<string, number>} */
  const kinds = {};
  let cases = 0;
  for (const [, count, kind] of readFileSync(counters, "utf8").matchAll(/^(\d+) (.*)$/gm)) {
    cases += Number(count);
    if (kind) kinds[kind] = (kinds[kind] ?? 0) + Number(count);
  }
  return { kinds: { cases, ...kinds }, failure: undefined };
}

const name = /** @type {keyof typeof SUITES} */ (process.argv[2] ?? "");
/** @type {import("./table.mjs").Suites} */
const { files, sizes, least, fault } = SUITES[name];
const seed = readSeed();
const chosen = Object.entries(sizes).map(([size, [all, part]]) => `${size}=${chooseSize(all, part)}`);
const { kinds, failure } = runSuites(files, { PERCODEC_SEED: String(seed), PERCODEC_SIZE: chosen.join() });
if (failure === undefined) {
  for (const [kind, count] of Object.entries(kinds)) console.log(`${counted(count).padStart(10)}  ${kind}`);
} else console.log(failure);
const bars = Object.entries(least).map(([kind, [all, part]]) => ({
  kind,
  count: kinds[kind] ?? 0,
  bar: chooseSize(all, part),
}));
const figures = bars.map(({ kind, count, bar }) => `${counted(count)} ${kind} (at least ${counted(bar)})`);
conclude(
  name,
  `${figures.join(", ")}, ${failure === undefined ? 0 : "some"} failures, seed ${seed}`,
  failure === undefined
    ? bars.filter(({ count, bar }) => count < bar).map(({ kind }) => `too few ${kind}`)
    : [`${fault}: see above`],
);
