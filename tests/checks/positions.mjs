// 100,000 malformed inputs whose faults are known before anybody looks: npm run check:positions [-- --seed N]
import { conclude, counted, seedOf } from "./check.mjs";
import { runSuites } from "./suites.mjs";

const LEAST = 100_000;

const seed = seedOf();
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
    ...(failure === undefined ? [] : ["a fault is not told where it was put: it is above"]),
    ...(failure === undefined && inputs < LEAST ? ["too few inputs"] : []),
  ],
);
