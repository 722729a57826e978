// Checks that every public function takes linear time on every known worst input:
// npm run check -- linear [-- NAME], on 1 MB and 4 MB.
//
// It runs with a young generation of 2 MB: in Node's default of 16 MB, only the objects of the larger input are collected. Node
// also runs with a flag that keeps compiled code; otherwise the collection between two rounds discards it.
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { calibrate, calibrationText, measureTime } from "./calibration.mjs";
import { conclude, counted } from "./check.mjs";
import { READS_PAIRS, ROWS } from "./linear-rows.mjs";
import { WORST, WORST_PAIRS } from "./worst.mjs";

const MB = 1 << 20;
const only = process.argv.slice(2).find((word) => !word.startsWith("--"));
const [SMALL, LARGE] = [MB, 4 * MB];
const MOST_RATIO = 6;
const LEAST_PATTERNS = 40;
/** The most rounds of a row. A row ends with the first round within its limits; on a busy machine that may be a late one. */
const ROUNDS = 10;
/**
 * Another program may disturb all rounds of a row, which last a few seconds. A row that exceeds a limit is measured again at
 * the end, up to this number of times, with a pause in ms. A slow or nonlinear function fails every time.
 */
const RETRIES = 4;
const RETRY_PAUSE = 3000;
/** A small input beyond this multiple of its limit is not measured further: quadratic time for the large input may be an hour. */
const HOPELESS = 20;
/** The ratio is not computed below this time of the large input, in ms: clock resolution and garbage collection dominate it. */
const LEAST_TIME = 25;
/**
 * The most time for 1 MB, as a multiple of the calibration loop over 1 MB in the same rounds. The loop takes 50 ms on the
 * machine of docs/speed.md, so that a limit of 2 is 100 ms there.
 */
const MOST_LOOPS = 2;
/**
 * Functions, or variants of a function, with another limit, by the limit.
 *
 * @type {[limit: number, names: string[]][]}
 */
const OTHER_LIMITS = [
  // A sort compares each of 500,000 names about 19 times.
  [4, ["percodec/form FormPairs.sort", "percodec/uri UriEditor.sort"]],
  // An object for each of up to 1,000,000 issues, for a listener.
  [
    4,
    ["&;", "bytes", "charsetField", "gb18030", "ISO-2022-JP", "windows-1253"].map(
      (of) => `percodec/form parseForm, ${of}`,
    ),
  ],
  // An array for each of up to 500,000 pairs, and a list of 500,000 names or values.
  [4, ["entries", "keys", "values"].map((method) => `percodec/form FormPairs.${method}`)],
  [4, ["percodec/stream FormParseStream"]],
  // A part that was encoded twice is decoded, judged and located; at the level advanced each character is repaired by itself.
  [4, ["percodec/uri cleanUri", "percodec/uri cleanUriReport", "percodec/guard encodeFor"]],
  // Two texts of 1 MB each.
  [4, ["percodec/uri compareUris"]],
  [6, ["percodec/uri UriEditor.with"]],
  // Each part is normalized, displayed and compared with the given one.
  [4, ["percodec/uri displayUri", "percodec/uri displayUriReport"]],
  [4, ["percodec/inspect inspect", "percodec/template compileTemplate, expand"]],
  // Four texts of 1 MB each.
  [8, ["percodec/template expandTemplate, values"]],
  // A value of `+` is decoded strictly, decoded again for its judgement, and decoded as expansion encoded it; an object for each of up to
  // 500,000 values.
  [4, ["percodec/template matchTemplate, uri, reserved", "percodec/template matchTemplate, uri, lists"]],
  // An object for each of 200,000 links; a path of up to 1,000,000 segments.
  [6, ["percodec/links findLinks", "percodec/uri isHttpUrl"]],
  // Tables of Unicode judge each character by itself, and a raw one becomes up to nine units.
  [20, ["percodec/links formatLink"]],
  // An object for each of 350,000 labels of a host, which UTS #46 maps, checks and encodes.
  [12, ["percodec/uri describeHost, domain", "percodec/uri parseUrl"]],
  [6, ["percodec/uri encoded, host"]],
  [8, ["percodec/uri uri, host"]],
  // Each of up to 350,000 runs between characters that stay is encoded by itself; `fields` has two texts of 1 MB.
  [6, ["percodec/uri uri, body", "percodec/uri uri, subject"]],
  [8, ["percodec/uri uri, fields"]],
  // Two texts of 1 MB each, one of them as up to 350,000 values.
  [8, ["percodec/uri uri, array"]],
  // Three objects for each of 350,000 expressions.
  [10, ["compile", "expand", "match"].map((verb) => `percodec/template ${verb}Template, template`)],
  // An object for each of up to 500,000 issues, and UTS #46 for a host of 1 MB three times.
  [30, ["percodec/uri checkUri"]],
];
const OTHER_MOST_LOOPS = Object.fromEntries(OTHER_LIMITS.flatMap(([most, names]) => names.map((name) => [name, most])));
/** This input fills hash tables with distinct names. When they outgrow the caches, even the engine's Map exceeds MOST_RATIO. */
const NAMES = "names, each once";
/** Modules without rows: single files with the same functions, and modules that need a database engine. */
const NO_ROWS = /^\.\/(?:percodec\.\w+\.js|duckdb|package\.json|[\w-]+\.wasm)$/;

