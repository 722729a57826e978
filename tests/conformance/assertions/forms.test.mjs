// Checks that Jest's comparisons (its package `expect`) compare FormPairs by their pairs. Vitest, Chai and node:assert are
// checked in tests/unit/form/equality.test.ts. `npm run suite -- assertions`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { expect } from "expect";
import { FormPairs, parseForm } from "../../../library/dist/form/index.js";

const DIFFERENT = ["", "a", "a=1", "a=2", "b=1", "a=1&b=2", "b=2&a=1", "a=1&a=1", `v=${"x%20".repeat(60)}`];
const COMPARISONS = {
  toEqual: (a, b) => expect(a).toEqual(b),
  toStrictEqual: (a, b) => expect(a).toStrictEqual(b),
  toMatchObject: (a, b) => expect({ body: a }).toMatchObject({ body: b }),
  toContainEqual: (a, b) => expect([a]).toContainEqual(b),
};

for (const [name, compare] of Object.entries(COMPARISONS)) {
  test(`${name}: different forms are not equal, the same pairs are`, () => {
    for (const a of DIFFERENT) {
      for (const b of DIFFERENT) {
        if (a === b) compare(parseForm(a), parseForm(b));
        else assert.throws(() => compare(parseForm(a), parseForm(b)), `${a} ${b}`);
      }
    }
    compare(parseForm("a=%31&b"), parseForm("%61=1&b="));
    compare(parseForm("a=1"), new FormPairs({ a: 1 }));
  });
}

test("the message of a failure shows the pairs", () => {
  assert.throws(() => expect(parseForm("a=1")).toEqual(parseForm("a=2")), /"a"[^]*"2"/);
});
