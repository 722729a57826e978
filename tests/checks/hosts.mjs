// Checks that describeHost calls no host public that the URL Standard's host parser turns into a loopback, private or link-local
// address, on 100,000 hostile URLs: npm run check -- hosts [-- --seed N]
import { chooseSize } from "../support/part.mjs";
import { conclude, counted, readSeed } from "./check.mjs";
import { runSuites } from "./suites.mjs";

const LEAST = chooseSize(100_000, 50_000);

const seed = readSeed();
console.log(`seed ${seed}`);
const { inputs, failure } = runSuites(["tests/unit/uri/describe-host"], {
  PERCODEC_SEED: String(seed),
  PERCODEC_HOSTS: String(LEAST),
});
if (failure !== undefined) console.log(failure);
conclude(
  "hosts",
  `${counted(inputs)} URLs (at least ${counted(LEAST)}), ${failure === undefined ? 0 : "some"} inner hosts called public, seed ${seed}`,
  [
    ...(failure === undefined ? [] : ["a host is called public, or read otherwise than by the standard: see above"]),
    ...(failure === undefined && inputs < LEAST ? ["too few URLs"] : []),
  ],
);
