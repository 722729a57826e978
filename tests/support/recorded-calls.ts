import { createHash } from "node:crypto";
import type { Argument, PublicFunction } from "./public-functions.ts";
import { makeRandom, pick, type Random } from "./random.ts";

/** What is put into the texts: escapes, delimiters, letters and signs with a meaning in URIs, hosts, forms and templates. */
const PIECES = [
  "%41", "%2e", "%2F", "%5c", "%25", "%2525", "%00", "%0a", "%zz", "%", "%4", "%C3%A9", "%E9", "%83A", "%e2%80%ae", "%F0%9F%98%80", "%uD83D%uDE00", "%u00e9",
  "a", "b c", "x", "7", "+", "&", "&amp;", "=", ";", ",", "'", "\"", "(", ")", "<", ">", "[", "]", "{", "}", "{+x}", "{?a,b*}", "|", "^", "`", "\\", "@", ":", "/", "//", "?", "#", "!", "~", "$", "*", "-", "_", ".", "..", "/../",
  "http:", "https://", "file:///c:/", "javascript:", "data:text/html,", "mailto:", "tel:", "e.com", "www.e.org", "xn--caf-dma.fr", "127.0.0.1", "0x7f.1", "[::1]", "[::ffff:1.2.3.4]", ":80", ":65536", "user:pw@",
  "é", "e\u0301", "а", "ß", "İ", "日本", "。", "．", "／", "😀", "\ud800", "\u200b", "\u202e", "\u00ad", "\ufeff", "Ã©", "РџСЂ", "\t", "\r\n", "\n", "\0", "\u0085",
]; // prettier-ignore

/** The least length of the targets of tests/support/public-functions.ts. */
const TARGET_BYTES = 64;

/** An argument that accepts this text accepts any text: it is not a name or a value of an option. */
const ANY = "\0any";

/** One text in `LONG_EVERY` is long, of at most `LONG_PIECES` equal pieces, so that the kernel reads it. */
const LONG_EVERY = 60;
const LONG_PIECES = 700;

/** Makes a text: one of the given texts, one with pieces put into it or cut from it, or one of pieces alone. */
function makeText(random: Random, texts: readonly string[]): string {
  if (random(LONG_EVERY) === 0) return pick(random, PIECES).repeat(random(LONG_PIECES)) + pick(random, texts);
  const kind = random(4);
  if (kind === 0) return pick(random, texts);
  if (kind === 1) return Array.from({ length: random(8) }, () => pick(random, PIECES)).join("");
  const whole = pick(random, texts);
  const at = random(whole.length + 1);
  return kind === 2
    ? whole.slice(0, at) + pick(random, PIECES) + whole.slice(at)
    : pick(random, PIECES) + whole.slice(at) + pick(random, PIECES);
}

function vary({ accepts, options }: Argument, value: unknown, random: Random, texts: readonly string[]): unknown {
  if (typeof value === "string") return accepts(ANY) && random(8) > 0 ? makeText(random, texts) : value;
  // A longer array is a target to write into.
  if (value instanceof Uint8Array && value.length < TARGET_BYTES)
    return new TextEncoder().encode(makeText(random, texts));
  if (options === undefined || value === undefined) return value;
  return Object.fromEntries(
    Object.entries(value as object).map(([name, own]) => [
      name,
      options[name] === undefined ? own : vary(options[name], own, random, texts),
    ]),
  );
}

/** Makes the arguments of a call. */
export function makeCall({ args }: PublicFunction, seed: number, texts: readonly string[]): unknown[] {
  const random = makeRandom(seed);
  return args.map((argument) => vary(argument, argument.make(random), random, texts));
}

/** Returns a digest of 12 bits, as two characters. */
export function digest(outcome: string): string {
  return createHash("sha256").update(outcome).digest("base64url").slice(0, 2);
}
