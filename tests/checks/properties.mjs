// Checks all laws of codec, forms, URIs and inspection on 1,000,000 cases: npm run check -- properties [-- --seed N]
import { conclude, counted, readSeed } from "./check.mjs";
import { runSuites } from "./suites.mjs";
import { chooseSize } from "../support/part.mjs";

const LEAST = chooseSize(1_000_000, 300_000);
const LAWS = [
  "tests/unit/codec/properties",
  "tests/unit/form",
  "tests/unit/uri/agreement",
  "tests/unit/uri/compose",
  "tests/unit/uri/laws",
  "tests/unit/template/template",
  "tests/unit/inspect",
];
/** Larger than in the suites, except for the worst inputs, which the check `linear` measures. */
const SIZES = {
  PERCODEC_URIS: String(chooseSize(40_000, 15_000)),
  PERCODEC_RUNS: String(chooseSize(10_000, 4000)),
  PERCODEC_WORST: "4096",
};

const seed = readSeed();
console.log(`seed ${seed}`);
const { inputs, failure } = runSuites(LAWS, { PERCODEC_SEED: String(seed), ...SIZES });
if (failure !== undefined) console.log(failure);
conclude(
  "properties",
  `${counted(inputs)} cases (at least ${counted(LEAST)}), ${failure === undefined ? 0 : "some"} failures, seed ${seed}`,
  [
    ...(failure === undefined ? [] : ["a law does not hold: see the counterexample above"]),
    ...(failure === undefined && inputs < LEAST ? ["too few cases"] : []),
  ],
);
