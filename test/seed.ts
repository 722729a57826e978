import fc from "fast-check";
import { tally } from "./tally.ts";

// PERCODEC_SEED repeats a run; fast-check prints the seed of a failure with its counterexample too.
const seed = Number(process.env["PERCODEC_SEED"] ?? Date.now() % 2 ** 31);
fc.configureGlobal({
  seed,
  numRuns: Number(process.env["PERCODEC_RUNS"] ?? 1000),
  reporter: (details) => {
    if (details.failed) throw new Error(fc.defaultReportMessage(details), { cause: details.errorInstance });
    tally(details.numRuns);
  },
});
export { seed };
