import { afterEach, describe, expect, test, vi } from "vitest";
import { ChunkReader } from "../../../library/src/codec/chunks.ts";
import { PercentEncodeSet, ecmascript, rfc3986, whatwg } from "../../../library/src/sets/index.ts";
import { byteTable } from "../../../library/src/sets/byte-table.ts";
import { BUFFER, names, NATIVE_CODE, recordHost, type Call } from "../../support/recorded-host.ts";

const isWellFormed = Object.getOwnPropertyDescriptor(String.prototype, "isWellFormed")!;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
  Reflect.defineProperty(String.prototype, "isWellFormed", isWellFormed);
});

/** Loads the WebAssembly kernel in a host that records its calls. */
async function withRecords(...missing: string[]) {
  const { calls, restoreGlobals } = recordHost(...missing);
  const { makeWasmKernel, ownBuffers } = await import("../../../library/src/kernel/wasm.ts");
  const { activateKernel } = await import("../../../library/src/kernel/active.ts");
  const { decodeBlock, encodeBlock } = await import("../../../library/src/codec/strategy.ts");
  const kernel = makeWasmKernel();
  activateKernel(kernel);
  restoreGlobals();
  return { calls, kernel, ownBuffers, text: { encode: encodeBlock, decode: decodeBlock } };
}

/** Returns a copy of a set's table without the state that earlier texts left. */
const freshTable = (set = rfc3986.component) => ({ ...byteTable(set), changed: false, difference: undefined });

const BY_NATIVE = ["encodeURIComponent"];
const BY_KERNEL = ["latin1Write", "encodeText", "latin1Slice"];
const BY_WIDE_KERNEL = ["ucs2Write", "encodeText", "latin1Slice"];

describe("text over a Buffer", () => {
  test.for([
    ["a b", BY_NATIVE],
    ["é b", BY_KERNEL],
    // The unit in the middle is checked too.
    ["aéb ", BY_NATIVE],
    ["aбb", BY_WIDE_KERNEL],
    [" ".repeat(59), BY_NATIVE],
    [" ".repeat(60), BY_KERNEL],
    // The set encodes `(`, and encodeURIComponent does not.
    ["(a b", BY_KERNEL],
    ["é\ud800", ["ucs2Write", "encodeText"]],
    ["ab\ud800", ["encodeURIComponent", "ucs2Write", "encodeText"]],
  ] as const)("%j is encoded by %j", async ([text, wanted]) => {
    const { calls, text: coder } = await withRecords();
    const table = freshTable();
    const encoded = coder.encode(text, table);
    expect(names(calls)).toEqual(wanted);
    if (!/\p{Surrogate}/u.test(text)) {
      expect(encoded).toBe(encodeURIComponent(text).replaceAll("(", "%28"));
      expect(table.changed).toBe(true);
    } else {
      expect(encoded).toBeUndefined();
    }
  });

  test("encodeURIComponent is called if it encodes the text as the set does", async () => {
    const { calls, text } = await withRecords();
    expect(text.encode("(a b", freshTable(ecmascript.encodeURIComponent))).toBe("(a%20b");
    expect(names(calls)).toEqual(BY_NATIVE);
    calls.length = 0;
    for (const set of [whatwg.path, whatwg.form, rfc3986.component.remove("/"), rfc3986.component.add("a")])
      text.encode("a b", freshTable(set));
    // The form set writes the space differently, and a set that encodes letters is not rewritten.
    expect(names(calls)).toEqual([BY_NATIVE, BY_KERNEL, BY_NATIVE, BY_KERNEL].flat());
    calls.length = 0;
    expect(text.encode("a(b !)", freshTable(ecmascript.encodeURIComponent.add("!")))).toBe("a(b%20%21)");
    expect(text.encode("a<b>c", freshTable(ecmascript.encodeURIComponent.add("!")))).toBe("a%3Cb%3Ec");
    expect(names(calls)).toEqual([...BY_KERNEL, ...BY_NATIVE]);
  });

  test("the kernel checks whether a text changes, unless a short text was searched before", async () => {
    const { calls, text } = await withRecords();
    const table = freshTable();
    const [same, changing] = ["a".repeat(60), `${"a".repeat(59)} `];
    const changed = `${"a".repeat(59)}%20`;
    expect(text.encode(changing, table)).toBe(changed);
    expect(text.encode(changing, table)).toBe(changed);
    expect(text.encode(same, table)).toBe(same);
    expect(text.encode("<".repeat(99), table)).toBe("%3C".repeat(99));
    table.changed = false;
    expect(text.encode("a".repeat(100), table)).toBe("a".repeat(100));
    expect(calls.filter(([name]) => name === "encodeText").map(([, count, , looks]) => [count, looks])).toEqual([
      [60, true],
      [60, false],
      [60, false],
      [99, true],
      [100, false],
    ]);
  });

  test("after encodeURIComponent the table stores whether the text changed", async () => {
    const { text } = await withRecords();
    const table = freshTable();
    for (const [given, changed] of [
      ["a b", true],
      ["ab", false],
      ["<>", true],
    ] as const) {
      text.encode(given, table);
      expect(table.changed, given).toBe(changed);
    }
  });

  test.for([
    ["%41", [3, false, 0], "latin1Slice", "A"],
    ["a+%41", [5, false, 1], "latin1Slice", "a A"],
    ["%C3%A9", [6, false, 0], "latin1Slice", "é"],
    ["%D0%B1", [6, false, 0], "ucs2Slice", "б"],
    ["б%41", [4, true, 0], "ucs2Slice", "бA"],
    ["%zz%41", [6, false, 2], "latin1Slice", "%zzA"],
  ] as const)("%j is decoded by decodeText%j and %s", async ([given, args, slice, wanted]) => {
    const { calls, text } = await withRecords();
    expect(text.decode(given, given.includes("+"), given.includes("zz"))).toBe(wanted);
    expect(calls[1]).toEqual(["decodeText", ...args]);
    expect(calls[2]![0]).toBe(slice);
    expect(calls.length).toBe(3);
  });

  test.for([...BUFFER, NATIVE_CODE])("a Buffer without %s is not used", async (name) => {
    const { calls, text } = await withRecords(name);
    expect(text.encode("é б".repeat(400), freshTable())).toBe("%C3%A9%20%D0%B1".repeat(400));
    expect(names(calls)).toEqual(["encodeInto", "find", "encode", "decode"]);
  });
});

