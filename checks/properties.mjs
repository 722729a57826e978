// All laws of codec, forms, URIs and inspection over 1,000,000 cases: npm run check:properties [-- --seed N]
import { conclude, counted, seedOf } from "./check.mjs";
import { runSuites } from "./suites.mjs";

const LEAST = 1_000_000;
const LAWS = ["test/codec/properties", "test/form", "test/uri", "test/inspect"];

const seed = seedOf();
console.log(`seed ${seed}`);
const { inputs, failure } = runSuites(LAWS, { PERCODEC_SEED: String(seed), PERCODEC_RUNS: "20000" });
if (failure !== undefined) console.log(failure);
conclude(
  "properties",
  `${counted(inputs)} cases (at least ${counted(LEAST)}), ${failure === undefined ? 0 : "some"} failures, seed ${seed}`,
  [
    ...(failure === undefined ? [] : ["a law does not hold: its counterexample is above"]),
    ...(failure === undefined && inputs < LEAST ? ["too few cases"] : []),
  ],
);
