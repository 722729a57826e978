// Searches for inputs that violate a law, guided by branch coverage, and has to find the seeded faults:
// npm run check -- fuzz [-- --seed N] [-- --corpus], where --corpus writes a minimal set of the inputs found to tests/checks/fuzz/corpus.
import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { conclude, counted, readSeed } from "./check.mjs";
import { bundleLibrary, bundleReference, instrument, seedFault } from "./fuzz/bundle.mjs";
import { packJson } from "../support/packed-json.mjs";
import { chooseSize } from "../support/part.mjs";
import { SEEDED_FAULTS } from "./fuzz/seeded-faults.mjs";
import { makeTemporaryFolder } from "../support/temporary-folder.mjs";

const LEAST_EXECUTIONS = chooseSize(500_000, 100_000);
const LEAST_TARGETS = 5;
/** The least time of each of the two processes. */
const MILLISECONDS = chooseSize(25_000, 5000);
const SEEDED_MILLISECONDS = 15_000;
const CORPUS = fileURLToPath(new URL("fuzz/corpus/", import.meta.url));

const seed = readSeed();
const folder = makeTemporaryFolder("fuzz");
const code = await bundleLibrary();
const write = (name, text) => {
  writeFileSync(`${folder}/${name}`, text);
  return `${folder}/${name}`;
};
const library = write("library.mjs", instrument(code));
const reference = write("reference.mjs", await bundleReference());
const corpus = readCorpus();

const minimal = process.argv.includes("--corpus");
const common = { library, reference, corpus, minimal, milliseconds: MILLISECONDS, executions: LEAST_EXECUTIONS / 2 };
const results = await Promise.all([
  // One process uses the WebAssembly kernel, the other only scalar code.
  runWorker({ ...common, seed, kernel: true }),
  runWorker({ ...common, seed: seed + 1, kernel: false }),
]);
const executions = results.flat().reduce((sum, result) => sum + result.executions, 0);
for (const name of Object.keys(corpus)) {
  const both = results.flat().filter((result) => result.name === name);
  const runs = both.map((result) => counted(result.executions).padStart(9)).join(" + ");
  console.log(`${name.padEnd(9)} ${runs} executions, ${both[0].known} inputs known`);
}
const crashes = results.flat().flatMap(({ crashes: found, name }) => found.map((crash) => ({ name, ...crash })));
for (const crash of crashes) saveCrash(crash);

const waiting = SEEDED_FAULTS.map((one, k) => ({
  ...one,
  library: write(`seeded-${k}.mjs`, instrument(seedFault(code, one))),
}));
const missed = [];
const search = async () => {
  for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
    const started = Date.now();
    // Start without a corpus, so that only the search can find the fault.
    const alone = {
      corpus: { [one.target]: [] },
      milliseconds: SEEDED_MILLISECONDS,
      executions: 0,
      untilCrash: true,
    };
    const [{ crashes: found }] = await runWorker({ library: one.library, reference, seed, kernel: true, ...alone });
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    if (found.length === 0) missed.push(one);
    console.log(
      `${found.length > 0 ? "found " : "MISSED"}  ${one.fault} (${one.target}), ${seconds} s: ${JSON.stringify(found[0]?.input)}`,
    );
  }
};
await Promise.all([search(), search()]);
if (minimal) writeCorpus(results[0]);

conclude(
  "fuzz",
  `${counted(executions)} executions (at least ${counted(LEAST_EXECUTIONS)}), ${Object.keys(corpus).length} targets, ${crashes.length} crashes, ` +
    `${SEEDED_FAULTS.length - missed.length} of ${SEEDED_FAULTS.length} seeded faults found, seed ${seed}`,
  [
    ...crashes.map(({ input, kind, name }) => `${name} ${JSON.stringify(input)}: ${kind}`),
    ...missed.map(({ fault }) => `not found: ${fault}`),
    ...(executions < LEAST_EXECUTIONS ? ["too few executions"] : []),
    ...(Object.keys(corpus).length < LEAST_TARGETS ? ["too few targets"] : []),
  ],
);

/** Runs a worker and returns its only message. */
function runWorker(job) {
  return new Promise((resolve, reject) => {
    // On a busy machine a worker may get a twentieth of the processor; after 60 times its time it is considered hung.
    const child = fork(new URL("fuzz/worker.mjs", import.meta.url), { timeout: job.milliseconds * 60 });
    child.once("message", resolve);
    child.once("exit", (status, signal) => reject(new Error(`a worker ended with ${status ?? signal}`)));
    child.send(job);
  });
}

/** Saves the input of a crash outside the tree and prints its stack. */
function saveCrash({ input, name, stack }) {
  const kept = join(tmpdir(), "percodec-fuzz-crashes");
  mkdirSync(kept, { recursive: true });
  const text = `${JSON.stringify(input)}\n`;
  const file = join(kept, `${name}-${createHash("sha256").update(text).digest("hex").slice(0, 12)}.json`);
  writeFileSync(file, text);
  console.log(`${name} ${text.trim()}, kept in ${file}\n${stack}`);
}

/** Reads the corpus: for each target a file with the array of its first inputs. */
function readCorpus() {
  const files = readdirSync(CORPUS).toSorted();
  return Object.fromEntries(
    files.map((file) => [basename(file, ".json"), JSON.parse(readFileSync(CORPUS + file, "utf8"))]),
  );
}

function writeCorpus(states) {
  for (const state of states) writeFileSync(`${CORPUS}${state.name}.json`, `${packJson(state.minimal)}\n`);
}
