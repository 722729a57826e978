// The rows that are measured in every engine, with their bars: `must` is the bar, `wish` the goal. A ratio is the time of
// encodeURIComponent or decodeURIComponent divided by ours.

import { CALLS } from "./calls.mjs";

/** The builds: what a bundle for browsers contains, and the same with the kernel enabled. In Node, Bun and Deno the kernel starts by itself. */
export const BUILDS = ["light", "kernel"];

const SHORT = [40, 200];
const LONG = [10_000, 1_000_000];

/** The bars of texts of 40 and 200 units, and of long texts by the build: those of the native functions, and of the set of RFC 3986. */
const BARS = {
  40: { native: [0.85, 1], component: [0.6, 0.8] },
  200: { native: [0.85, 1], component: [0.7, 0.9] },
  light: { native: [0.9, 1], component: [0.6, 0.8] },
  kernel: { native: [0.97, 2], component: [0.97, 2] },
};

const sizeName = (units) => ({ 10_000: "10k", 1_000_000: "1M" })[units] ?? String(units);

const row = (build, direction, density, units, set, [must, wish] = /** @type {number[]} */ ([])) => {
  const work = `${direction} ${density} ${sizeName(units)}${set ? `, ${set}` : ""}`;
  return { table: "engines", id: `${work}: ${build}`, build, direction, density, units, set, must, wish };
};

/** Decodes, and encodes with ECMAScript's set and with that of RFC 3986. */
const textRows = (build, densities, units, { native, component }) =>
  densities.flatMap((density) => [
    row(build, "decode", density, units, undefined, native),
    row(build, "encode", density, units, "encodeURIComponent", native),
    row(build, "encode", density, units, "component", component),
  ]);

const buildRows = (build) => [
  ...SHORT.flatMap((units) => textRows(build, ["typical", "dense"], units, BARS[units])),
  ...LONG.flatMap((units) => [
    ...textRows(build, ["clean", "typical", "dense"], units, BARS[build]),
    // One character in fifty is one of `!'()*`, which encodeURIComponent keeps. No bar.
    row(build, "encode", "extra", units, "component"),
  ]),
];

const requestRows = CALLS.map(({ id, theirs, bars: [must, wish] }) => ({
  table: "requests",
  id,
  build: "requests",
  against: theirs.name,
  must,
  wish,
}));

export const ROWS = [...BUILDS.flatMap(buildRows), ...requestRows];
