import { expect } from "vitest";
import type { Random } from "./random.ts";
import { countInputs } from "./counters.ts";

/** Into how many pieces, less one, everything is cut in every way: check:chunks cuts into three. */
const CUTS = Number(process.env["PERCODEC_CUTS"] ?? 1);
/** How many random partitions of each kind: check:chunks takes more. */
const PARTITIONS = Number(process.env["PERCODEC_PARTITIONS"] ?? 100);

/** Every way to cut into two pieces, and into three where both the check and `most` ask for it, by the ends of the pieces. */
function* cuts(length: number, most: number): Generator<number[]> {
  for (let first = 0; first <= length; first++) yield [first];
  if (Math.min(CUTS, most) < 2) return;
  for (let first = 0; first <= length; first++) {
    for (let second = first; second <= length; second++) yield [first, second];
  }
}

/** Expects that every cut gives what the whole gives. */
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
    // Awaiting what is there already would take most of the time.
    if (!(same === true || (await same)) && wrong.push(ends) === 5) break;
  }
  expect(wrong).toEqual([]);
  countInputs(count, "cuts");
}

/** Expects that random partitions give what the whole gives. */
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
