import { describe, expect, test, vi } from "vitest";
import type { Kernel } from "../../../library/src/kernel/types.ts";
import { scalarKernel, scalarOnly } from "../../support/scalar-only.ts";
import { referenceDecode } from "../../support/reference.ts";

/** Loads the library with a kernel that reads at most 5 bytes per call, which the contract allows. */
async function withSlowKernel(): Promise<{
  codec: typeof import("../../../library/src/index.ts");
  calls: () => number;
}> {
  vi.resetModules();
  const { activateKernel } = await import("../../../library/src/kernel/active.ts");
  let count = 0;
  const slow: Kernel = {
    decode(input, from, to, output, at, plusAsSpace) {
      count++;
      return scalarKernel.decode(input, from, Math.min(to, from + 5), output, at, plusAsSpace);
    },
    encode(input, from, to, output, at, table, spaceAsPlus) {
      count++;
      return scalarKernel.encode(input, from, Math.min(to, from + 5), output, at, table, spaceAsPlus);
    },
    validUtf8Until: scalarKernel.validUtf8Until,
    text: undefined,
    form: undefined,
  };
  activateKernel(scalarOnly(slow));
  expect(() => activateKernel(slow)).toThrow(TypeError);
  return { codec: await import("../../../library/src/index.ts"), calls: () => count };
}

describe("the active kernel", () => {
  test("any kernel leads to the same results, issues and positions", async () => {
    const { codec, calls } = await withSlowKernel();
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
        const expected = referenceDecode(text, options);
        expect({ value, issues }).toEqual({ value: expected.value, issues: expected.issues });
      }
      expect(codec.percentEncode(text)).toBe(encodeURIComponent(text));
    }
    expect(calls()).toBeGreaterThan(20);
  });

  test("a kernel may decode nothing at all", async () => {
    vi.resetModules();
    const { activateKernel } = await import("../../../library/src/kernel/active.ts");
    activateKernel(scalarOnly({ ...scalarKernel, decode: () => ({ read: 0, written: 0 }) }));
    const codec = await import("../../../library/src/index.ts");
    const bytes = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
    const decoded = codec.percentDecodeBytes(bytes("a+%41%FF\xe9%zz%C3%A9"), { malformed: "keep", plus: "space" });
    expect(decoded).toEqual(bytes("a A\xff\xe9%zz\xc3\xa9"));
    expect(codec.percentDecode("a+%C3%A9é%F0%9F%98%80", { plus: "space" })).toBe("a éé😀");
    expect(() => codec.percentDecode("é%FF")).toThrow("at 1");
  });

  test("is set once", async () => {
    vi.resetModules();
    const { activateKernel } = await import("../../../library/src/kernel/active.ts");
    const { activeKernel } = await import("../../../library/src/kernel/automatic.ts");
    const { enableWasm, wasmStatus } = await import("../../../library/src/wasm.ts");
    const other = { ...scalarKernel };
    activateKernel(other);
    expect(enableWasm()).toBe(true);
    expect(wasmStatus()).toBe("on");
    expect(activeKernel(1 << 20)).toBe(other);
    expect(() => activateKernel(scalarKernel)).toThrow(TypeError("a kernel is already active"));
    expect(activeKernel(1)).toBe(other);
  });

  test.for([
    [2, 0x3ff, "waiting"],
    [1, 0x400, "on"],
    [0x7f, 0x100, "waiting"],
    [0x80, 0x100, "on"],
  ] as const)("after %i calls with a size of %i the WebAssembly kernel is %s", async ([count, size, state]) => {
    vi.resetModules();
    const { activeKernel } = await import("../../../library/src/kernel/automatic.ts");
    const { wasmStatus } = await import("../../../library/src/wasm.ts");
    for (let k = 0; k < count; k++) activeKernel(size);
    expect(wasmStatus()).toBe(state);
  });
});

/** Loads the library with a kernel that records each call for text, and returns undefined for text with an `x`. */
async function withRecordingKernel() {
  vi.resetModules();
  const { BLOCK_UNITS } = await import("../../../library/src/kernel/types.ts");
  const { activateKernel } = await import("../../../library/src/kernel/active.ts");
  const calls: unknown[][] = [];
  activateKernel({
    ...scalarKernel,
    text: {
      kernelMinUnits: { ascii: 0, any: 0, unchanged: 0, decode: 0 },
      encode(text) {
        calls.push(["encode", text.length]);
        return text.includes("x") ? undefined : "<encoded>";
      },
      decode(text, plusAsSpace, keep) {
        calls.push(["decode", text.length, plusAsSpace, keep]);
        return text.includes("x") ? undefined : "<decoded>";
      },
    },
  });
  return { codec: await import("../../../library/src/index.ts"), BLOCK_UNITS, calls };
}

describe("each block is passed to the kernel once, and to the scalar code if the kernel returns undefined", () => {
  test("a text of one block", async () => {
    const { codec, BLOCK_UNITS, calls } = await withRecordingKernel();
    expect(codec.percentEncode("a b".padEnd(BLOCK_UNITS))).toBe("<encoded>");
    expect(codec.percentDecode("%41".padEnd(BLOCK_UNITS))).toBe("<decoded>");
    expect(codec.percentEncode("abc")).toBe("abc");
    expect(codec.percentDecode("abc")).toBe("abc");
    expect(codec.percentEncode("x y")).toBe("x%20y");
    expect(codec.percentDecode("x%41")).toBe("xA");
    expect(calls).toEqual([
      ["encode", BLOCK_UNITS],
      ["decode", BLOCK_UNITS, false, false],
      ["encode", 3],
      ["decode", 4, false, false],
    ]);
  });

  test("a text of several blocks", async () => {
    const { codec, BLOCK_UNITS, calls } = await withRecordingKernel();
    expect(codec.percentEncode(`${" ".repeat(BLOCK_UNITS)}x y`)).toBe("<encoded>x%20y");
    expect(codec.percentDecode(`${"%41".padEnd(BLOCK_UNITS)}x%41`)).toBe("<decoded>xA");
    expect(calls).toEqual([
      ["encode", BLOCK_UNITS],
      ["encode", 3],
      ["decode", BLOCK_UNITS, false, false],
      ["decode", 4, false, false],
    ]);
  });

  test("options are passed to the kernel; with options that it lacks, the scalar code is used", async () => {
    const { codec, calls } = await withRecordingKernel();
    const text = "+%41+%42";
    codec.percentDecode(text, { plus: "space" });
    codec.percentDecode(text, { malformed: "keep" });
    codec.percentDecode(text, { malformed: "keep", percentU: true });
    codec.percentDecode(text, { malformed: "drop" });
    codec.percentDecodeReport(text);
    codec.percentDecode("a+b", { plus: "space" });
    expect(calls).toEqual([
      ["decode", 8, true, false],
      ["decode", 8, false, true],
      ["decode", 8, false, false],
      ["decode", 8, false, false],
      ["decode", 8, false, false],
      ["decode", 3, true, false],
    ]);
    calls.length = 0;
    expect(codec.percentDecode("a+b", {})).toBe("a+b");
    expect(codec.percentDecode("ab", { plus: "space" })).toBe("ab");
    expect(codec.percentDecode(text, { accept: () => true })).toBe("+A+B");
    expect(codec.percentDecodeBytes(Buffer.from("%41"))).toEqual(Uint8Array.of(0x41));
    expect(calls).toEqual([]);
  });
});
