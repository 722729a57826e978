import fc from "fast-check";
import { readSize } from "./sizes.ts";
import { countInputs } from "./counters.ts";

// Node parses the certificates at each start, which takes 90 ms. The tests start Node 100 times and connect to loopback only.
delete process.env["NODE_EXTRA_CA_CERTS"];

// PERCODEC_SEED repeats a run. fast-check prints the seed with each counterexample.
const seed = Number(process.env["PERCODEC_SEED"] ?? Date.now() % 2 ** 31);
fc.configureGlobal({
  seed,
  numRuns: readSize("RUNS"),
  reporter: (details) => {
    if (details.failed) throw new Error(fc.defaultReportMessage(details), { cause: details.errorInstance });
    countInputs(details.numRuns);
  },
});
export { seed };
