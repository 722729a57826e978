// All laws of codec, forms, URIs and inspection over 1,000,000 cases: npm run check:properties [-- --seed N]
import { conclude, counted, seedOf } from "./check.mjs";
import { runSuites } from "./suites.mjs";

const LEAST = 1_000_000;
const LAWS = [
  "tests/unit/codec/properties",
  "tests/unit/form",
  "tests/unit/uri/agreement",
  "tests/unit/uri/compose",
  "tests/unit/uri/laws",
  "tests/unit/template/template",
  "tests/unit/inspect",
];
/** The inputs of laws over URIs, forms and texts, of the other laws, and the units of the worst inputs, which are check:linear's. */
const SIZES = { PERCODEC_URIS: "40000", PERCODEC_RUNS: "10000", PERCODEC_WORST: "4096" };

const seed = seedOf();
console.log(`seed ${seed}`);
const { inputs, failure } = runSuites(LAWS, { PERCODEC_SEED: String(seed), ...SIZES });
if (failure !== undefined) console.log(failure);
conclude(
  "properties",
  `${counted(inputs)} cases (at least ${counted(LEAST)}), ${failure === undefined ? 0 : "some"} failures, seed ${seed}`,
  [
    ...(failure === undefined ? [] : ["a law does not hold: its counterexample is above"]),
    ...(failure === undefined && inputs < LEAST ? ["too few cases"] : []),
  ],
);
