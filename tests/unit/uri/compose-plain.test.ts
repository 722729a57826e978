import { expect, test } from "vitest";
import { type AllowedInSegment, uri, type UriTag } from "../../../library/src/uri/index.ts";
import { makeRandom, pick } from "../../support/random.ts";
import { valueOrMessage } from "../../support/catch-fault.ts";
import { makeValue } from "../../support/values.ts";
import { readSize } from "../../support/sizes.ts";

/** Texts between holes, which are in segments, values and fragments, or elsewhere. */
const TEMPLATES: readonly (readonly string[])[] = [
  ["https://e.com/a/", "x?q=", ""],
  ["/", ""],
  ["/", "/b/", "?x=1&q=", "#", ""],
  ["/.", ""],
  ["/a", ".html"],
  ["/", ".", "?", "=1"],
  ["/", "..", ""],
  ["/", ";a=", ""],
  ["/%2e", ""],
  ["//", "/", ""],
  ["mailto:", "?subject=", ""],
  ["tel:", ""],
  ["?", ""],
  ["#", "", ""],
  ["./", "?a=", "b", ""],
  ["foo:", ""],
  ["", "/b"],
];
const ALLOWED: readonly (readonly AllowedInSegment[] | undefined)[] = [undefined, [], ["dot", "slash"], ["empty"]];

const outcome = (tag: UriTag, strings: readonly string[], values: readonly unknown[]): unknown =>
  valueOrMessage(() => Reflect.apply(tag, undefined, [strings, ...values]));

test("a template that was filled before gives what a new one gives", () => {
  const random = makeRandom(20);
  const makeStrings = (texts: readonly string[]) => Object.assign([...texts], { raw: texts });
  const tags = ALLOWED.map((allow) => uri.with({ allow }));
  const known = TEMPLATES.map(makeStrings);
  // The first call of a template is the general one; it must not throw.
  for (const strings of known) outcome(tags[0]!, strings, Array<string>(strings.length - 1).fill("1"));
  let filled = 0;
  for (let k = 0; k < readSize("TEMPLATES"); k++) {
    const at = random(TEMPLATES.length);
    const values = TEMPLATES[at]!.slice(1).map(() => makeValue(random));
    const tag = pick(random, tags);
    const found = outcome(tag, known[at]!, values);
    expect(found, `${JSON.stringify(TEMPLATES[at])} ${values.map((value) => escape(String(value)))}`).toEqual(
      outcome(tag, makeStrings(TEMPLATES[at]!), values),
    );
    if (typeof found === "string") filled++;
  }
  expect(filled).toBeGreaterThan(readSize("TEMPLATES") / 10);
});
