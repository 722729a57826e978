// Runs in the page: the workloads of definitions.mjs, one at a time, as run.mjs does them in Node.
import * as form from "../../dist/form/index.js";
import * as percodec from "../../dist/index.js";
import * as sets from "../../dist/sets/index.js";
import { check, setUp } from "../candidates/index.mjs";
import { ROUND_MS, WORKLOADS } from "../definitions.mjs";
import { compare } from "../measure.mjs";
import { judge } from "../results.mjs";
import { competitors } from "../competitors/index.mjs";

/** Gives the times and ratios of a workload; the bars are those of Node, and none counts here. */
globalThis.measure = (id, rounds) => {
  const workload = { ...WORKLOADS.find((row) => row.id === id), bars: [] };
  const { candidates, ...parts } = setUp(workload, { percodec, sets, form, competitors });
  check(workload, { candidates, ...parts });
  const times = compare(candidates, parts.inputs, { rounds, roundMs: ROUND_MS });
  return JSON.stringify({ table: workload.table, id, times, ratios: judge(workload, candidates, times) });
};
