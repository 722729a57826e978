import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import {
  percentDecodeBytes,
  PercentDecoder,
  percentEncodeBytes,
  PercentEncoder,
  type ChunkOptions,
} from "../../../library/src/index.ts";
import { PercentEncodeSet, rfc3987 } from "../../../library/src/sets/index.ts";

test("a range outside of the source is a TypeError", () => {
  for (const piece of [{ to: 5 }, { from: -2 }, { from: 1, to: 0 }, { from: Number.NaN }, { from: 0.5 }, { to: 0.5 }]) {
    expect(() => new PercentDecoder().decodeInto(new Uint8Array(1), new Uint8Array(64), piece)).toThrow(TypeError);
    expect(() => new PercentEncoder().encodeInto(new Uint8Array(1), new Uint8Array(64), piece)).toThrow(TypeError);
  }
});

test("bytes that need no change are returned themselves, and are never changed", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const slash = PercentEncodeSet.encoding("/%");
  const iri = (characters: string, spaceAsPlus = false) =>
    PercentEncodeSet.encoding(characters, { nonAscii: "iri", spaceAsPlus });
  const rows: [text: string, run: (given: Uint8Array) => Uint8Array, wanted?: string][] = [
    ["abc-._~", (given) => percentEncodeBytes(given)],
    ["a%20%e9", (given) => percentEncodeBytes(given, undefined, { preserveEscapes: true })],
    ["é漢字", (given) => percentEncodeBytes(given, iri(" ", true))],
    ["é 漢", (given) => percentEncodeBytes(given, iri(" ", true)), "é+漢"],
    ["é 漢", (given) => percentEncodeBytes(given, rfc3987.query), "é%20漢"],
    ["é 漢", (given) => percentEncodeBytes(given, iri(""))],
    ["a+b", (given) => percentDecodeBytes(given)],
    ["a+b", (given) => percentDecodeBytes(given, { plus: "space" }), "a b"],
    ["%2f%2F", (given) => percentDecodeBytes(given, { except: slash })],
    ["100% sure", (given) => percentDecodeBytes(given, { malformed: "keep" })],
    // The length stays: one escape removes two bytes, one replacement adds two.
    ["%41%zz", (given) => percentDecodeBytes(given, { malformed: "replace" }), "A\ufffdzz"],
  ];
  for (const [text, run, wanted] of rows) {
    const given = bytes(text);
    const got = run(given);
    expect([new TextDecoder().decode(got), got === given], text).toEqual([wanted ?? text, wanted === undefined]);
    expect(given).toEqual(bytes(text));
  }
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
