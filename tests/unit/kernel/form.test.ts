import { afterEach, describe, expect, test, vi } from "vitest";
import { BLOCK_UNITS } from "../../../library/src/kernel/types.ts";
import { BUFFER, names, recordHost } from "../../support/recorded-host.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Loads the form functions with the WebAssembly kernel, in a host that lacks some globals. */
async function withRecords(...missing: string[]) {
  const { calls, restoreGlobals } = recordHost(...missing);
  const { parseForm, serializeForm } = await import("../../../library/src/form/index.ts");
  const { enableWasm } = await import("../../../library/src/wasm.ts");
  enableWasm();
  // The globals of the host are looked up at the first call.
  parseForm("%41=1");
  restoreGlobals();
  calls.length = 0;
  return { calls, parseForm, serializeForm };
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("parsing", () => {
  test.for([
    ["a=1&b=2", []],
    ["a".repeat(96), []],
    ["a".repeat(97), ["latin1Write", "cutForm", "latin1Slice"]],
    ["%41=1", ["latin1Write", "cutForm", "latin1Slice"]],
    ["a+b=1", ["latin1Write", "cutForm", "latin1Slice"]],
    ["%D0%B1=1", ["latin1Write", "cutForm", "ucs2Slice"]],
    ["б=%41", ["ucs2Write", "cutForm", "ucs2Slice"]],
    ["😀=1", ["ucs2Write", "cutForm", "ucs2Slice"]],
    ["é=%41", ["latin1Write", "cutForm", "latin1Slice"]],
  ] as const)("of %j over a Buffer calls %j", async ([text, wanted]) => {
    const { calls, parseForm } = await withRecords();
    const pairs = [...parseForm(text)];
    expect(names(calls)).toEqual(wanted);
    expect(pairs).toEqual([...new URLSearchParams(text)]);
    calls.length = 0;
    expect([...parseForm(utf8(text))]).toEqual(pairs);
    expect(names(calls).filter((name) => name.endsWith("Form"))).toEqual(["cutForm"]);
  });

  test.for(BUFFER)("without a Buffer's %s uses TextEncoder and TextDecoder", async (name) => {
    const { calls, parseForm } = await withRecords(name);
    expect([...parseForm("%41=é&б=%EF%BB%BF")]).toEqual([["A", "é"], ["б", "\ufeff"]]); // prettier-ignore
    expect([...parseForm("%41=%EF%BB%BF")]).toEqual([["A", "\ufeff"]]);
    expect([...parseForm("%41=2")]).toEqual([["A", "2"]]);
    expect(names(calls)).toEqual(Array.from({ length: 3 }, () => ["encodeInto", "cutForm", "decode"]).flat());
    calls.length = 0;
    expect([...parseForm("%41=\ud800", { rules: "whatwg" })]).toEqual([["A", "\ufffd"]]);
    expect(() => parseForm("%41=\ud800")).toThrow("lone surrogate");
    expect(names(calls)).not.toContain("cutForm");
  });

  test("without TextEncoder or TextDecoder uses the scalar code", async () => {
    for (const missing of ["TextEncoder", "TextDecoder"]) {
      const { calls, parseForm } = await withRecords("Buffer", missing);
      expect([...parseForm("%41=é+")]).toEqual([["A", "é "]]);
      expect(names(calls).filter((name) => name.endsWith("Form"))).toEqual([]);
    }
  });

  test("of more than one block ends each part before an &", async () => {
    const { calls, parseForm } = await withRecords();
    const limits = { name: 4 * BLOCK_UNITS };
    const [half, block] = ["a".repeat(BLOCK_UNITS / 2 - 1), "b".repeat(BLOCK_UNITS)];
    const sizes = (): unknown[] => calls.splice(0).filter(([name]) => name === "cutForm").map(([, count]) => count); // prettier-ignore
    const given = (text: string): [number, unknown[]] => [parseForm(text, { limits }).size, sizes()];
    expect(given(`${half}&${half}&${half}`)).toEqual([3, [BLOCK_UNITS - 1, BLOCK_UNITS / 2 - 1]]);
    expect(given(`${block}&c`)).toEqual([2, [BLOCK_UNITS, 1]]);
    expect(given(`c&${block}`)).toEqual([2, [1, BLOCK_UNITS]]);
    expect(given(`${block}b&c`)).toEqual([2, []]);
    expect(given(`${block}&`)).toEqual([1, [BLOCK_UNITS, 0]]);
    expect(given(`&${block}`)).toEqual([1, [0, BLOCK_UNITS]]);
    expect(parseForm(utf8(`${half}&${half}&${half}`), { limits }).size).toBe(3);
    expect(sizes()).toEqual([BLOCK_UNITS - 1, BLOCK_UNITS / 2 - 1]);
  });

  test("keeps as many places as there are pairs", async () => {
    const { parseForm } = await withRecords();
    for (const count of [39, 40, 41, 100]) {
      const text = Array.from({ length: count }, (_, k) => `%41${k}=+${k}`).join("&");
      expect([...parseForm(text)], `${count}`).toEqual([...new URLSearchParams(text)]);
    }
  });
});

describe("serializing", () => {
  test.for([
    ["a", "b c", ["joinForm", "latin1Slice"]],
    ["a", "x".repeat(64), ["joinForm", "latin1Slice"]],
    ["a", "x".repeat(65), ["ucs2Write", "joinForm", "latin1Slice"]],
    ["б", "😀=", ["joinForm", "latin1Slice"]],
  ] as const)("%j and %j over a Buffer calls %j", async ([name, value, wanted]) => {
    const { calls, serializeForm } = await withRecords();
    expect(serializeForm([[name, value]])).toBe(new URLSearchParams([[name, value]]).toString());
    expect(names(calls)).toEqual(wanted);
    // The unit between names and values is in a value: the scalar code has to encode it.
    expect(serializeForm([[name, `\x1f${value}`]])).toBe(new URLSearchParams([[name, `\x1f${value}`]]).toString());
  });

  test("with TextDecoder uses the kernel too", async () => {
    const { calls, serializeForm } = await withRecords("Buffer");
    expect(serializeForm([["б a", "x".repeat(65)], ["c", ""]])).toBe(`%D0%B1+a=${"x".repeat(65)}&c=`); // prettier-ignore
    expect(names(calls)).toEqual(["joinForm", "decode"]);
  });

  test("as many pairs as fit are joined at a time", async () => {
    const { calls, serializeForm } = await withRecords();
    const joined = (): unknown[] => calls.splice(0).filter(([name]) => name === "joinForm").map(([, count, , marks]) => [count, marks]); // prettier-ignore
    const half = "x".repeat(BLOCK_UNITS / 2 - 3);
    const pairs = (...values: string[]): [string, string][] => values.map((value) => ["n", value]);
    expect(serializeForm(pairs(half, half, ""))).toBe(`n=${half}&n=${half}&n=`);
    // There is a mark after each name and each value, except the last one.
    expect(joined()).toEqual([[BLOCK_UNITS - 1, 3], [2, 1]]); // prettier-ignore
    expect(serializeForm(pairs(half, `${half}x`), { separator: ";" })).toBe(`n=${half};n=${half}x`);
    expect(joined()).toEqual([[BLOCK_UNITS / 2 - 1, 1], [BLOCK_UNITS / 2, 1]]); // prettier-ignore
    const long = "y".repeat(BLOCK_UNITS);
    expect(serializeForm(pairs("1", long))).toBe(`n=1&n=${long}`);
    expect(serializeForm(pairs(long, "1"))).toBe(`n=${long}&n=1`);
    expect(() => serializeForm(pairs(half, half, "\ud800"))).toThrow("lone surrogate");
  });

  test("in another encoding uses the kernel if the encoding writes all characters as ASCII", async () => {
    const { calls, serializeForm } = await withRecords();
    const { encoding } = await import("../../../library/src/charset/index.ts");
    const options = { encoding: encoding("iso-2022-jp"), newlines: "crlf" } as const;
    expect(serializeForm([["a b", "1\n2"]], options)).toBe("a+b=1%0D%0A2");
    expect(names(calls)).toEqual(["joinForm", "latin1Slice"]);
    calls.length = 0;
    expect(serializeForm([["a", "é"]], options)).toBe("a=%26%23233%3B");
    // One of the three controls that would switch the state of ISO-2022-JP.
    expect(serializeForm([["a", "\x1b"]], options)).toBe("a=%26%2365533%3B");
    expect(names(calls)).not.toContain("joinForm");
  });
});
