// Times several candidates of a workload in one process. It uses no function of Node, because browsers run it too.
import { randomFrom } from "./corpus.mjs";

/** The warm-up in ms of a candidate, long enough for the optimizing compilers. */
const WARM_MS = 60;

/** How a result is read, so that engines cannot return a rope or a lazy slice, or leave out the call. */
const TOUCH = {
  text: "result.length + result.charCodeAt(result.length - 1)",
  bytes: "result.length + result[result.length - 1]",
  size: "result.size",
  key: "result[key].charCodeAt(0)",
  written: "result.written",
  // Stored, so that the engine cannot leave out the call.
  none: "(kept[0] = result, 1)",
};

let loops = 0;

/**
 * Makes a separate loop for a candidate, so that its call site is monomorphic. The number makes each source text unique:
 * engines cache compiled code and its type feedback by text.
 */
function makeLoop({ call, touch, key }, inputs) {
  const body = `"use strict"; // ${loops++}
    const kept = [undefined];
    return function loop(times) {
      let sink = 0;
      for (let i = 0, at = 0; i < times; i++) {
        const result = call(inputs[at]);
        sink += ${TOUCH[touch]};
        if (++at === inputs.length) at = 0;
      }
      return sink;
    };`;
  // oxlint-disable-next-line typescript/no-implied-eval -- a separate loop for each candidate
  return new Function("call", "inputs", "key", body)(call, inputs, key);
}

function measureCalls(loop, times, clock) {
  const started = clock();
  const sink = loop(times);
  const time = clock() - started;
  if (Number.isNaN(sink)) throw new Error("a result could not be read");
  return time;
}

/** Warms a loop up and returns the number of calls that take about `roundMs`. */
function calibrate(loop, roundMs, warmMs, clock) {
  let count = 1;
  let time = measureCalls(loop, count, clock);
  for (let spent = time; spent < warmMs; spent += time) {
    if (time < roundMs) count *= 2;
    time = measureCalls(loop, count, clock);
  }
  return Math.max(1, Math.round((count * roundMs) / Math.max(time, roundMs / 100)));
}

export const median = (numbers) => quantile(numbers, 0.5);

/** Returns a quantile, interpolated between two numbers if necessary. */
function quantile(numbers, fraction) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const place = fraction * (sorted.length - 1);
  const low = Math.floor(place);
  const high = Math.ceil(place);
  return sorted[low] + (sorted[high] - sorted[low]) * (place - low);
}

function shuffled(random, list) {
  const order = [...list];
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/**
 * Runs all candidates in rounds of random order and returns times in ns per call.
 *
 * @param candidates each with `name`, `call`, `touch`, and `inputs` if it has its own
 * @param inputs the inputs of the others, which are used in turn
 * @param options `warmMs` is the warm-up of a candidate, which has to be longer for large functions; `clock` returns the time in ms: the elapsed time by default, or the processor time of this process
 * @returns the median and the quartiles by name
 */
export function compare(
  candidates,
  inputs,
  { rounds, roundMs, warmMs = WARM_MS, seed = 1, clock = () => performance.now() },
) {
  const random = randomFrom(seed);
  const running = candidates.map((candidate) => {
    const loop = makeLoop(candidate, candidate.inputs ?? inputs);
    return { name: candidate.name, loop, count: calibrate(loop, roundMs, warmMs, clock), times: [] };
  });
  for (let round = 0; round < rounds; round++) {
    for (const { loop, count, times } of shuffled(random, running))
      times.push((measureCalls(loop, count, clock) / count) * 1e6);
  }
  return Object.fromEntries(running.map(({ name, times }) => [name, summarize("ns", times)]));
}

/** Returns the median of times in a unit, and their quartiles. */
export const summarize = (unit, times) => ({
  [unit]: rounded(median(times)),
  low: rounded(quantile(times, 0.25)),
  high: rounded(quantile(times, 0.75)),
});

/** Rounds to four digits; more would be noise. */
const rounded = (number) => Number(number.toPrecision(4));
