// Every public function on every worst input that we know, in time in proportion to its length:
// npm run check:linear [-- --quick] [-- NAME], on 1 MB and 4 MB, or with --quick on 256 kB and 1 MB.
//
// It runs with a young generation of 2 MB: in Node's own, of 16 MB, what 1 MB of input makes is never collected, and what 4 MB
// make is, so that the ratio would be the collector's. And it keeps what it has compiled: a collection between two
// rounds would throw that away, and the next one would compile it again.
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { calibrate, calibrationText, timeOf } from "./calibration.mjs";
import { conclude, counted } from "./check.mjs";
import { ROWS } from "./linear-rows.mjs";
import { WORST } from "./worst.mjs";

const MB = 1 << 20;
const quick = process.argv.includes("--quick");
const only = process.argv.slice(2).find((word) => !word.startsWith("--"));
const [SMALL, LARGE] = quick ? [MB / 4, MB] : [MB, 4 * MB];
const MOST_RATIO = 6;
const LEAST_PATTERNS = 40;
/** A row that holds its bars ends with that round; on a busy machine a good round may come late. */
const ROUNDS = 10;
/**
 * The rounds of a row last a few seconds, and another program may spoil all of them. A row that misses a bar is measured again at the end, up
 * to so many times with a pause in ms between them; a function that is slow or not linear misses every time.
 */
const RETRIES = 4;
const RETRY_PAUSE = 3000;
/** Below this time of the large input, in ms, the clock and the collector decide the ratio. */
const FLOOR = 25;
/**
 * The most time that 1 MB may take, as a multiple of the calibration loop over 1 MB in the same rounds. The loop takes 50 ms on the
 * machine of docs/speed.md: a bar of 2 is then 100 ms, and a slower or busier machine moves both sides.
 */
const BAR = 2;
const BARS = {
  // A sort compares each of 500,000 names about 19 times.
  "percodec/form FormPairs.sort": 4,
  // Two texts of 1 MB each.
  "percodec/uri compareUris": 4,
  "percodec/uri displayUri": 4,
  "percodec/uri displayUriReport": 4,
  "percodec/inspect inspect": 4,
  "percodec/inspect compareDecoders": 4,
  "percodec/inspect explainDecode": 30,
  "percodec/inspect explainEncode": 30,
};
/** Names that are all different fill tables, and where those outgrow the caches an engine's own Map takes more than six times as long. */
const NAMES = "names, each once";
/** Modules without a row of their own: single files of the same functions, and what needs an engine around it. */
const NO_ROWS = /^\.\/(?:percodec\.\w+\.js|duckdb|package\.json|kernel\.wasm)$/;

/** The functions of a module, and those that stand on them: methods, and functions of an object or a function. */
function publicNames(module) {
  return Object.entries(module).flatMap(([name, value]) => {
    const own = (object) =>
      Object.entries(Object.getOwnPropertyDescriptors(object))
        .filter(([key, { value: method }]) => key !== "constructor" && typeof method === "function")
        .map(([key]) => `${name}.${key}`);
    if (typeof value === "function") return [name, ...own(value), ...(value.prototype ? own(value.prototype) : [])];
    return Object.getPrototypeOf(value) === Object.prototype ? own(value) : [];
  });
}

/** Says which functions have no row, and which rows have no function. */
async function faultsOfRows() {
  const { name, exports } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  const faults = [];
  const found = [];
  for (const path of Object.keys(exports).filter((key) => !NO_ROWS.test(key))) {
    const specifier = name + path.slice(1);
    for (const fn of publicNames(await import(specifier))) {
      found.push(`${specifier} ${fn}`);
      if (!(fn in (ROWS[specifier] ?? {}))) faults.push(`${specifier} ${fn} has no row`);
    }
  }
  for (const [specifier, rows] of Object.entries(ROWS)) {
    for (const fn of Object.keys(rows)) {
      if (!found.includes(`${specifier} ${fn}`)) faults.push(`${specifier} ${fn} is a row and no function`);
    }
  }
  return { faults, count: found.length };
}

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

/** The time of a row on a text, in ms. */
function time(row, text) {
  // Makes one stretch of memory of a text that was repeated: that is not the function's work.
  text.charCodeAt(0);
  const action = row(text);
  return timeOf(async () => {
    try {
      await action();
    } catch (error) {
      // A refusal is an answer too; only its time counts here.
      if (!(error instanceof URIError)) throw error;
    }
  });
}

/** What four small inputs take in a row, in ms. */
async function timeOfFour(row, make) {
  let sum = 0;
  for (let k = 0; k < 4; k++) sum += await time(row, make(SMALL));
  return sum;
}

/**
 * The best of ten rounds: how often the calibration loop's time 1 MB takes, and how often the small input's time the large one.
 *
 * The calibration loop runs in the same rounds, so that an hour in which memory is slow counts for both sides. Its own ratio
 * of the large input to the small one moves the bar for the ratio: 4 is in proportion to the length.
 */
