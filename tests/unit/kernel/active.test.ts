import { describe, expect, test, vi } from "vitest";
import type { Kernel } from "../../../src/kernel/types.ts";
import { referenceDecode } from "../../support/reference.ts";

/** A kernel that takes at most 5 input bytes a call and stops before whatever it could not finish: slow, and allowed. */
async function withTimidKernel(): Promise<{ codec: typeof import("../../../src/index.ts"); calls: () => number }> {
  vi.resetModules();
  const { scalarKernel } = await import("../../../src/kernel/types.ts");
  const { installKernel } = await import("../../../src/kernel/active.ts");
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
  return { codec: await import("../../../src/index.ts"), calls: () => count };
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

  test("a kernel may decode nothing at all", async () => {
    vi.resetModules();
    const { scalarKernel } = await import("../../../src/kernel/types.ts");
    const { installKernel } = await import("../../../src/kernel/active.ts");
    installKernel({ ...scalarKernel, decode: () => ({ read: 0, written: 0 }) });
    const codec = await import("../../../src/index.ts");
    const bytes = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
    const decoded = codec.percentDecodeBytes(bytes("a+%41%FF\xe9%zz%C3%A9"), { malformed: "keep", plus: "space" });
    expect(decoded).toEqual(bytes("a A\xff\xe9%zz\xc3\xa9"));
    expect(codec.percentDecode("a+%C3%A9é%F0%9F%98%80", { plus: "space" })).toBe("a éé😀");
    expect(() => codec.percentDecode("é%FF")).toThrow("at 1");
  });

  test("is taken once", async () => {
    vi.resetModules();
    const { scalarKernel } = await import("../../../src/kernel/types.ts");
    const { installKernel, kernel, wasmStatus, start } = await import("../../../src/kernel/active.ts");
    const other = { ...scalarKernel };
    installKernel(other);
    expect(start()).toBe(true);
    expect(wasmStatus()).toBe("on");
    expect(kernel(1 << 20)).toBe(other);
    expect(() => installKernel(scalarKernel)).toThrow(TypeError("the kernel slot is set once"));
    expect(kernel(1)).toBe(other);
  });

  test.for([
    [2, 0x3ff, "waiting"],
    [1, 0x400, "on"],
    [0x7f, 0x100, "waiting"],
    [0x80, 0x100, "on"],
  ] as const)("%i pieces of %i leave the compiled kernel %s", async ([count, size, state]) => {
    vi.resetModules();
    const { kernel, wasmStatus } = await import("../../../src/kernel/active.ts");
    for (let k = 0; k < count; k++) kernel(size);
    expect(wasmStatus()).toBe(state);
  });
});

/** A kernel that keeps what it is asked for text, and gives an answer of its own to it. */
async function withTellingKernel() {
  vi.resetModules();
  const { BLOCK_UNITS, scalarKernel } = await import("../../../src/kernel/types.ts");
  const { installKernel } = await import("../../../src/kernel/active.ts");
  const asked: unknown[][] = [];
  installKernel({
    ...scalarKernel,
    text: {
      encode(text) {
        asked.push(["encode", text.length]);
        return "<encoded>";
      },
      decode(text, plusAsSpace, keep) {
        asked.push(["decode", text.length, plusAsSpace, keep]);
        return "<decoded>";
      },
      encodeSome(_, from, to) {
        asked.push(["encodeSome", from, to]);
        return { read: to - 2, value: "<some>" };
      },
      decodeSome(_, from, to, plusAsSpace, keep) {
        asked.push(["decodeSome", from, to, plusAsSpace, keep]);
        return { read: to - 3, value: "<some>" };
      },
    },
  });
  return { codec: await import("../../../src/index.ts"), BLOCK_UNITS, asked };
}

describe("text is the kernel's, as far as it goes", () => {
  test("a block is encoded and decoded at once", async () => {
    const { codec, BLOCK_UNITS, asked } = await withTellingKernel();
    expect(codec.percentEncode("a b".padEnd(BLOCK_UNITS))).toBe("<encoded>");
    expect(codec.percentDecode("%41".padEnd(BLOCK_UNITS))).toBe("<decoded>");
    expect(codec.percentEncode("abc")).toBe("abc");
    expect(codec.percentDecode("abc")).toBe("abc");
    expect(asked).toEqual([
      ["encode", BLOCK_UNITS],
      ["decode", BLOCK_UNITS, false, false],
    ]);
  });

  test("of what is longer the rest is left to the scalar code", async () => {
    const { codec, BLOCK_UNITS, asked } = await withTellingKernel();
    const size = BLOCK_UNITS + 1;
    expect(codec.percentEncode("é b".padStart(size, "x"))).toBe("<some>%20b");
    expect(codec.percentDecode("%41".padStart(size, "x"))).toBe("<some>A");
    expect(asked).toEqual([
      ["encodeSome", 0, size],
      ["decodeSome", 0, size, false, false],
    ]);
  });

  test("it is told of the options, and not asked where it knows nothing of them", async () => {
    const { codec, asked } = await withTellingKernel();
    const text = "+%41+%42";
    codec.percentDecode(text, { plus: "space" });
    codec.percentDecode(text, { malformed: "keep" });
    codec.percentDecode(text, { malformed: "keep", percentU: true });
    codec.percentDecode(text, { malformed: "drop" });
    codec.percentDecodeReport(text);
    expect(asked.filter(([, from]) => from === 0)).toEqual([
      ["decodeSome", 0, 8, true, false],
      ["decodeSome", 0, 8, false, true],
      ["decodeSome", 0, 8, false, false],
      ["decodeSome", 0, 8, false, false],
      ["decodeSome", 0, 8, false, false],
    ]);
    asked.length = 0;
    codec.percentDecode("a+b", { plus: "space" });
    expect(asked).toEqual([["decodeSome", 0, 3, true, false]]);
    asked.length = 0;
    expect(codec.percentDecode("a+b", {})).toBe("a+b");
    expect(codec.percentDecode("ab", { plus: "space" })).toBe("ab");
    expect(codec.percentDecode(text, { accept: () => true })).toBe("+A+B");
    expect(codec.percentDecodeBytes(Buffer.from("%41"))).toEqual(Uint8Array.of(0x41));
    expect(asked).toEqual([]);
  });
});
