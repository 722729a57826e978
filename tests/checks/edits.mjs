// Compares editUri with URLSearchParams after at least 100,000 edits, checks every byte outside the edited pairs, and attempts to add a
// host, a segment, a parameter, a header or a fragment: npm run check -- edits [-- --seed N]
import { conclude, counted, readSeed } from "./check.mjs";
import { runSuites } from "./suites.mjs";
import { chooseSize } from "../support/part.mjs";

const LEAST_EDITS = chooseSize(100_000, 20_000);
const LEAST_ATTEMPTS = 1000;
/** Three edits each. */
const URIS = Math.ceil(LEAST_EDITS / 3);

const seed = readSeed();
console.log(`seed ${seed}`);
const { kinds, failure } = runSuites(["tests/unit/uri/edit"], {
  PERCODEC_SEED: String(seed),
  PERCODEC_URIS: String(URIS),
});
if (failure !== undefined) console.log(failure);
const { edits = 0, attempts = 0 } = kinds;
conclude(
  "edits",
  `${counted(edits)} edits (at least ${counted(LEAST_EDITS)}), ${counted(attempts)} attempts to break out of a place (at least ` +
    `${counted(LEAST_ATTEMPTS)}), ${failure === undefined ? "no difference" : "some differences"}, seed ${seed}`,
  [
    ...(failure === undefined ? [] : ["an edit changes something else, or an attempt succeeds: see above"]),
    ...(failure === undefined && edits < LEAST_EDITS ? ["too few edits"] : []),
    ...(failure === undefined && attempts < LEAST_ATTEMPTS ? ["too few attempts"] : []),
  ],
);
