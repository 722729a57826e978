import { describe, expect, test, vi } from "vitest";
import type { Kernel } from "../../src/codec/kernel.ts";
import { referenceDecode } from "../reference.ts";

/** A kernel that takes at most 5 input bytes a call and stops before whatever it could not finish: slow, and allowed. */
async function withTimidKernel(): Promise<{ codec: typeof import("../../src/index.ts"); calls: () => number }> {
  vi.resetModules();
  const { scalarKernel } = await import("../../src/codec/kernel.ts");
  const { installKernel } = await import("../../src/codec/slot.ts");
  let count = 0;
  const timid: Kernel = {
    decode(input, from, to, output, at, plusAsSpace) {
      count++;
      return scalarKernel.decode(input, from, Math.min(to, from + 5), output, at, plusAsSpace);
    },
    encode(input, from, to, output, at, table, spaceAsPlus) {
      count++;
      return scalarKernel.encode(input, from, Math.min(to, from + 5), output, at, table, spaceAsPlus);
    },
    validUtf8Until: scalarKernel.validUtf8Until,
  };
  installKernel(timid);
  expect(() => installKernel(timid)).toThrow(TypeError);
  return { codec: await import("../../src/index.ts"), calls: () => count };
}

describe("the kernel slot", () => {
  test("any kernel gives the same answers, issues and positions", async () => {
    const { codec, calls } = await withTimidKernel();
    const texts = [
      "plain text",
      "%C3%A9%20".repeat(9),
      "%E2%9C%93%zz%F0%9F%98%80%ED%A0%80x%4",
      "é%ff+😀%C0%AF",
      "%".repeat(20),
    ];
    for (const text of texts) {
      for (const policy of ["keep", "drop", "replace"] as const) {
        const options = { malformed: policy, invalidUtf8: policy };
        const { value, issues } = codec.percentDecodeReport(text, options);
        const twin = referenceDecode(text, options);
        expect({ value, issues }).toEqual({ value: twin.value, issues: twin.issues });
      }
      expect(codec.percentEncode(text)).toBe(encodeURIComponent(text));
    }
    expect(calls()).toBeGreaterThan(20);
  });
});
