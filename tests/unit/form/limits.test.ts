import { describe, expect, test } from "vitest";
import { type FormOptions, parseForm } from "../../../library/src/form/index.ts";
import { valueOrPlace } from "../../support/catch-fault.ts";

const refused = (input: string, options?: FormOptions): unknown =>
  valueOrPlace(() => (parseForm(input, options), "taken"));

const pairs = (count: number) => Array.from({ length: count }, () => "a=1").join("&");

describe("limits apply by default, with all rules, for text and bytes", () => {
  const cases: [what: string, taken: string, refusedInput: string, index: number][] = [
    ["1,000 pairs", pairs(1000), pairs(1001), 4000],
    ["a name of 1 KiB", `${"n".repeat(1024)}=1`, `${"n".repeat(1025)}=1`, 1024],
    ["a name of 1 KiB without =", "n".repeat(1024), "n".repeat(1025), 1024],
    ["a value of 1 MiB", `v=${"x".repeat(1 << 20)}`, `v=${"x".repeat((1 << 20) + 1)}`, (1 << 20) + 2],
    ["8 MiB in all", "&".repeat(1 << 23), "&".repeat((1 << 23) + 1), 1 << 23],
  ];
  for (const [what, taken, over, index] of cases) {
    test(what, () => {
      for (const rules of ["strict", "whatwg"] as const) {
        for (const onIssue of [undefined, () => {}]) {
          const options = { rules, ...(onIssue && { onIssue }) };
          expect(refused(taken, options)).toBe("taken");
          expect(refused(over, options)).toEqual(["limit-exceeded", index, 1]);
        }
      }
      expect(() => parseForm(new TextEncoder().encode(over))).toThrow(`limit exceeded`);
      expect(parseForm(new TextEncoder().encode(taken)).size).toBe(parseForm(taken).size);
    });
  }
});

test("each limit can be changed, and 0 allows nothing", () => {
  expect(parseForm(pairs(20_000), { limits: { pairs: 20_000 } }).size).toBe(20_000);
  expect(refused("a", { limits: { pairs: 0 } })).toEqual(["limit-exceeded", 0, 1]);
  expect(refused("=x", { limits: { name: 0 } })).toBe("taken");
  expect(refused("a=x", { limits: { value: 0 } })).toEqual(["limit-exceeded", 2, 1]);
  expect(refused("", { limits: { body: 0 } })).toBe("taken");
  expect(parseForm(pairs(1001), { limits: { pairs: Infinity } }).size).toBe(1001);
});
