// Every cut of a hostile text into two and three pieces, and 20,000 random partitions, against the whole:
// npm run check:chunks [-- --seed N]
import { conclude, counted, seedOf } from "./check.mjs";
import { runSuites } from "./suites.mjs";

const LEAST_CUTS = 500_000;
const LEAST_PARTITIONS = 20_000;
/** Five suites have random partitions: the decoder and the encoder, each by pieces and as a stream, and the form's stream. */
const PARTITIONS = LEAST_PARTITIONS / 5;

const seed = seedOf();
console.log(`seed ${seed}`);
const { kinds, failure } = runSuites(["tests/unit/codec/chunk-boundaries", "tests/unit/form/chunks"], {
  PERCODEC_SEED: String(seed),
  PERCODEC_CUTS: "2",
  PERCODEC_PARTITIONS: String(PARTITIONS),
});
const { cuts = 0, partitions = 0 } = kinds;
if (failure !== undefined) console.log(failure);
conclude(
  "chunks",
  `${counted(cuts)} cuts (at least ${counted(LEAST_CUTS)}) and ${counted(partitions)} partitions ` +
    `(at least ${counted(LEAST_PARTITIONS)}), ${failure === undefined ? 0 : "some"} differ from the whole, seed ${seed}`,
  [
    ...(failure === undefined ? [] : ["a cut changes what comes out: it is above"]),
    ...(failure === undefined && cuts < LEAST_CUTS ? ["too few cuts"] : []),
    ...(failure === undefined && partitions < LEAST_PARTITIONS ? ["too few partitions"] : []),
  ],
);