/** Lists the functions of a module, their static and prototype methods, inherited ones too, and the functions of exported objects. */
function publicNames(module) {
  return Object.entries(module).flatMap(([name, value]) => {
    const own = (object) =>
      Object.entries(Object.getOwnPropertyDescriptors(object))
        .filter(([key, { value: method }]) => key !== "constructor" && typeof method === "function")
        .map(([key]) => `${name}.${key}`);
    if (typeof value === "function") return [...new Set([name, ...own(value), ...prototypes(value).flatMap(own)])];
    return Object.getPrototypeOf(value) === Object.prototype ? own(value) : [];
  });
}

/** Lists the prototype of a function and those of the library's classes that it extends. */
function prototypes({ prototype }) {
  const own = [];
  for (let at = prototype; at && globalThis[at.constructor.name] !== at.constructor; at = Object.getPrototypeOf(at))
    own.push(at);
  return own;
}

/** Reports functions without a row and rows without a function. */
async function checkRows() {
  const { name, exports } = JSON.parse(readFileSync(new URL("../../library/package.json", import.meta.url), "utf8"));
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
      if (!found.includes(`${specifier} ${fn}`)) faults.push(`${specifier} ${fn} has a row but is not a function`);
    }
  }
  for (const pattern of READS_PAIRS) {
    if (!found.some((fn) => pattern.test(fn))) faults.push(`no function reads pairs as ${pattern} says`);
  }
  return { faults, count: found.length };
}

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

/** Returns the time of a row on a string, in ms. */
function time(row, text) {
  // Reading a unit flattens the engine's rope, which is not the function's work.
  text.charCodeAt(0);
  const action = row(text);
  return measureTime(async () => {
    try {
      await action();
    } catch (error) {
      // Rejecting the input is allowed; only the time counts here.
      if (!(error instanceof URIError)) throw error;
    }
  });
}

/** Returns the time of four small inputs one after the other, in ms. */
async function measureFour(row, make) {
  let sum = 0;
  for (let k = 0; k < 4; k++) sum += await time(row, make(SMALL));
  return sum;
}

/**
 * Returns the best of up to ten rounds: the time for 1 MB as a multiple of the calibration loop, and the ratio of the large
 * input's time to the small input's.
 *
 * The calibration loop runs in the same rounds, so that slow memory affects both. If its own ratio for a four times larger
 * text exceeds 4, the measured ratio is divided by the excess.
 */
async function measure(row, make, mostLoops, recentLoop) {
  const best = { small: Infinity, four: Infinity, large: Infinity, loop: recentLoop, largeLoop: Infinity };
  const take = async (name, run, text) => {
    best[name] = Math.min(best[name], await time(run, text));
  };
  await take("small", row, make(SMALL));
  if (best.small > HOPELESS * mostLoops * recentLoop) return { times: best.small / recentLoop, ratio: 0 };
  let result;
  for (let round = 0; round < ROUNDS; round++) {
    if (round > 0) {
      collect();
      // After a failed first round, use the loop's times of the same rounds only.
      if (round === 1) best.loop = Infinity;
      await take("loop", calibrate, calibrationText(MB));
    }
    await take("large", row, make(LARGE));
    // The small input is a quarter of the large one and does not take longer.
    if (best.large < LEAST_TIME) return { times: best.large / best.loop, ratio: 0 };
    await take("small", row, make(SMALL));
    let ratio = best.large / best.small;
    let drift = 1;
    if (ratio > MOST_RATIO) {
      // The large input is the first after a collection, which may discard compiled code. Its second run uses code that is compiled again.
      await take("large", row, make(LARGE));
      // The large input may trigger a garbage collection that one small input does not: four small inputs are the same work.
      best.four = Math.min(best.four, await measureFour(row, make));
      ratio = best.large / Math.max(best.small, best.four / 4);
      await take("largeLoop", calibrate, calibrationText(4 * MB));
      drift = Math.max(1, best.largeLoop / best.loop / 4);
    }
    result = { times: best.small / best.loop, ratio: ratio / drift };
    if (result.times <= mostLoops && result.ratio <= MOST_RATIO) break;
  }
  return result;
}

