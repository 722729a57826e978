// The rows that are measured in every engine, with their bars: `must` is the bar, `wish` the goal. A ratio is the time of
// encodeURIComponent or decodeURIComponent divided by ours.

import { CALLS } from "./calls.mjs";

/** The builds: what a bundle for browsers contains, and the same with the kernel enabled. In Node, Bun and Deno the kernel starts by itself. */
export const BUILDS = ["light", "kernel"];

const SHORT = [40, 200];
const LONG = [10_000, 1_000_000];
const DECODE = [0.85, 1];
const COMPONENT = { 40: [0.6, 0.8], 200: [0.7, 0.9] };

/** The bars of a build for long texts: to decode, to encode with ECMAScript's set, and with the set of RFC 3986. */
const LONG_BARS = {
  light: { decode: [0.9, 1], encodeURIComponent: [0.9, 1], component: [0.6, 0.8] },
  kernel: { decode: [0.97, 2], encodeURIComponent: [0.97, 2], component: [0.97, 2] },
};

const sizeName = (units) => ({ 10_000: "10k", 1_000_000: "1M" })[units] ?? String(units);

const row = (build, direction, density, units, set, [must, wish] = /** @type {number[]} */ ([])) => {
  const work = `${direction} ${density} ${sizeName(units)}${set ? `, ${set}` : ""}`;
  return { table: "engines", id: `${work}: ${build}`, build, direction, density, units, set, must, wish };
};

const shortRows = (build) =>
  SHORT.flatMap((units) =>
    ["typical", "dense"].flatMap((density) => [
      row(build, "decode", density, units, undefined, DECODE),
      row(build, "encode", density, units, "encodeURIComponent", DECODE),
      row(build, "encode", density, units, "component", COMPONENT[units]),
    ]),
  );

const longRows = (build) => {
  const bars = LONG_BARS[build];
  return LONG.flatMap((units) => [
    ...["clean", "typical", "dense"].flatMap((density) => [
      row(build, "decode", density, units, undefined, bars.decode),
      row(build, "encode", density, units, "encodeURIComponent", bars.encodeURIComponent),
      row(build, "encode", density, units, "component", bars.component),
    ]),
    // One character in fifty is one of `!'()*`, which encodeURIComponent keeps. No bar.
    row(build, "encode", "extra", units, "component"),
  ]);
};

const requestRows = CALLS.map(({ id, theirs, must, wish }) => ({
  table: "requests",
  id,
  build: "requests",
  against: theirs.name,
  must,
  wish,
}));

export const ROWS = [...BUILDS.flatMap((build) => [...shortRows(build), ...longRows(build)]), ...requestRows];
