// Compares the result for a hostile text as a whole with the results for every division into two or three chunks and for
// 20,000 random partitions: npm run check -- chunks [-- --seed N]
import { conclude, counted, readSeed } from "./check.mjs";
import { runSuites } from "./suites.mjs";
import { chooseSize } from "../support/part.mjs";

const LEAST_CUTS = chooseSize(500_000, 5000);
const LEAST_PARTITIONS = chooseSize(20_000, 4000);
/** Five suites have random partitions: decoder and encoder, each with chunks and as a stream, and the form stream. */
const PARTITIONS = LEAST_PARTITIONS / 5;

const seed = readSeed();
console.log(`seed ${seed}`);
const { kinds, failure } = runSuites(["tests/unit/codec/chunk-boundaries", "tests/unit/form/chunks"], {
  PERCODEC_SEED: String(seed),
  PERCODEC_CUTS: String(chooseSize(2, 1)),
  PERCODEC_PARTITIONS: String(PARTITIONS),
});
const { cuts = 0, partitions = 0 } = kinds;
if (failure !== undefined) console.log(failure);
conclude(
  "chunks",
  `${counted(cuts)} cuts (at least ${counted(LEAST_CUTS)}) and ${counted(partitions)} partitions ` +
    `(at least ${counted(LEAST_PARTITIONS)}), ${failure === undefined ? 0 : "some"} differ from the whole, seed ${seed}`,
  [
    ...(failure === undefined ? [] : ["a cut changes the result: see above"]),
    ...(failure === undefined && cuts < LEAST_CUTS ? ["too few cuts"] : []),
    ...(failure === undefined && partitions < LEAST_PARTITIONS ? ["too few partitions"] : []),
  ],
);
