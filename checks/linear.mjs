// Every public function on every worst input that we know, in time in proportion to its length:
// npm run check:linear [-- --quick] [-- NAME], on 1 MB and 4 MB, or with --quick on 256 kB and 1 MB.
//
// It runs with a young generation of 2 MB: in Node's own, of 16 MB, what 1 MB of input makes is never collected, and what 4 MB
// make is, so that the ratio would be the collector's. And it keeps what it has compiled: a collection between two
// rounds would throw that away, and the next one would compile it again.
import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { conclude, counted } from "./check.mjs";
import { ROWS } from "./linear-rows.mjs";
import { WORST } from "./worst.mjs";

const MB = 1 << 20;
const quick = process.argv.includes("--quick");
const only = process.argv.slice(2).find((word) => !word.startsWith("--"));
const [SMALL, LARGE] = quick ? [MB / 4, MB] : [MB, 4 * MB];
const MOST_RATIO = 6;
const LEAST_PATTERNS = 40;
const ROUNDS = 5;
/** Where four times the input takes less, in ms, the clock and the collector decide its ratio. */
const FLOOR = 25;
/** How long 1 MB may take, in ms. */
const BAR = 100;
const BARS = {
  "percodec/uri displayUri": 200,
  "percodec/uri displayUriReport": 200,
  "percodec/inspect findings": 200,
  "percodec/inspect compareReadings": 200,
  "percodec/inspect explainDecode": 1500,
  "percodec/inspect explainEncode": 1500,
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
  const { name, exports } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
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

/** What an input takes in ms: by the wall clock, or by the processor's where others took the processor. */
async function time(row, text) {
  // What was repeated is one stretch of memory from here on; making it so is not the function's work.
  text.charCodeAt(0);
  const action = row(text);
  const [start, used] = [performance.now(), process.cpuUsage()];
  try {
    await action();
  } catch (error) {
    // A refusal is an answer too; only its time counts here.
    if (!(error instanceof URIError)) throw error;
  }
  const { user, system } = process.cpuUsage(used);
  return Math.min(performance.now() - start, (user + system) / 1000);
}

/** What four small inputs take in a row, in ms. */
async function timeOfFour(row, make) {
  let sum = 0;
  for (let k = 0; k < 4; k++) sum += await time(row, make(SMALL));
  return sum;
}

/** The best of five for both sizes; where the first is good enough there is no need of the others. */
async function measure(row, make, bar) {
  let [small, four, large, ratio] = [Infinity, Infinity, Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round++) {
    if (round > 0) collect();
    large = Math.min(large, await time(row, make(LARGE)));
    // A quarter of it takes no more.
    if (large < FLOOR) return { megabyte: large, ratio: 0 };
    small = Math.min(small, await time(row, make(SMALL)));
    ratio = large / small;
    if (ratio > MOST_RATIO) {
      // One of them may be through before the collector comes, which the large one has to wait for: four are as much work.
      four = Math.min(four, await timeOfFour(row, make));
      ratio = large / Math.max(small, four / 4);
    }
    if ((quick ? large : small) <= bar && ratio <= MOST_RATIO) break;
  }
  return { megabyte: quick ? large : small, ratio };
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
  // No first round is good enough for a bar of 0: it is the best of all five.
  const { ratio } = await measure(row, WORST[NAMES], 0);
  return Math.max(MOST_RATIO, ratio);
}

const { faults, count } = await faultsOfRows();
const names = Object.entries(ROWS).flatMap(([specifier, rows]) => Object.keys(rows).map((fn) => `${specifier} ${fn}`));
const mostForNames = await ratioOfMap();
const patterns = Object.entries(WORST);
if (only !== undefined && !names.some((name) => name.includes(only))) faults.push(`no function is named ${only}`);
if (patterns.length < LEAST_PATTERNS) faults.push(`${patterns.length} patterns are too few`);
let measured = 0;
for (const [specifier, rows] of Object.entries(ROWS)) {
  for (const [fn, given] of Object.entries(rows)) {
    const name = `${specifier} ${fn}`;
    if (given === undefined || (only !== undefined && !name.includes(only))) continue;
    const bar = BARS[name] ?? BAR;
    const worst = { megabyte: [0, ""], ratio: [0, ""] };
    for (const [variant, row] of Object.entries(typeof given === "function" ? { "": given } : given)) {
      for (const [pattern, make] of patterns) {
        const on = `${variant === "" ? "" : `${variant}, `}${pattern}`;
        const { megabyte, ratio } = await measure(row, make, bar);
        const mostRatio = pattern === NAMES ? mostForNames : MOST_RATIO;
        measured++;
        if (megabyte > worst.megabyte[0]) worst.megabyte = [megabyte, on];
        if (ratio > worst.ratio[0]) worst.ratio = [ratio, on];
        if (megabyte > bar) faults.push(`${name} (${on}): 1 MB takes ${megabyte.toFixed(0)} ms, not ${bar}`);
        if (ratio > mostRatio)
          faults.push(`${name} (${on}): four times the input takes ${ratio.toFixed(1)} times as long`);
      }
    }
    console.log(
      `${name.padEnd(44)} ${worst.megabyte[0].toFixed(0).padStart(5)} ms  ${worst.megabyte[1].padEnd(28)} ` +
        `× ${worst.ratio[0].toFixed(1)}  ${worst.ratio[1]}`,
    );
  }
}
conclude(
  "linear",
  `${count} public functions, ${counted(measured)} of them and their options on ${patterns.length} patterns: ` +
    `${counted(faults.length)} beyond ${BAR} ms a MB (findings, readings, display 200, explain 1,500) ` +
    `or beyond ${MOST_RATIO} times the time for four times the input (names that are all different ${mostForNames.toFixed(1)}, as a Map)`,
  faults,
);
