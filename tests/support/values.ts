import { pick, type Random } from "./random.ts";

const PIECES = [
  ..."2ab./\\%efu ;?#&=:@(*\0\n\x7f\u00e9\u0436\u3042\u200b\uff0e\uff05\u2024",
  ...".. %2e %2f %u002e ' \ud83d\ude00 \ud800 \udc00".split(" "),
];

/** Makes a value for a hole or a variable: mostly a hostile string, sometimes of another type. */
export function makeValue(random: Random): unknown {
  if (random(20) === 0)
    return pick(random, [0, -0, 1.5, Number.NaN, 2 ** 60, 7n, true, null, undefined, ["a"], { a: 1 }]);
  return Array.from({ length: random(5) }, () => pick(random, PIECES)).join("");
}
