// Runs in the page: measures the workloads of definitions.mjs one at a time, like bench/run.mjs in Node.
import * as form from "../../dist/form/index.js";
import * as percodec from "../../dist/index.js";
import * as sets from "../../dist/sets/index.js";
import { check, setUp } from "../candidates/index.mjs";
import { ROUND_MS, WORKLOADS } from "../definitions.mjs";
import { compare } from "../measure.mjs";
import { compareWithBars } from "../results.mjs";
import { competitors } from "../competitors/index.mjs";

/** Returns the times and ratios of a workload. The bars are for Node and do not apply here. */
globalThis.measure = (id, rounds) => {
  const workload = { ...WORKLOADS.find((row) => row.id === id), bars: [] };
  const { candidates, ...parts } = setUp(workload, { percodec, sets, form, competitors });
  check(workload, { candidates, ...parts });
  const times = compare(candidates, parts.inputs, { rounds, roundMs: ROUND_MS });
  return JSON.stringify({ table: workload.table, id, times, ratios: compareWithBars(workload, candidates, times) });
};
