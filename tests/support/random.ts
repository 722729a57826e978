/** Returns a random integer from 0 to `below` - 1. */
export type Random = (below: number) => number;

/** Returns seeded pseudo-random integers (mulberry32): `const random = makeRandom(seed); random(6)`. PERCODEC_SEED repeats a run. */
export function makeRandom(start: number): Random {
  let state = start >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** Returns a random item. */
export function pick<T>(random: Random, several: readonly T[]): T {
  return several[random(several.length)]!;
}
