// Checks code, index and length of the faults that were put into 100,000 inputs: npm run check -- positions [-- --seed N]
import { conclude, counted, readSeed } from "./check.mjs";
import { runSuites } from "./suites.mjs";

const LEAST = 100_000;

const seed = readSeed();
console.log(`seed ${seed}`);
const { inputs, kinds, failure } = runSuites(["tests/unit/positions"], {
  PERCODEC_SEED: String(seed),
  PERCODEC_POSITIONS: String(LEAST),
});
for (const [code, count] of Object.entries(kinds).sort(([, a], [, b]) => b - a)) {
  console.log(`${counted(count).padStart(8)}  ${code}`);
}
if (failure !== undefined) console.log(failure);
conclude(
  "positions",
  `${counted(inputs)} malformed inputs (at least ${counted(LEAST)}) over ${Object.keys(kinds).length} codes, ` +
    `code, index and length ${failure === undefined ? "exact on all" : "wrong on some"}, seed ${seed}`,
  [
    ...(failure === undefined ? [] : ["a fault is not reported where it was inserted: see above"]),
    ...(failure === undefined && inputs < LEAST ? ["too few inputs"] : []),
  ],
);
