// Times several candidates at one workload, side by side in one process. Nothing of a host: browsers run it as well.
import { randomFrom } from "./corpus.mjs";

/** How long a candidate runs before it counts: long enough for the optimizing compilers. */
const WARM_MS = 60;

/** What is done with a result, so that none is a rope, a promise to slice, or nothing at all. */
const TOUCH = {
  text: "result.length + result.charCodeAt(result.length - 1)",
  bytes: "result.length + result[result.length - 1]",
  size: "result.size",
  key: "result[key].charCodeAt(0)",
  written: "result.written",
  // Kept somewhere, so that the call is not left out.
  none: "(kept[0] = result, 1)",
};

let loops = 0;

/**
 * A loop of its own for a candidate: the function that it calls is the only one that it ever sees. The number is there
 * because engines keep compiled code by its text, and what they learnt with it.
 */
function loopOf({ call, touch, key }, inputs) {
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
  // oxlint-disable-next-line typescript/no-implied-eval -- a loop of its own for each candidate
  return new Function("call", "inputs", "key", body)(call, inputs, key);
}

function elapsed(loop, times) {
  const started = performance.now();
  const sink = loop(times);
  const time = performance.now() - started;
  if (Number.isNaN(sink)) throw new Error("a result could not be touched");
  return time;
}

/** Warms a loop up, and gives how many calls of it take about `roundMs`. */
function calibrate(loop, roundMs) {
  let count = 1;
  let time = elapsed(loop, count);
  for (let spent = time; spent < WARM_MS; spent += time) {
    if (time < roundMs) count *= 2;
    time = elapsed(loop, count);
  }
  return Math.max(1, Math.round((count * roundMs) / Math.max(time, roundMs / 100)));
}

export const median = (numbers) => quantile(numbers, 0.5);

/** The number at a part of the sorted numbers, between two of them where it falls there. */
export function quantile(numbers, part) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const place = part * (sorted.length - 1);
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
 * Runs all candidates in rounds, in another order each, and gives the medians in ns a call.
 *
 * @param candidates each with `name`, `call`, `touch`, and `inputs` where they are its own
 * @param inputs what the others are called with, in turn
 * @returns for each name the median and the quartiles
 */
export function compare(candidates, inputs, { rounds, roundMs, seed = 1 }) {
  const random = randomFrom(seed);
  const running = candidates.map((candidate) => {
    const loop = loopOf(candidate, candidate.inputs ?? inputs);
    return { name: candidate.name, loop, count: calibrate(loop, roundMs), times: [] };
  });
  for (let round = 0; round < rounds; round++) {
    for (const { loop, count, times } of shuffled(random, running)) times.push((elapsed(loop, count) / count) * 1e6);
  }
  return Object.fromEntries(
    running.map(({ name, times }) => [
      name,
      { ns: rounded(median(times)), low: rounded(quantile(times, 0.25)), high: rounded(quantile(times, 0.75)) },
    ]),
  );
}

/** Four digits: more is noise. */
export const rounded = (number) => Number(number.toPrecision(4));
