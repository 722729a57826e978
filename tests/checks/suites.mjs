// Runs unit tests with the sizes of a check: npm run check -- NAME [-- --seed N], with a name of SUITES.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startVitest } from "vitest/node";
import { conclude, counted, readSeed } from "./check.mjs";
import { chooseSize, isInPart } from "../support/part.mjs";
import { editSource } from "../support/sources.mjs";
import { SUITES } from "./table.mjs";
import { makeTemporaryFolder } from "../support/temporary-folder.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const name = /** @type {keyof typeof SUITES} */ (process.argv[2] ?? "");
/** @type {import("./table.mjs").Suites} */
const { files, sizes, least, fault, seeded: faults = [] } = SUITES[name];
const seeded = faults.filter(isInPart(3));
const seed = readSeed();
const counters = join(makeTemporaryFolder("check"), "counters");
writeFileSync(counters, "");
process.env["PERCODEC_COUNTERS"] = counters;
process.env["PERCODEC_SEED"] = String(seed);
process.env["PERCODEC_SIZE"] = Object.entries(sizes)
  .map(([size, [all, part]]) => `${size}=${chooseSize(all, part)}`)
  .join();

/**
 * Runs test files, relative to tests/unit, and returns whether they pass.
 *
 * @param {readonly string[]} names
 * @param {import("vitest/node").TestUserConfig} options
 * @param {readonly (readonly [file: string, before: string, after: string])[]} edits changes of the sources
 */
async function passes(names, options, edits = []) {
  const run = { root, config: "tests/vitest.config.ts", watch: false, hookTimeout: 600_000, ...options };
  const plugin = { name: "seeded-faults", transform: (code, id) => editSource(code, id, edits) };
  const vitest = await startVitest(
    "test",
    names.map((file) => `tests/unit/${file}`),
    run,
    { plugins: edits.length > 0 ? [{ ...plugin, enforce: "pre" }] : [] },
  );
  const isPassed = vitest.state.getFiles().length > 0 && vitest.state.getFailedFilepaths().length === 0;
  await vitest.close();
  return isPassed;
}

const isPassed = await passes(files, { reporters: ["dot"] });
/** The number of inputs of each kind and of all kinds (`cases`), which tests/support/counters.ts reports. */
const kinds = /** @type {Record<string, number>} */ ({ cases: 0 });
for (const [, count, kind = ""] of readFileSync(counters, "utf8").matchAll(/^(\d+) (.*)$/gm)) {
  for (const one of kind === "" ? ["cases"] : ["cases", kind]) kinds[one] = (kinds[one] ?? 0) + Number(count);
}
for (const [kind, count] of Object.entries(kinds)) console.log(`${counted(count).padStart(10)}  ${kind}`);
// Long enough that quadratic time is seen.
process.env["PERCODEC_SIZE"] = "WORST=65536";
const missed = [];
for (const { what, test, only, edit } of isPassed ? seeded : []) {
  // An edit that fits nowhere throws here; in the tests it would count as found.
  editSource(readFileSync(join(root, edit[0]), "utf8"), edit[0], [edit]);
  if (await passes([test], { bail: 1, reporters: [{}], ...(only && { testNamePattern: only }) }, [edit]))
    missed.push(what);
}

const bars = Object.entries(least).map(([kind, [all, part]]) => ({
  kind,
  count: kinds[kind] ?? 0,
  bar: chooseSize(all, part),
}));
const figures = bars.map(({ kind, count, bar }) => `${counted(count)} ${kind} (at least ${counted(bar)})`);
conclude(
  name,
  `${figures.join(", ")}, ${isPassed ? 0 : "some"} failures, ${seeded.length - missed.length} of ${seeded.length} seeded faults found, seed ${seed}`,
  isPassed
    ? [
        ...bars.filter(({ count, bar }) => count < bar).map(({ kind }) => `too few ${kind}`),
        ...missed.map((what) => `not found: ${what}`),
      ]
    : [`${fault}: see above`],
);
