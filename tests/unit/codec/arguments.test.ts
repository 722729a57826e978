import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import {
  percentDecodeBytes,
  PercentDecoder,
  percentEncodeBytes,
  PercentEncoder,
  type ChunkOptions,
} from "../../../library/src/index.ts";

test("a range outside of the source is a TypeError", () => {
  for (const piece of [{ to: 5 }, { from: -2 }, { from: 1, to: 0 }, { from: Number.NaN }, { from: 0.5 }, { to: 0.5 }]) {
    expect(() => new PercentDecoder().decodeInto(new Uint8Array(1), new Uint8Array(64), piece)).toThrow(TypeError);
    expect(() => new PercentEncoder().encodeInto(new Uint8Array(1), new Uint8Array(64), piece)).toThrow(TypeError);
  }
});

describe("input that needs no change is returned itself", () => {
  test("bytes: the same array", () => {
    const clean = new TextEncoder().encode("abc-._~");
    expect(percentEncodeBytes(clean)).toBe(clean);
    expect(percentDecodeBytes(clean)).toBe(clean);
    const kept = new TextEncoder().encode("100% sure");
    expect(percentDecodeBytes(kept, { malformed: "keep" })).toBe(kept);
    const plus = new TextEncoder().encode("a+b");
    expect(percentDecodeBytes(plus)).toBe(plus);
    expect(percentDecodeBytes(plus, { plus: "space" })).not.toBe(plus);
  });

  test("output of the same length may differ: one escape removes two bytes, one replacement adds two", () => {
    const bytes = new TextEncoder().encode("%41%zz");
    expect(new TextDecoder().decode(percentDecodeBytes(bytes, { malformed: "replace" }))).toBe("A\ufffdzz");
  });

  test("input is never changed", () => {
    const bytes = new TextEncoder().encode("a b%20%zz");
    const copy = bytes.slice();
    new PercentDecoder({ malformed: "replace" }).decodeInto(bytes, new Uint8Array(64));
    expect(bytes).toEqual(copy);
  });
});

test("bytes of another realm, subarrays and Buffers are accepted", () => {
  const foreign = runInNewContext("Uint8Array.of(0x25, 0x34, 0x31)") as Uint8Array;
  expect(foreign).not.toBeInstanceOf(Uint8Array);
  expect([...percentDecodeBytes(foreign)]).toEqual([0x41]);
  expect([...percentEncodeBytes(Uint8Array.of(9, 0x20, 9).subarray(1, 2))]).toEqual([0x25, 0x32, 0x30]);
  expect([...percentDecodeBytes(Buffer.from("%41"))]).toEqual([0x41]);
});

describe("a source and a target that overlap throw a TypeError", () => {
  const coders = {
    PercentDecoder: () => new PercentDecoder({ invalidUtf8: "keep" }),
    PercentEncoder: () => new PercentEncoder(),
  };
  const call = (
    coder: PercentDecoder | PercentEncoder,
    source: Uint8Array,
    target: Uint8Array,
    piece?: ChunkOptions,
  ) =>
    coder instanceof PercentDecoder ? coder.decodeInto(source, target, piece) : coder.encodeInto(source, target, piece);

  for (const [name, make] of Object.entries(coders)) {
    test(name, () => {
      const memory = new Uint8Array(256).fill(0x61);
      for (const [from, to] of [
        [0, 65],
        [1, 65],
        [63, 127],
        [127, 191],
        [100, 256],
      ]) {
        expect(() => call(make(), memory.subarray(64, 128), memory.subarray(from, to)), `${from}`).toThrow(/overlap/);
      }
      for (const target of [memory.subarray(0, 64), memory.subarray(128), new Uint8Array(64)]) {
        expect(call(make(), memory.subarray(64, 128), target).read).toBeGreaterThan(0);
      }
      // Only the part of the source that is read must not overlap, and an empty part never does.
      expect(call(make(), memory, memory.subarray(0, 64), { from: 64 }).read).toBeGreaterThan(0);
      expect(() => call(make(), memory, memory.subarray(0, 64), { from: 63 })).toThrow(/overlap/);
      expect(call(make(), memory, memory.subarray(0, 64), { from: 10, to: 10 })).toEqual({ read: 0, written: 0 });
      const shared = new Uint8Array(new SharedArrayBuffer(128));
      expect(() => call(make(), shared, shared.subarray(8))).toThrow(/overlap/);
    });
  }
});