describe("text by TextEncoder and TextDecoder", () => {
  test.for([
    ["é".repeat(999), BY_NATIVE],
    ["é".repeat(1000), ["encodeInto", "find", "encode", "decode"]],
    // Text that seems to be unchanged, by the 48 units in the middle.
    ["a".repeat(999), BY_NATIVE],
    ["a".repeat(1000), ["encodeInto", "find"]],
    [`${" ".repeat(500)}${"a".repeat(48)}${" ".repeat(452)}`, ["encodeInto", "find", "encode", "decode"]],
    [`${" ".repeat(500)}${"a".repeat(47)}${" ".repeat(453)}`, BY_NATIVE],
    [`${" ".repeat(500)}${"a".repeat(47)}\x7f${" ".repeat(452)}`, BY_NATIVE],
    [`${" ".repeat(500)}${"a".repeat(47)}é${" ".repeat(452)}`, BY_NATIVE],
    // Other text that seems to be ASCII: encodeURIComponent is faster at every length.
    [" ".repeat(0x4000), BY_NATIVE],
    ["(é".repeat(400), BY_NATIVE],
    ["a(é".repeat(400), ["encodeInto", "find", "encode", "decode"]],
  ] as const)("of %j the calls are %j", async ([given, wanted]) => {
    const { calls, text } = await withRecords("Buffer");
    expect(text.encode(given, freshTable())).toBe(encodeURIComponent(given).replaceAll("(", "%28"));
    expect(names(calls)).toEqual(wanted);
  });

  test("only well-formed text that changes is encoded", async () => {
    const { calls, text, kernel } = await withRecords("Buffer");
    expect(kernel.text!.encode("abc", freshTable())).toBe("abc");
    expect(names(calls)).toEqual(["encodeInto", "find"]);
    calls.length = 0;
    expect(text.encode("a\ud800 ", freshTable())).toBeUndefined();
    expect(names(calls)).toEqual(["encodeURIComponent"]);
    calls.length = 0;
    expect(text.decode("%zz\ud800", false, true)).toBeUndefined();
    expect(names(calls)).toEqual(["decodeURIComponent"]);
    calls.length = 0;
    expect(text.encode("a é", freshTable(PercentEncodeSet.encoding(" ", { nonAscii: "iri" })))).toBeUndefined();
    expect(names(calls)).toEqual(["encodeInto", "find", "encode"]);
  });

  test("a byte order mark is a character, and bytes that are not UTF-8 are left to the scalar code", async () => {
    const { calls, text } = await withRecords("Buffer");
    const BY_TEXT_DECODER = ["decodeURIComponent", "encodeInto", "decode", "decode"];
    expect(text.decode("%EF%BB%BFa+%zz", false, true)).toBe("\ufeffa+%zz");
    expect(text.decode("+%zz%41", true, true)).toBe(" %zzA");
    expect(names(calls)).toEqual([...BY_TEXT_DECODER, ...BY_TEXT_DECODER]);
    calls.length = 0;
    expect(text.decode("%ff", false, false)).toBeUndefined();
    expect(names(calls)).toEqual(BY_TEXT_DECODER);
    calls.length = 0;
    expect(text.decode("%zz", false, false)).toBeUndefined();
    expect(names(calls)).toEqual(["decodeURIComponent", "encodeInto", "decode"]);
  });

  test.for([["TextEncoder"], ["TextDecoder"], ["isWellFormed"]])(
    "without %s the platform's own functions are used",
    async ([name]) => {
      if (name === "isWellFormed") delete (String.prototype as { isWellFormed?: unknown }).isWellFormed;
      const { calls, text } = await withRecords("Buffer", name!);
      expect(text.encode("a b", freshTable())).toBe("a%20b");
      expect(text.encode("é".repeat(200), freshTable())).toBe("%C3%A9".repeat(200));
      expect(names(calls)).toEqual([...BY_NATIVE, ...BY_NATIVE]);
    },
  );

  test("a global that throws when it is read is treated as missing", async () => {
    vi.resetModules();
    vi.stubGlobal("Buffer", undefined);
    const refusing = { get: () => { throw new Error("a policy"); }, configurable: true }; // prettier-ignore
    const own = Object.getOwnPropertyDescriptor(globalThis, "TextEncoder")!;
    Object.defineProperty(globalThis, "TextEncoder", refusing);
    const { makeWasmKernel } = await import("../../../library/src/kernel/wasm.ts");
    const again = makeWasmKernel();
    Object.defineProperty(globalThis, "TextEncoder", own);
    expect([again.text, again.form]).toEqual([undefined, undefined]);
  });
});

