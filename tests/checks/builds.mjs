// The same 2,000,000 hostile calls of all public functions of two builds, which answer alike but for what is meant:
// npm run check:builds -- OLD NEW [--calls N] [--seed S], each a folder as `npm run build` writes it.
import { parseArgs } from "node:util";
import { random } from "../support/random.mjs";
import { loadBuild } from "./builds/build.mjs";
import { describe } from "./builds/describe.mjs";
import { argumentsOf, drawTexts, pick } from "./builds/hostile.mjs";
import { INTENDED } from "./builds/intended.mjs";
import { minimize } from "./builds/minimize.mjs";
import { sessionsOf } from "./builds/sessions.mjs";
import { conclude, counted, seedOf } from "./check.mjs";

const SHOWN = 3;
/** Of a long outcome so many units around the first that differs. */
const SHOWN_UNITS = 300;
/** How often a function is called: one without arguments says the same each time, and streams and requests take long. */
const WEIGHT = { constant: 1, stream: 3, other: 20 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { calls: { type: "string", default: "2000000" }, seed: { type: "string" } },
});
const [oldFolder, newFolder, ...others] = positionals;
if (oldFolder === undefined || newFolder === undefined || others.length > 0)
  throw new Error("npm run check:builds -- OLD NEW [--calls N] [--seed S]");
const calls = Number(values.calls);
const seed = seedOf();
console.log(`seed ${seed}`);
drawTexts(seed);

const builds = await Promise.all([loadBuild(oldFolder), loadBuild(newFolder)]);
const tableOf = (build) => [...build.functions, ...sessionsOf(build)];
const newTable = tableOf(builds[1]);
const rows = tableOf(builds[0]).map(({ name, args, call }, k) => ({
  name,
  args: [args, newTable[k].args],
  call: [call, newTable[k].call],
  calls: 0,
  returned: 0,
  intended: 0,
  differences: 0,
  shown: [],
}));
const drawn = rows.flatMap((row) => Array.from({ length: WEIGHT[kindOf(row)] }, () => row));

function kindOf({ name, args }) {
  if (args[0].length === 0) return "constant";
  return / stream$|[Rr]equest$|Stream$/.test(name) ? "stream" : "other";
}

/** What listeners are called with, while a call runs. */
let told = [];
const tell = (...issue) => void told.push(issue);

/** What a call does in one of the builds. */
async function outcomeOf(row, /** @type {0 | 1} */ build, args) {
  told = [];
  try {
    const value = row.call[build](...builds[build].asBefore(row.name, args));
    return { threw: false, value: value instanceof Promise ? await value : value, told };
  } catch (error) {
    return { threw: true, value: error, told };
  }
}

const isText = ({ threw, value, told: issues }) => typeof value === "string" && !threw && issues.length === 0;

function sayOutcome({ threw, value, told: issues }) {
  return `${threw ? "throws " : ""}${describe(value)}${issues.length > 0 ? ` told ${describe(issues)}` : ""}`;
}

/**
 * Both outcomes as texts where they differ; `returned` is called if the second build returns.
 *
 * @returns {Promise<[before: string, now: string] | undefined>}
 */
async function difference(row, pair, returned = () => {}) {
  const [before, now] = [await outcomeOf(row, 0, pair[0]), await outcomeOf(row, 1, pair[1])];
  if (!now.threw) returned();
  if (isText(before) && isText(now) && before.value === now.value) return undefined;
  const [saidBefore, saidNow] = [sayOutcome(before), sayOutcome(now)];
  if (saidBefore === saidNow || builds[0].asNow(saidBefore) === builds[0].asNow(saidNow)) return undefined;
  return [saidBefore, saidNow];
}

const intendedFor = ({ name }, [before, now]) =>
  INTENDED.find((one) => one.functions.test(name) && one.before.test(before) && one.now.test(now));

const below = random(seed);
for (let done = 0; done < calls; done++) {
  const row = pick(below, drawn);
  const start = below(2 ** 31);
  const pair = row.args.map((args) => argumentsOf(args, start, tell));
  row.calls++;
  const said = await difference(row, pair, () => row.returned++);
  if (said === undefined) continue;
  const intended = intendedFor(row, said);
  if (intended === undefined) await note(row, start);
  else {
    row.intended++;
    intended.met = (intended.met ?? 0) + 1;
  }
}

async function note(row, start) {
  row.differences++;
  if (row.shown.length >= SHOWN) return;
  // What a call was given may have been changed, or read, by it.
  const pair = row.args.map((args) => argumentsOf(args, start, tell));
  const isFault = async (said) => said !== undefined && intendedFor(row, said) === undefined;
  const shortest = await minimize(pair, async (shorter) => isFault(await difference(row, shorter)));
  const [before, now] = (await difference(row, shortest)) ?? ["", "the same, called again"];
  const at = Math.max(0, [...before].findIndex((unit, k) => unit !== now[k]) - SHOWN_UNITS / 2);
  const line = `${row.name}(${shortest[1].map(describe).join(", ").slice(0, SHOWN_UNITS)})
       OLD ${before.slice(at, at + SHOWN_UNITS)}
       NEW ${now.slice(at, at + SHOWN_UNITS)}`;
  if (!row.shown.includes(line)) row.shown.push(line);
}

const columns = ["calls", "returned", "intended", "differences"];
console.log(columns.map((column) => column.padStart(12)).join(""));
for (const row of rows) {
  console.log(`${columns.map((column) => counted(row[column]).padStart(12)).join("")}  ${row.name}`);
}
for (const { reason, met = 0 } of INTENDED) console.log(`${counted(met).padStart(12)} × ${reason}`);
for (const line of rows.flatMap(({ shown }) => shown)) console.log(line);
const sum = (column) => rows.reduce((all, row) => all + row[column], 0);
conclude(
  "builds",
  `${counted(calls)} calls of ${rows.length} functions, ${counted(sum("returned"))} of them without an error, ${counted(sum("intended"))} intended differences, ` +
    `${counted(sum("differences"))} others (0), seed ${seed}`,
  rows
    .filter(({ differences }) => differences > 0)
    .map((row) => `${row.name}: ${counted(row.differences)} differences`),
);
