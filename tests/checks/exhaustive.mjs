// Compares the codec with the reference implementation on all 1.9 million inputs of certain kinds: npm run check -- exhaustive
import { conclude, counted } from "./check.mjs";
import { runSuites } from "./suites.mjs";

const LEAST = 1_900_000;

const { inputs, failure } = runSuites(["tests/unit/codec/exhaustive"], { PERCODEC_DEPTH: "5" });
if (failure !== undefined) console.log(failure);
conclude(
  "exhaustive",
  `${counted(inputs)} inputs (at least ${counted(LEAST)}), ${failure === undefined ? 0 : "some"} differ from the reference implementation`,
  [
    ...(failure === undefined ? [] : ["the codec and the reference implementation differ: see the input above"]),
    ...(failure === undefined && inputs < LEAST ? ["too few inputs"] : []),
  ],
);