describe("text by the platform's own functions", () => {
  test.for([
    ["%C3%A9", false, "é"],
    ["+%41", false, "+A"],
    ["+%41", true, " A"],
    ["%2B%41+", true, "+A "],
    ["\ud800%41", false, "\ud800A"],
    ["\udfff", false, "\udfff"],
    ["%ff", false, undefined],
    ["%zz", false, undefined],
  ] as const)("%j, with + as a space: %j, is %j", async ([given, plusAsSpace, wanted]) => {
    const { decodeByPlatform } = await import("../../../library/src/kernel/native.ts");
    expect(decodeByPlatform(given, plusAsSpace)).toBe(wanted);
  });
});

describe("bytes", () => {
  const SOURCE = 0x90000;
  const TARGET = 0xd0100;
  const filled = (length: number, byte = 0x61): Uint8Array => new Uint8Array(length).fill(byte);
  const counts = (calls: readonly Call[]): number[] => calls.map(([, from, to]) => (to as number) - (from as number));

  test("of other memory: the scalar kernel decodes the first ones, the rest is copied in growing blocks", async () => {
    const { calls, kernel } = await withRecords();
    const run = (length: number) => kernel.decode(filled(length), 0, length, new Uint8Array(length), 0, true);
    expect(run(32)).toEqual({ read: 32, written: 32 });
    expect(calls).toEqual([]);
    expect(run(33)).toEqual({ read: 33, written: 33 });
    expect(calls.splice(0)).toEqual([["decode", SOURCE, SOURCE + 1, TARGET, 1]]);
    const length = 32 + 1024 + 4096 + 16_384 + 65_536 + 65_536 + 7;
    expect(run(length)).toEqual({ read: length, written: length });
    expect(counts(calls)).toEqual([1024, 4096, 16_384, 65_536, 65_536, 7]);
  });

  test("only the given part is encoded", async () => {
    const { calls, kernel } = await withRecords();
    const output = filled(300, 1);
    const input = filled(100, 0x20);
    input[10] = 0x61;
    const { bytes } = freshTable();
    expect(kernel.encode(input, 10, 60, output, 5, bytes, false)).toEqual({ read: 50, written: 1 + 49 * 3 });
    expect(counts(calls)).toEqual([18]);
    expect([output[4], output[5], output[6], output[5 + 148]]).toEqual([1, 0x61, 0x25, 1]);
  });

  test.for([
    ["in the head", 20, "%zz", 20, []],
    ["before the last two bytes of the head", 29, "%zz", 29, []],
    ["in the last two bytes of the head", 30, "%zz", 30, [70]],
    ["never, if the head ends inside an escape", 30, "%41", 100, [70]],
    ["in the first block", 50, "%zz", 50, [1024]],
    ["before the last two bytes of the first block", 1053, "%zz", 1053, [1024]],
    ["in the last two bytes of the first block", 1054, "%zz", 1054, [1024, 4096]],
    ["never, if the first block ends inside an escape", 1055, "%41", 7000, [1024, 4096, 1849]],
  ] as const)("decoding stops %s", async ([, at, escape, read, wanted]) => {
    const { calls, kernel } = await withRecords();
    const length = at > 40 ? 7000 : 100;
    const input = filled(length);
    input.set(
      [...escape].map((character) => character.charCodeAt(0)),
      at,
    );
    const progress = kernel.decode(input, 0, length, new Uint8Array(length), 0, false);
    expect(progress).toEqual({ read, written: escape === "%41" ? read - 2 : read });
    expect(counts(calls)).toEqual(wanted);
  });

  test("UTF-8 is checked in the same blocks; a character cut by a block is checked with the next one", async () => {
    const { calls, kernel } = await withRecords();
    const valid = (length: number, at = 0, ...odd: number[]): number => {
      const bytes = filled(length + 3);
      bytes.set(odd, at + 3);
      return kernel.validUtf8Until(bytes.subarray(3), 0, length);
    };
    const character = [0xf0, 0x9f, 0x98, 0x80];
    const blocks = (): number[] => counts(calls.splice(0));
    expect([valid(32), ...blocks()]).toEqual([32]);
    expect([valid(7000), ...blocks()]).toEqual([7000, 1024, 4096, 1848]);
    expect([valid(100, 28, 0xff), ...blocks()]).toEqual([28]);
    expect([valid(100, 29, 0xff), ...blocks()]).toEqual([29, 71]);
    expect([valid(100, 29, ...character), ...blocks()]).toEqual([100, 71]);
    expect([valid(7000, 50, 0xff), ...blocks()]).toEqual([50, 1024]);
    expect([valid(7000, 1052, 0xff), ...blocks()]).toEqual([1052, 1024]);
    expect([valid(7000, 1053, 0xff), ...blocks()]).toEqual([1053, 1024, 4096]);
    expect([valid(7000, 1053, ...character), ...blocks()]).toEqual([7000, 1024, 4096, 1851]);
  });

  test("in the kernel's memory are not copied, and other memory is not mistaken for it", async () => {
    const { calls, kernel, ownBuffers } = await withRecords();
    const { source, target } = ownBuffers();
    source.fill(0x61, 0, 100);
    expect(kernel.decode(source, 10, 90, target, 7, false)).toEqual({ read: 80, written: 80 });
    expect(kernel.validUtf8Until(source, 10, 90)).toBe(90);
    expect(calls.splice(0)).toEqual([["decode", SOURCE + 10, SOURCE + 90, TARGET + 7, 0], ["valid", SOURCE + 10, SOURCE + 90]]); // prettier-ignore
    const outside = filled(100, 1);
    expect(kernel.decode(source, 10, 90, outside, 7, false)).toEqual({ read: 80, written: 80 });
    expect([...outside.subarray(6, 9), ...outside.subarray(86, 88)]).toEqual([1, 0x61, 0x61, 0x61, 1]);
    expect(kernel.decode(outside, 10, 90, outside, 0, false)).toEqual({ read: 80, written: 80 });
    expect(counts(calls)).toEqual([48, 48]);
  });

  test("are counted in place, or one by one in other memory", async () => {
    const { calls, ownBuffers } = await withRecords();
    const { countByte } = await import("../../../library/src/kernel/wasm.ts");
    const { source } = ownBuffers();
    source.fill(7, 3, 9);
    expect(countByte(7, source, 1, 8)).toBe(5);
    expect(calls.splice(0)).toEqual([["count", SOURCE + 1, SOURCE + 8, 7]]);
    expect(countByte(7, source.slice(0, 20), 1, 8)).toBe(5);
    expect(calls).toEqual([]);
  });
});

test("isKnownUnchanged searches a short text for characters that its set may change", async () => {
  const { isKnownUnchanged } = await import("../../../library/src/kernel/native.ts");
  const ascii = freshTable(PercentEncodeSet.encoding(" "));
  expect(["é", "a ", "\ud800", "a".repeat(99), "a".repeat(100)].map((text) => isKnownUnchanged(text, ascii))).toEqual([
    true, false, false, true, false,
  ]); // prettier-ignore
  expect(["é", "a"].map((text) => isKnownUnchanged(text, freshTable()))).toEqual([false, true]);
  expect(isKnownUnchanged("a", { ...freshTable(), changed: true })).toBe(false);
});

test("at the end of a text no empty chunk is fed", () => {
  const fed: number[] = [];
  const chunks = new ChunkReader(() => {}, false);
  const feed = (bytes: Uint8Array): void => void fed.push(bytes.length);
  chunks.push(Uint8Array.of(1, 2), feed);
  chunks.push("a\ud83d", feed);
  chunks.push("\ude00", feed);
  chunks.end(feed);
  expect(fed).toEqual([2, 1, 4]);
});
