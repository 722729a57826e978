import { expect, test } from "vitest";
import { decodeKeeping } from "../../../library/src/codec/decode-native.ts";
import { percentEncode } from "../../../library/src/index.ts";
import { findSegmentFault, MAY_BE_UNSAFE } from "../../../library/src/uri/segment.ts";
import { makeRandom, pick } from "../../support/random.ts";

/** Where a character stands: alone, beside a letter, beside dots, and in an escape of an escape. */
const FRAMES = ["*", "*.", ".*", "..*", "*..", "a*", "a*..", "a*..*b"];
const PLACES = [
  ...FRAMES.map((frame) => (it: string) => frame.replaceAll("*", it)),
  (it: string) => it.replaceAll("%", "%25"),
  (it: string) => `a${it.replaceAll("%", "%25")}`,
];

function expectJudged(uri: string): void {
  if (MAY_BE_UNSAFE.test(uri)) return;
  const isUnsafe =
    uri.split("/").some((name) => findSegmentFault(decodeKeeping(name), ["slash", "empty"]) !== undefined) ||
    decodeKeeping(uri)
      .split("/")
      .some((name) => findSegmentFault(name, ["empty"]) !== undefined);
  if (isUnsafe) expect.fail(`${uri} is unsafe`);
}

test("no text that is unsafe is taken for a safe one, whatever its character and its place", () => {
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = percentEncode(String.fromCodePoint(code));
    // Beyond the planes with many invisible characters and compatibility forms, the first places suffice.
    const isRare = code >= 0x20000 && code < 0xe0000;
    for (const place of isRare ? PLACES.slice(0, 2) : PLACES) expectJudged(place(character));
  }
});

test("no text of escapes, digits and delimiters that is unsafe is taken for a safe one", () => {
  const below = makeRandom(20261123);
  const pieces = ["%25", "%2e", "%2F", "%5c", "%", "2", "5", "e", "f", "F", "c", "0", "u", "00", ".", "/", "%C3%A9", "%E2%80%A4", "%c0", "%AF", "%32", "%75", "a", "%00", "%EF%BC%8F", ";"]; // prettier-ignore
  let judged = 0;
  for (let k = 0; k < 200_000; k++) {
    const uri = Array.from({ length: 1 + below(7) }, () => pick(below, pieces)).join("");
    expectJudged(uri);
    if (!MAY_BE_UNSAFE.test(uri)) judged++;
  }
  expect(judged).toBeGreaterThan(10_000);
});

test.each(["a", "a.b", "%C3%A9", "a%20b", "%F0", "100%25", "a%3Ab", "%E6%97%A5", "a%25%25b", "a.."])(
  "%j needs no decoding",
  (uri) => {
    expect(MAY_BE_UNSAFE.test(uri)).toBe(uri.startsWith("%F0"));
  },
);
