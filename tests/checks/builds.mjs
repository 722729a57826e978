// Makes the same 2,000,000 hostile calls to the public functions of two builds and compares the outcomes. Only intended
// differences may occur: npm run check -- builds OLD NEW [--calls N] [--seed S] [--no-messages], where OLD and NEW are folders that
// `npm run build` wrote.
import { parseArgs } from "node:util";
import { random } from "../support/random.mjs";
import { loadBuild } from "./builds/build.mjs";
import { describe } from "./builds/describe.mjs";
import { makeArguments, fillPool, pick } from "./builds/hostile.mjs";
import { INTENDED } from "./builds/intended.mjs";
import { listSessions } from "./builds/sessions.mjs";
import { conclude, counted, readSeed } from "./check.mjs";

/** The most differences shown per function. */
const MOST_SHOWN = 3;
/** The length of the part of a long outcome that is shown around the first difference. */
const SHOWN_UNITS = 300;
/** Relative frequencies of calls: functions without arguments always return the same, and streams and requests are slow. */
const WEIGHT = { constant: 1, stream: 3, other: 20 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    calls: { type: "string", default: "2000000" },
    seed: { type: "string" },
    "no-messages": { type: "boolean" },
  },
});
const [oldFolder, newFolder, ...others] = positionals;
if (oldFolder === undefined || newFolder === undefined || others.length > 0)
  throw new Error("npm run check -- builds OLD NEW [--calls N] [--seed S] [--no-messages]");
const calls = Number(values.calls);
const seed = readSeed();
fillPool(seed);

const builds = await Promise.all([loadBuild(oldFolder), loadBuild(newFolder)]);
const listCalls = (build) => [...build.functions, ...listSessions(build)];
const newTable = listCalls(builds[1]);
const rows = listCalls(builds[0]).map(({ name, args, call }, k) => ({
  name,
  args: [args, newTable[k].args],
  call: [call, newTable[k].call],
  calls: 0,
  returned: 0,
  intended: 0,
  differences: 0,
}));
const drawn = rows.flatMap((row) => Array.from({ length: WEIGHT[findKind(row)] }, () => row));

function findKind({ name, args }) {
  if (args[0].length === 0) return "constant";
  return / stream$|[Rr]equest$|Stream$/.test(name) ? "stream" : "other";
}

/** The differences to print. */
const shown = [];
/** The arguments of the listeners' calls during the current call. */
let reported = [];
const listener = (...issue) => void reported.push(issue);

/** Calls a function of one of the builds and returns the outcome. */
async function runCall(row, /** @type {0 | 1} */ build, args) {
  reported = [];
  try {
    const value = row.call[build](...args);
    return { threw: false, value: value instanceof Promise ? await value : value, reported };
  } catch (error) {
    return { threw: true, value: error, reported };
  }
}

const isText = ({ threw, value, reported: issues }) => typeof value === "string" && !threw && issues.length === 0;

function describeOutcome({ threw, value, reported: issues }) {
  return `${threw ? "throws " : ""}${describe(value)}${issues.length > 0 ? ` reports ${describe(issues)}` : ""}`;
}

/**
 * Calls both builds, and returns descriptions of both outcomes if they differ.
 *
 * @returns {Promise<[before: string, now: string] | undefined>}
 */
async function difference(row, pair) {
  const [before, now] = [await runCall(row, 0, pair[0]), await runCall(row, 1, pair[1])];
  if (!now.threw) row.returned++;
  if (isText(before) && isText(now) && before.value === now.value) return undefined;
  const [textBefore, textNow] = [describeOutcome(before), describeOutcome(now)];
  return textBefore === textNow ? undefined : [textBefore, textNow];
}

const intendedFor = ({ name }, [before, now]) =>
  INTENDED.find((one) => one.functions.test(name) && one.before.test(before) && one.now.test(now));

const below = random(seed);
for (let done = 0; done < calls; done++) {
  const row = pick(below, drawn);
  const start = below(2 ** 31);
  const pair = row.args.map((args) => makeArguments(args, start, listener));
  row.calls++;
  const outcomes = await difference(row, pair);
  if (outcomes === undefined) continue;
  const intended = intendedFor(row, outcomes);
  if (intended === undefined) showDifference(row, start, outcomes);
  else {
    row.intended++;
    intended.met = (intended.met ?? 0) + 1;
  }
}

/** Shows the first differences of a function: the arguments and the outcomes, around the first unit that differs. */
function showDifference(row, start, [before, now]) {
  if (row.differences++ >= MOST_SHOWN) return;
  const args = makeArguments(row.args[1], start, listener).map(describe).join(", ");
  const at = Math.max(0, [...before].findIndex((unit, k) => unit !== now[k]) - SHOWN_UNITS / 2);
  shown.push(`${row.name}(${args.slice(0, SHOWN_UNITS)})
       OLD ${before.slice(at, at + SHOWN_UNITS)}
       NEW ${now.slice(at, at + SHOWN_UNITS)}`);
}

const columns = ["calls", "returned", "intended", "differences"];
console.log(columns.map((column) => column.padStart(12)).join(""));
for (const row of rows) {
  console.log(`${columns.map((column) => counted(row[column]).padStart(12)).join("")}  ${row.name}`);
}
for (const { reason, met = 0 } of INTENDED) console.log(`${counted(met).padStart(12)} × ${reason}`);
for (const line of shown) console.log(line);
const sum = (column) => rows.reduce((all, row) => all + row[column], 0);
conclude(
  "builds",
  `${counted(calls)} calls of ${rows.length} functions, ${counted(sum("returned"))} of them without an error, ${counted(sum("intended"))} intended differences, ` +
    `${counted(sum("differences"))} other differences (0), seed ${seed}`,
  rows
    .filter(({ differences }) => differences > 0)
    .map((row) => `${row.name}: ${counted(row.differences)} differences`),
);
