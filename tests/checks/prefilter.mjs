// Checks that no line which `percodec inspect` skips has a finding, on 1,000,000 lines: npm run check -- prefilter [-- --seed N]
import { conclude, counted, readSeed } from "./check.mjs";
import { runSuites } from "./suites.mjs";
import { chooseSize } from "../support/part.mjs";

const LEAST = chooseSize(1_000_000, 200_000);

const seed = readSeed();
console.log(`seed ${seed}`);
const { inputs, failure } = runSuites(["tests/unit/inspect/prefilter"], {
  PERCODEC_SEED: String(seed),
  PERCODEC_LINES: String(LEAST),
  PERCODEC_EVERY: "1",
});
if (failure !== undefined) console.log(failure);
conclude(
  "prefilter",
  `${counted(inputs)} lines (at least ${counted(LEAST)}), ${failure === undefined ? 0 : "some"} skipped with a finding, seed ${seed}`,
  [
    ...(failure === undefined ? [] : ["a line with a finding is skipped: see above"]),
    ...(failure === undefined && inputs < LEAST ? ["too few lines"] : []),
  ],
);
