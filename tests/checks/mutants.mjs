// Checks which share of a sample of mutants the tests kill: npm run check -- mutants [-- --seed N].
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { conclude, readSeed } from "./check.mjs";
import { makeTemporaryFolder } from "../support/temporary-folder.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const here = fileURLToPath(new URL("mutants/", import.meta.url));

/** The least size of a sample. */
const SAMPLE = 100;
/** The least share of killed mutants in percent. */
const LEAST = 92;
const FOLDERS = ["base", "sets", "kernel", "codec", "host", "template", "form", "uri", "links", "inspect", "guard"];
/** The sizes are small because each mutant is run against every test that reaches it. */
const SIZES = "RUNS=100,STRINGS=300,TEXTS=300,URIS=1000,WORST=1024";
const KILLED = ["Killed", "Timeout"];
/** Outcomes that do not depend on the tests and are not counted, as in Stryker's own score. */
const INVALID = ["RuntimeError", "CompileError"];

const seed = readSeed();
const mutants = await allMutants();
const drawn = drawSample(mutants);
const outcomes = run(drawn);
const chosen = drawn.filter(({ key }) => !INVALID.includes(outcomes.get(key)));
const survivors = chosen.filter((mutant) => !KILLED.includes(outcomes.get(mutant.key)));
const killed = chosen.length - survivors.length;
const timedOut = chosen.filter(({ key }) => outcomes.get(key) === "Timeout").length;
const share = (100 * killed) / chosen.length;
for (const { key } of survivors) console.log(`survived  ${key}: ${outcomes.get(key)}`);
conclude(
  "mutants",
  `${killed} of ${chosen.length} mutants killed, ${timedOut} of them by time: ${share.toFixed(1)} % (at least ${LEAST} %), ` +
    `a sample of ${mutants.length}, seed ${seed}`,
  share < LEAST ? ["too many mutants survive"] : [],
);

/** Returns all mutants that Stryker makes of the folders. */
async function allMutants() {
  const { Instrumenter } = await import(
    new URL("../node_modules/@stryker-mutator/instrumenter/dist/src/index.js", import.meta.url).href
  );
  const logger = { isDebugEnabled: () => false, debug: () => {}, info: () => {}, trace: () => {}, warn: () => {} };
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(`${root}library/src/${folder}`).map((name) => `library/src/${folder}/${name}`),
  )
    .filter((name) => name.endsWith(".ts") && !name.includes(".generated."))
    .map((name) => ({ name, content: readFileSync(root + name, "utf8"), mutate: true }));
  const options = { plugins: null, excludedMutations: [], ignorers: [] };
  const made = await new Instrumenter(logger).instrument(files, options);
  const linesByFile = new Map(files.map(({ name, content }) => [name, content.split("\n")]));
  return made.mutants.map(({ fileName, location: { start, end }, mutatorName, replacement }) => {
    // In the option `mutate`, Stryker counts lines from 1 and columns from 0.
    const range = `${fileName}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`;
    const place = `${fileName} ${linesByFile.get(fileName)?.[start.line]} ${start.column}`;
    return { range, place, key: `${range} ${mutatorName} ${replacement}` };
  });
}

/**
 * Draws places of the code and returns all mutants there: Stryker selects mutants by place. A place is drawn by the hash of the
 * seed, its file and its line, so that a change elsewhere does not change the sample.
 */
function drawSample(all) {
  const hash = (place) => createHash("sha256").update(`${seed} ${place}`).digest("hex");
  const ranges = new Map(all.map(({ range, place }) => [range, hash(place)]));
  const sorted = [...ranges.keys()].sort((a, b) => (ranges.get(a) < ranges.get(b) ? -1 : 1));
  const sample = [];
  while (sample.length < SAMPLE && sorted.length > 0) {
    const next = sorted.shift();
    sample.push(...all.filter(({ range }) => range === next));
  }
  return sample;
}

/** Runs Stryker and returns the outcome of each mutant. */
function run(wanted) {
  const folder = makeTemporaryFolder("mutants");
  const report = `${folder}/report.json`;
  const config = {
    concurrency: 2,
    coverageAnalysis: "perTest",
    disableTypeChecks: false,
    // The first run takes long, because all code is instrumented.
    dryRunTimeoutMinutes: 30,
    ignorePatterns: ["bench", "library/dist", "tool/dist", "docs/api", "engines"],
    jsonReporter: { fileName: report },
    ignorers: ["sampled"],
    mutate: wanted.map(({ range }) => range),
    plugins: ["@stryker-mutator/*", `${here}sampled.mjs`],
    reporters: ["json", "progress-append-only"],
    tempDirName: `${folder}/sandbox`,
    testRunner: "vitest",
    // A file that does not exist: Stryker would read the real one with another version of TypeScript.
    tsconfigFile: "none.json",
    vitest: { configFile: "tests/checks/mutants/vitest.config.ts", related: false },
  };
  writeFileSync(`${folder}/stryker.config.json`, JSON.stringify(config));
  const { status } = spawnSync(`${root}tests/node_modules/.bin/stryker`, ["run", `${folder}/stryker.config.json`], {
    cwd: root,
    env: {
      ...process.env,
      PERCODEC_SEED: "1",
      PERCODEC_SIZE: SIZES,
      PERCODEC_MUTANTS: JSON.stringify(wanted.map(({ range }) => range)),
    },
    stdio: "inherit",
  });
  if (status !== 0) throw new Error(`Stryker ended with ${status}`);
  const { files } = JSON.parse(readFileSync(report, "utf8"));
  return new Map(
    Object.entries(files).flatMap(([name, { mutants: all }]) =>
      all.map(({ location: { start, end }, mutatorName, replacement, status: outcome }) => [
        `${name}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1} ${mutatorName} ${replacement}`,
        outcome,
      ]),
    ),
  );
}