async function measure(row, make, bar, recentLoop) {
  const best = { small: Infinity, four: Infinity, large: Infinity, loop: recentLoop, largeLoop: Infinity };
  const take = async (name, run, text) => {
    best[name] = Math.min(best[name], await time(run, text));
  };
  let result;
  for (let round = 0; round < ROUNDS; round++) {
    if (round > 0) {
      collect();
      // A bar that was missed is judged by the loop of the same rounds.
      if (round === 1) best.loop = Infinity;
      await take("loop", calibrate, calibrationText(MB));
    }
    await take("large", row, make(LARGE));
    // The small input is a quarter of the large one and takes no more.
    if (best.large < FLOOR) return { times: best.large / best.loop, ratio: 0 };
    await take("small", row, make(SMALL));
    let ratio = best.large / best.small;
    let drift = 1;
    if (ratio > MOST_RATIO) {
      // A single small input may end before the collector runs, which the large one waits for: four small ones are as much work.
      best.four = Math.min(best.four, await timeOfFour(row, make));
      ratio = best.large / Math.max(best.small, best.four / 4);
      await take("largeLoop", calibrate, calibrationText(4 * MB));
      drift = Math.max(1, best.largeLoop / best.loop / 4);
    }
    result = { times: (quick ? best.large : best.small) / best.loop, ratio: ratio / drift };
    if (result.times <= bar && result.ratio <= MOST_RATIO) break;
  }
  return result;
}

/** What the engine's Map takes for four times as many names: no table of ours can be asked for less. */
async function ratioOfMap() {
  const row = (text) => {
    const names = text.split("=&");
    return () => {
      const map = new Map();
      for (const [place, name] of names.entries()) map.set(name, place);
    };
  };
  // No first round is good enough for a bar of 0: it is the best of all ten.
  const { ratio } = await measure(row, WORST[NAMES], 0, Infinity);
  return Math.max(MOST_RATIO, ratio);
}

const { faults, count } = await faultsOfRows();
const names = Object.entries(ROWS).flatMap(([specifier, rows]) => Object.keys(rows).map((fn) => `${specifier} ${fn}`));
const mostForNames = await ratioOfMap();
const patterns = Object.entries(WORST);
if (only !== undefined && !names.some((name) => name.includes(only))) faults.push(`no function is named ${only}`);
if (patterns.length < LEAST_PATTERNS) faults.push(`${patterns.length} patterns are too few`);
/** Rows whose first measurement missed a bar. */
const missed = [];

/** Measures a row, and says what it misses. */
async function judge({ name, on, row, make, bar, mostRatio }, recentLoop) {
  const { times, ratio } = await measure(row, make, bar, recentLoop);
  const found = [];
  if (times > bar)
    found.push(`${name} (${on}): 1 MB takes ${times.toFixed(1)} times the calibration loop, more than ${bar}`);
  if (ratio > mostRatio) found.push(`${name} (${on}): four times the input takes ${ratio.toFixed(1)} times as long`);
  return { times, ratio, found };
}

let measured = 0;
for (const [specifier, rows] of Object.entries(ROWS)) {
  for (const [fn, given] of Object.entries(rows)) {
    const name = `${specifier} ${fn}`;
    if (given === undefined || (only !== undefined && !name.includes(only))) continue;
    const recentLoop = await time(calibrate, calibrationText(MB));
    const worst = { times: { most: 0, on: "" }, ratio: { most: 0, on: "" } };
    for (const [variant, row] of Object.entries(typeof given === "function" ? { "": given } : given)) {
      for (const [pattern, make] of patterns) {
        const on = `${variant === "" ? "" : `${variant}, `}${pattern}`;
        const mostRatio = pattern === NAMES ? mostForNames : MOST_RATIO;
        const one = { name, on, row, make, bar: BARS[name] ?? BAR, mostRatio };
        const { times, ratio, found } = await judge(one, recentLoop);
        measured++;
        if (times > worst.times.most) worst.times = { most: times, on };
        if (ratio > worst.ratio.most) worst.ratio = { most: ratio, on };
        if (found.length > 0) missed.push(one);
      }
    }
    console.log(
      `${name.padEnd(44)} ${worst.times.most.toFixed(1).padStart(5)} loops  ${worst.times.on.padEnd(28)} ` +
        `× ${worst.ratio.most.toFixed(1)}  ${worst.ratio.on}`,
    );
  }
}
for (const one of missed) {
  let found = [];
  for (let retry = 0; retry < RETRIES; retry++) {
    ({ found } = await judge(one, await time(calibrate, calibrationText(MB))));
    console.log(`measured again: ${one.name} (${one.on}): ${found.length === 0 ? "holds" : "misses"}`);
    if (found.length === 0) break;
    await setTimeout(RETRY_PAUSE);
  }
  faults.push(...found);
}
conclude(
  "linear",
  `${count} public functions, ${counted(measured)} of them and their options on ${patterns.length} patterns: ` +
    `${counted(faults.length)} beyond ${BAR} times the calibration loop for 1 MB (inspect, compareDecoders, compareUris, display and sort 4, explain 30) ` +
    `or beyond ${MOST_RATIO} times the time for four times the input (names that are all different ${mostForNames.toFixed(1)}, as a Map)`,
  faults,
);