/** Returns the ratio of the engine's Map for four times as many names: the limit for functions with a table of names. */
async function measureMapRatio() {
  const row = (text) => {
    const names = text.split("=&");
    return () => {
      const map = new Map();
      for (const [place, name] of names.entries()) map.set(name, place);
    };
  };
  // A limit of 0 is never met, so all ten rounds run.
  return Math.max(MOST_RATIO, (await measure(row, WORST[NAMES], 0, Infinity)).ratio);
}

const { faults, count } = await checkRows();
const names = Object.entries(ROWS).flatMap(([specifier, rows]) => Object.keys(rows).map((fn) => `${specifier} ${fn}`));
const mostForNames = await measureMapRatio();
const patterns = Object.entries(WORST);
const pairPatterns = Object.entries(WORST_PAIRS);
if (only !== undefined && !names.some((name) => name.includes(only))) faults.push(`no function is named ${only}`);
if (patterns.length < LEAST_PATTERNS) faults.push(`${patterns.length} patterns are too few`);
/** Rows whose first measurement exceeded a limit. */
const exceeded = [];

/** Measures a row and returns the limits that it exceeds. */
async function findExcess({ name, on, row, make, mostLoops, mostRatio }, recentLoop) {
  const { times, ratio } = await measure(row, make, mostLoops, recentLoop);
  const found = [];
  if (times > mostLoops)
    found.push(`${name} (${on}): 1 MB takes ${times.toFixed(1)} times the calibration loop, more than ${mostLoops}`);
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
    const readsPairs = READS_PAIRS.some((pattern) => pattern.test(name));
    for (const [variant, row] of Object.entries(typeof given === "function" ? { "": given } : given)) {
      for (const [pattern, make] of readsPairs ? [...patterns, ...pairPatterns] : patterns) {
        const on = `${variant === "" ? "" : `${variant}, `}${pattern}`;
        const mostRatio = pattern === NAMES ? mostForNames : MOST_RATIO;
        const mostLoops = OTHER_MOST_LOOPS[`${name}, ${variant}`] ?? OTHER_MOST_LOOPS[name] ?? MOST_LOOPS;
        const one = { name, on, row, make, mostLoops, mostRatio };
        const { times, ratio, found } = await findExcess(one, recentLoop);
        measured++;
        if (times > worst.times.most) worst.times = { most: times, on };
        if (ratio > worst.ratio.most) worst.ratio = { most: ratio, on };
        if (found.length > 0) exceeded.push(one);
      }
    }
    console.log(
      `${name.padEnd(44)} ${worst.times.most.toFixed(1).padStart(5)} loops  ${worst.times.on.padEnd(28)} ` +
        `× ${worst.ratio.most.toFixed(1)}  ${worst.ratio.on}`,
    );
  }
}
for (const one of exceeded) {
  let found = [];
  for (let retry = 0; retry < RETRIES; retry++) {
    ({ found } = await findExcess(one, await time(calibrate, calibrationText(MB))));
    console.log(`measured again: ${one.name} (${one.on}): ${found.length === 0 ? "pass" : "FAIL"}`);
    if (found.length === 0) break;
    await setTimeout(RETRY_PAUSE);
  }
  faults.push(...found);
}
conclude(
  "linear",
  `${count} public functions, ${counted(measured)} measurements on ${patterns.length} patterns, and ${pairPatterns.length} of pairs: ` +
    `${counted(faults.length)} beyond ${MOST_LOOPS} times the calibration loop for 1 MB (OTHER_MOST_LOOPS names those with another limit) ` +
    `or beyond ${MOST_RATIO} times the time for four times the input (distinct names ${mostForNames.toFixed(1)}, the ratio of Map)`,
  faults,
);
