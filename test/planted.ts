import { pick, type Random } from "./random.ts";

/** What is wrong, where it begins, and for how long. */
export type Place = readonly [code: string, index: number, length: number];

/** A text, and where the faults are that were put into it. */
export interface Planted {
  readonly text: string;
  readonly places: readonly Place[];
}

/** Texts one behind the other, with the places of their faults in the whole. */
export function join(...parts: readonly (Planted | string)[]): Planted {
  let text = "";
  const places: Place[] = [];
  for (const part of parts) {
    const { text: more, places: within } = typeof part === "string" ? { text: part, places: [] } : part;
    for (const [code, index, length] of within) places.push([code, text.length + index, length]);
    text += more;
  }
  return { text, places };
}

/** A text that is a fault from its first unit to its last. */
export function fault(code: string, text: string): Planted {
  return { text, places: [[code, 0, text.length]] };
}

const faults = (code: string, ...texts: readonly string[]): Planted[] => texts.map((text) => fault(code, text));

/** A malformed escape ends before what stands behind it; a truncated one is where the text ends. */
export const MALFORMED: readonly Planted[] = faults("malformed-escape", "%", "%4", "%", "%e");
export const NOT_UTF8: readonly Planted[] = [
  ...faults("invalid-utf8", "%80", "%BF", "%c3", "%E2%9C", "%F0%9F%98", "%FF", "%f8", "%E2", "%F4%8F%BF"),
  ...faults("overlong-utf8", "%C0%AF", "%c1%bf", "%E0%80%AF", "%E0%9F%BF", "%F0%80%80%AF", "%C0%80", "%E0%80"),
  ...faults("encoded-surrogate", "%ED%A0%80", "%ed%bf%bf", "%ED%B0%80"),
  ...faults("code-point-out-of-range", "%F4%90%80%80", "%F5%80%80%80", "%f7%bf%bf%bf"),
];
export const LONE_SURROGATES: readonly Planted[] = faults("lone-surrogate", "\ud800", "\udfff", "\ud83d", "\ude00");
/** What `accept` is to refuse. */
export const REFUSED: readonly Planted[] = faults("not-accepted", "%00", "ж", "%D0%B6", "%d0%b6", "\0");
export const ACCEPT = /[^\0ж]/u;

const GOOD = ["a", "Z", "9", "~", ".", "-x", "+", "%41", "%20", "%C3%A9", "%e2%9c%93", "%F0%9F%98%80", "é", "✓", "😀"];
/** What makes none of the faults any longer, and none of them anything else. */
const BEHIND = ["_", "z", " ", "%41", "%5F", "é", "😀", "✓"];

/** Text without a fault. */
export function clean(random: Random, good: readonly string[] = GOOD, most = 6): string {
  return Array.from({ length: random(most + 1) }, () => pick(random, good)).join("");
}

/** One to three faults among text that has none. */
export function plant(
  random: Random,
  kinds: readonly Planted[],
  good: readonly string[] = GOOD,
  behind: readonly string[] = BEHIND,
): Planted {
  const parts: (Planted | string)[] = [];
  for (let k = random(3); k >= 0; k--) parts.push(clean(random, good), pick(random, kinds), pick(random, behind));
  return join(...parts, clean(random, good));
}

/** A text that ends within an escape. */
export function cutOff(random: Random): Planted {
  return join(clean(random), fault("truncated-escape", pick(random, ["%", "%4", "%c"])));
}

/** The same of the UTF-8 of the text, in which a lone surrogate is U+FFFD. */
export function inBytes({ text, places }: Planted): Place[] {
  return places.map(([code, index, length]) => [
    code,
    Buffer.byteLength(text.slice(0, index)),
    Buffer.byteLength(text.slice(index, index + length)),
  ]);
}
