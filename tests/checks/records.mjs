// Compares the record filter with its reference implementation, and with itself without the kernel, over random inputs at random
// cuts: npm run check -- records [-- --seed N]
import { conclude, counted, readSeed } from "./check.mjs";
import { runSuites } from "./suites.mjs";
import { chooseSize } from "../support/part.mjs";

const LEAST = chooseSize(300_000, 30_000);
const SUITES = ["tests/unit/cli/records.test.ts", "tests/unit/cli/records-kernel", "tests/unit/cli/records-values"];

const seed = readSeed();
console.log(`seed ${seed}`);
const { inputs, failure } = runSuites(SUITES, {
  PERCODEC_SEED: String(seed),
  PERCODEC_RECORDS: String(chooseSize(10_000, 1000)),
});
if (failure !== undefined) console.log(failure);
conclude(
  "records",
  `${counted(inputs)} inputs (at least ${counted(LEAST)}), ${failure === undefined ? 0 : "some"} failures, seed ${seed}`,
  [
    ...(failure === undefined ? [] : ["a law does not hold: see the counterexample above"]),
    ...(failure === undefined && inputs < LEAST ? ["too few inputs"] : []),
  ],
);
