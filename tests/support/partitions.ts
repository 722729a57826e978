import { expect } from "vitest";
import type { Random } from "./random.ts";
import { countInputs } from "./counters.ts";
import { readSize } from "./sizes.ts";

const CUTS = readSize("CUTS");
const PARTITIONS = readSize("PARTITIONS");

/** Yields the cuts of every division into two chunks, and into three if both CUTS and `most` are 2. */
function* cuts(length: number, most: number): Generator<number[]> {
  for (let first = 0; first <= length; first++) yield [first];
  if (Math.min(CUTS, most) < 2) return;
  for (let first = 0; first <= length; first++) {
    for (let second = first; second <= length; second++) yield [first, second];
  }
}

/** Expects the same result from every division as from the whole. */
export async function everyCut(
  length: number,
  most: 1 | 2,
  isSame: (ends: number[]) => boolean | Promise<boolean>,
): Promise<void> {
  let count = 0;
  const wrong: number[][] = [];
  for (const ends of cuts(length, most)) {
    count++;
    const same = isSame(ends);
    // Await only promises: awaiting every boolean would take most of the time.
    if (!(same === true || (await same)) && wrong.push(ends) === 5) break;
  }
  expect(wrong).toEqual([]);
  countInputs(count, "cuts");
}

/** Expects the same result from random partitions as from the whole. */
export async function partitions(
  random: Random,
  length: number,
  isSame: (ends: number[]) => boolean | Promise<boolean>,
): Promise<void> {
  for (let k = 0; k < PARTITIONS; k++) {
    const ends = Array.from({ length: random(13) }, () => random(length + 1)).sort((a, b) => a - b);
    expect([ends, await isSame(ends)]).toEqual([ends, true]);
  }
  countInputs(PARTITIONS, "partitions");
}
