// The inputs of the check uris: URIs by their grammar, URLs made of tokens that are hard to parse, and changed vectors.
import fc from "fast-check";
import { random } from "../../support/random.mjs";

const STARTS = [
  "http://", "https://", "ws://", "file://", "file:", "foo://", "foo:", "https:", "//", "/", "?", "#", "",
]; // prettier-ignore
const TOKENS = [
  ..."/\\?#@:[].-_%|^<\"{}`'~!=a1zC \t\n\r\0\x7f\x80éßא中",
  ..."http: https: file: foo: mailto: // /// ../ ./ C: C| c:/ C|/ %41 %2e %2F %5C %00 %zz %4 %e9 %C3%A9".split(" "),
  ..."%E2%82 %F0%9F".split(" "),
  ..."e.com a_b -a a- ab--c xn-- xn--a xn--nxa xn--4ca xn--0 .. a. .a localhost u:p@ u@ :80 :65535 :65536".split(" "),
  ...":0080 :8x".split(" "),
  ..."1 255 256 0 00 01 08 0x 0x7f 0xg 4294967295 4294967296 1.2.3.4 1.2.3 1.2.3.4.5 1.2.3.4. 1..2 %31".split(" "),
  ..."[::1] [::1 [:1] [1:2:3:4:5:6:7:8] [1::2::3] [::01] [::1.2.3.4] [::1.2.3] [::256.1.1.1] [::01.2.3.4]".split(" "),
  ...":: 1:2 ffff [v1.a]".split(" "),
  ..."。．｡①１⒈…\u00ad\u200d\u200c\u0301\u0338\u094dﬀ℡☃😀\ufffd\ufdd0\ufffe\ue000\u{1ffff}\u{e0001}\u{10fffd}\u{10ffff}",
  "\ud800",
  "\udc00",
  "a".repeat(64),
];

/** The bases; without a base twice as often. */
export const BASES = [
  undefined, undefined, "https://h/p?q", "http://u:p@h:1/", "file:///C:/d/e", "file://h/x", "foo://h/p", "foo:/p", "mailto:a@b",
]; // prettier-ignore

/**
 * Yields pairs of a string and a base: a third of each kind.
 *
 * @param {number} seed
 * @param {number} count
 * @param {import("fast-check").Arbitrary<string>} anyUri the generator of tests/unit/uri/arbitrary.ts
 * @param {string[]} examples texts to change
 * @returns {Iterable<[text: string, base: string | undefined]>}
 */
export function* makeInputs(seed, count, anyUri, examples) {
  const below = random(seed);
  const pick = (list) => list[below(list.length)];
  const byTokens = () => pick(STARTS) + Array.from({ length: below(7) }, () => pick(TOKENS)).join("");
  const change = (text) => {
    const at = below(text.length + 1);
    return text.slice(0, at) + (below(4) === 0 ? "" : pick(TOKENS)) + text.slice(at + below(3));
  };
  const byChange = () => Array.from({ length: 1 + below(3) }).reduce(change, pick(examples));
  for (let done = 0; done < count;) {
    // A sample of a million texts would not fit into memory.
    const size = Math.min(3_000, count - done);
    const uris = fc.sample(anyUri, { numRuns: Math.ceil(size / 3), seed: (seed + done) | 0 });
    for (let k = 0; k < size; k++, done++) {
      yield [k % 3 === 0 ? uris[k / 3] : k % 3 === 1 ? byTokens() : byChange(), pick(BASES)];
    }
  }
}
