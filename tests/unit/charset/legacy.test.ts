import { TextDecoder as ExactDecoder } from "@exodus/bytes/encoding.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encoding } from "../../../library/src/charset/index.ts";
import { cleanUri } from "../../../library/src/uri/index.ts";
import { parseForm } from "../../../library/src/form/index.ts";
import {
  type DecodeIssue,
  type EncodeOptions,
  percentDecode,
  percentDecodeReport,
  percentEncode,
} from "../../../library/src/index.ts";
import { BLOCK_UNITS } from "../../../library/src/kernel/types.ts";
import { whatwg } from "../../../library/src/sets/index.ts";
import { seed } from "../../support/seed.ts";
import { readSize } from "../../support/sizes.ts";
import { forAll } from "../../support/for-all.ts";
import { escapeBytes } from "../../support/escape-bytes.ts";
import { findFault } from "../../support/catch-fault.ts";

const EVERY = readSize("EVERY");
const LEADS = readSize("LEADS");

const SINGLE = [
  ...[2, 3, 4, 5, 6, 7, 8, "8-i", 10, 13, 14, 15, 16].map((part) => `iso-8859-${part}`),
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((part) => `windows-125${part}`),
  ..."ibm866 koi8-r koi8-u macintosh windows-874 x-mac-cyrillic x-user-defined".split(" "),
];
const MULTI = ["gbk", "gb18030", "big5", "euc-jp", "iso-2022-jp", "shift_jis", "euc-kr"];
const UTF16 = ["utf-16le", "utf-16be"] as const;

/** Private-use characters that the gb18030 encoder writes as characters that were encoded later (https://encoding.spec.whatwg.org/#gb18030-encoder). */
const GB_PRIVATE: Record<string, string> = Object.fromEntries(
  "\ue78d︐ \ue78e︒ \ue78f︑ \ue790︓ \ue791︔ \ue792︕ \ue793︖ \ue794︗ \ue795︘ \ue796︙ \ue81e龴 \ue826龵 \ue82b龶 \ue82c龷 \ue832龸 \ue843龹 \ue854龺 \ue864龻"
    .split(" ")
    .map((pair) => [...pair] as [string, string]),
);

/** Returns the Encoding Standard's decoder, which writes U+FFFD for faults; a byte order mark is a character. */
function standardDecoder(label: string): (bytes: Uint8Array) => string {
  const decoder = new ExactDecoder(label, { ignoreBOM: true });
  return (bytes) => decoder.decode(bytes);
}

/** Decodes texts one sequence at a time, which `accept` enforces. */
function bySequence(label: string, texts: readonly string[]): { values: string[]; issues: DecodeIssue[] } {
  const options = { encoding: encoding(label), invalidUtf8: "replace", accept: () => true } as const;
  const reports = texts.map((text) => percentDecodeReport(text, options));
  return { values: reports.map(({ value }) => value), issues: reports.flatMap(({ issues }) => issues) };
}

describe("decoding one sequence at a time returns the same as the standard's decoder", () => {
  for (const label of SINGLE) {
    test(label, () => {
      const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
      expect(bySequence(label, [escapeBytes(bytes)]).values).toEqual([standardDecoder(label)(bytes)]);
    });
  }
  for (const label of [...MULTI, ...UTF16]) {
    test(`${label}, pairs of bytes, alone and before an A`, () => {
      const exact = standardDecoder(label);
      for (let lead = seed % LEADS; lead < 0x100; lead += LEADS) {
        for (const tail of [[], [0x41]]) {
          const all = Array.from({ length: 256 }, (_, trail) => Uint8Array.of(lead, trail, ...tail));
          expect(bySequence(label, all.map(escapeBytes)).values).toEqual(all.map(exact));
        }
      }
    });

    test(`${label}, random bytes with many escapes, digits and lead bytes`, () => {
      const exact = standardDecoder(label);
      const frequent = [..."$(@BIJ09A\\~!\x1b\x81\x8e\x8f\xa1\xd8\xdc\xfe"].map((character) => character.charCodeAt(0));
      const byte = fc.oneof(fc.constantFrom(...frequent), fc.integer({ min: 0, max: 255 }));
      forAll(2 * readSize("URIS"), fc.array(byte, { maxLength: 24 }), (list) => {
        const { values, issues } = bySequence(label, [escapeBytes(list)]);
        expect(values).toEqual([exact(Uint8Array.from(list))]);
        for (const { code, index, length } of issues) {
          expect([code, index % 3, length % 3]).toEqual(["undecodable", 0, 0]);
        }
      });
    });
  }
});

describe("decoding reverses encoding for every code point of plane 0 and, in multi-byte encodings, of plane 2", () => {
  /** Code points that the standard's encoders write as the bytes of another, so that they are decoded as the other. */
  const folded: Record<string, Record<string, string>> = {
    "euc-jp": { "¥": "\\", "‾": "~", "−": "－" },
    shift_jis: { "¥": "\\", "‾": "~", "−": "－" },
    "iso-2022-jp": { "−": "－" },
    gbk: GB_PRIVATE,
    gb18030: GB_PRIVATE,
  };
  const plane = (start: number) =>
    Array.from({ length: Math.ceil(0x10000 / EVERY) }, (_, k) => start + k * EVERY)
      .filter((code) => code !== 0x0a && (code < 0xd800 || code > 0xdfff))
      .map((code) => String.fromCodePoint(code));
  const [plane0, plane2] = [plane(0), plane(0x20000)];

  for (const label of [...SINGLE, ...MULTI]) {
    test(label, () => {
      const characters = MULTI.includes(label) ? [...plane0, ...plane2] : plane0;
      const encoded = percentEncode(characters.join("\n"), whatwg.component, { encoding: encoding(label) });
      const lines = String(encoded).split("%0A");
      const read = percentDecode(encoded, { encoding: encoding(label) }).split("\n");
      expect(read.length).toBe(characters.length);
      const differences = characters.flatMap((character, k) => {
        const code = character.codePointAt(0)!;
        // ISO-2022-JP writes the reference of U+FFFD for the three controls that would switch its state.
        const reference = [`&#${code};`, "&#65533;"].includes(read[k]!);
        const wanted = folded[label]?.[character] ?? character;
        // ISO-2022-JP has no half-width katakana: it writes the full-width ones.
        const katakana = label === "iso-2022-jp" && code >= 0xff61 && code <= 0xff9f;
        // No character becomes an ASCII character that looks like it, except the two that the standard defines for Shift_JIS and EUC-JP.
        const narrowed = code > 0x7f && label !== "iso-2022-jp" && /^%?[0-7][0-9A-F]$|^.$/.test(lines[k]!);
        const isStandard = /^(shift_jis [¥‾]|euc-jp [¥‾])$/.test(`${label} ${character}`);
        if (narrowed && !isStandard) return [`${character} became ${lines[k]}`];
        return reference || katakana || read[k] === wanted ? [] : [`U+${code.toString(16)} ${lines[k]} ${read[k]}`];
      });
      expect(differences).toEqual([]);
    });
  }

  test("a character that the encoding lacks becomes a reference, not a similar character", () => {
    for (const character of "∞＂") {
      expect(percentEncode(character, undefined, { encoding: encoding("windows-1252") })).toMatch(/^%26%23\d+%3B$/);
    }
  });
});

test("ISO-2022-JP keeps its state for one value and no longer", () => {
  const jp = encoding("iso-2022-jp");
  expect([...parseForm("a=%1B$B$%22&b=$%22", { encoding: jp })]).toEqual([["a", "あ"], ["b", '$"']]); // prettier-ignore
  // The cached pair must not be used for one byte after another escape sequence that ends with the same byte.
  expect(percentDecode("%1B$B%3C%00%1B(B%3C", { encoding: jp, invalidUtf8: "drop" })).toBe("<");
  // A malformed escape does not belong to the queue: the state continues after it.
  expect(percentDecode("%1B$B$%22%zz$%22%1B(B!", { encoding: jp, malformed: "drop" })).toBe(
    percentDecode("%1B$B$%22zz$%22%1B(B!", { encoding: jp }),
  );
});

describe("the blocks in which a long text is decoded do not affect the result", () => {
  const tails = {
    gb18030: "%84%31%a4%37%810%81%30%B0%A1%81",
    gbk: "%B0%A1%810",
    big5: "%88%62%88b%A7A%A7",
    "euc-jp": "%8F%A2%AF%A4%A2%8E%B1%8F%A2",
    "euc-kr": "%B0%A1%81A%B0",
    shift_jis: "%83A%82%A0%B1%82",
    "iso-2022-jp": "%1B$B$%22é$%24%1B(J~%1B(I%31%1B$",
  };
  test.for(Object.entries(tails))("%s", ([label, tail]) => {
    const [charset, options] = [encoding(label), { invalidUtf8: "replace", malformed: "drop" } as const];
    const decode = (text: string) => percentDecode(text, { encoding: charset, ...options });
    const faultAt = (text: string) => findFault(() => percentDecode(text, { encoding: charset })).index;
    for (let before = BLOCK_UNITS - 40; before <= BLOCK_UNITS; before++) {
      const clean = "é".padEnd(before, "a");
      expect(decode(`${clean}${tail}%z${tail}`), `${before}`).toBe(clean + decode(`${tail}%z${tail}`));
      expect(faultAt(clean + tail), `${before}`).toBe(before + faultAt(tail));
    }
  });
});

test("a byte that becomes three is read before its place in the output is overwritten", () => {
  const bytes = new Uint8Array(200).fill(0xb1);
  bytes.set([0x61, 0x3d]);
  bytes.set([0x25, 0x7a], 190);
  const form = parseForm(bytes, { encoding: encoding("shift_jis"), malformed: "drop" });
  expect(form.get("a")).toBe(`${"ｱ".repeat(188)}z${"ｱ".repeat(8)}`);
});

test("both characters of a two-character sequence have to be accepted", () => {
  const decode = (accept: RegExp) => percentDecode("%88%62", { encoding: encoding("big5"), accept });
  expect(decode(/./u)).toBe("\u00ca\u0304");
  for (const one of [/\u00ca/u, /\u0304/u]) expect(() => decode(one)).toThrow('not accepted "%88%62" at 0');
});

describe("errors and policies", () => {
  const sjis = encoding("shift_jis");
  const encodeAs = (text: string, label = "shift_jis") =>
    percentEncode(text, undefined, { encoding: encoding(label), unencodable: "throw" });

  // prettier-ignore
  test.each<[code: string, index: number, length: number, call: () => unknown, message?: string]>([
    ["undecodable", 1, 3, () => percentDecode("é%83", { encoding: sjis })],
    ["undecodable", 0, 3, () => percentDecode("%83é", { encoding: sjis })],
    ["truncated-escape", 3, 2, () => percentDecode("%83%4", { encoding: sjis, invalidUtf8: "keep" })],
    ["not-accepted", 4, 6, () => percentDecode("%83A%82%A0", { encoding: sjis, accept: /ア/u })],
    ["undecodable", 2, 1, () => parseForm(Buffer.from("a=\xff", "latin1"), { encoding: sjis }), 'percent-decode: undecodable "\\xFF" at 2'],
    ["unencodable", 2, 1, () => encodeAs("ab\x1b", "iso-2022-jp")],
    ["unencodable", 2, 1, () => encodeAs("\x0eA\ufffd")],
    ["lone-surrogate", 1, 1, () => encodeAs("a\ud800")],
  ])("%s at %i", (code, index, length, call, message) => {
    const error = findFault(call);
    expect([error.code, error.index, error.length]).toEqual([code, index, length]);
    if (message !== undefined) expect(error.message).toBe(`Cannot ${message}`);
  });

  test("policies", () => {
    expect(percentDecode("%82%A0é%FF", { encoding: sjis, invalidUtf8: "keep" })).toBe("あé%FF");
    expect(percentDecode("%82%A0é%FF", { encoding: sjis, invalidUtf8: "drop" })).toBe("あé");
    expect(percentDecode("a+b", { encoding: sjis, plus: "space" })).toBe("a b");
    const bytes = Buffer.from("a=\xff", "latin1");
    expect(parseForm(bytes, { encoding: sjis, invalidUtf8: "keep" }).get("a")).toBe("%FF");
    expect(percentEncode("a\ud800", undefined, { encoding: sjis, loneSurrogate: "replace" })).toBe("a%26%2365533%3B");
  });

  test("an encoding that only decodes or encodes throws a TypeError", () => {
    for (const call of [
      percentDecodeReport,
      (text: string, options: EncodeOptions) => percentEncode(text, undefined, options),
    ])
      expect(() => call("a", { encoding: encoding("replacement") })).toThrow("pass outputEncoding(encoding)");
    for (const label of ["replacement", "utf-16be"])
      expect(() => parseForm("a", { encoding: encoding(label) })).toThrow(/^forms are not sent in .*: pass outputEnc/);
  });
});

describe.each(UTF16)("%s", (label) => {
  const options = { encoding: encoding(label) };

  test("every byte is an escape, whatever the set, and every text is decoded again", () => {
    const text = Array.from({ length: 0x110000 / 17 }, (_, k) => String.fromCodePoint(k * 17))
      .join("")
      .replace(/\p{Surrogate}/gu, "");
    const bytes = label === "utf-16le" ? Buffer.from(text, "utf16le") : Buffer.from(text, "utf16le").swap16();
    for (const set of [undefined, whatwg.form]) {
      const encoded = percentEncode(text, set, options);
      expect(encoded).toBe(escapeBytes(bytes).toUpperCase());
      expect(percentDecode(encoded, options)).toBe(text);
    }
    expect(cleanUri("/?q=é", options)).toBe("/?q=%C3%A9");
    expect(() => percentEncode("%", undefined, { ...options, preserveEscapes: true })).toThrow("% is one byte");
  });

  test("a raw ASCII character is its byte, and another raw character stays", () => {
    const raw = label === "utf-16le" ? "a%00é%AC+\0%zz" : "%00aé+%AC\0%zz";
    expect(percentDecodeReport(raw, options).value).toBe("aé\u2bac%00%\u7a7a");
  });

  test.each([
    [[0x61, 0xd800, 0x62], 6, 6],
    [[0x61, 0xdc00], 6, 6],
    [[0xd800], 0, 6],
  ])("a lone surrogate in %j is undecodable", (units, index, length) => {
    const bytes = Uint8Array.from(units.flatMap((unit) => [unit >> 8, unit & 0xff]));
    const text = escapeBytes(label === "utf-16le" ? Buffer.from(bytes).swap16() : bytes);
    const error = expect.objectContaining({ code: "undecodable", index, length, unit: "utf-16" }) as Error;
    expect(() => percentDecode(text, options)).toThrow(error);
  });

  test.each([
    ["undecodable", 6, () => percentDecode("%61%61%41", options)],
    ["truncated-escape", 6, () => percentDecode("%61%61%4", options)],
    ["lone-surrogate", 1, () => percentEncode("a\ud800", undefined, options)],
  ] as const)("%s at %i", (code, index, call) => {
    expect(call).toThrow(expect.objectContaining({ code, index }) as Error);
  });
});

test("labels: any case, white space around, and UTF-8 without a table", () => {
  expect(encoding("\tSJIS\n").name).toBe("Shift_JIS");
  expect(encoding("latin1")).toBe(encoding("windows-1252"));
  for (const label of ["utf8", "UTF-8", " unicode-1-1-utf-8\f", "unicode11utf8", "unicode20utf8", "x-unicode20utf8"]) {
    expect(encoding(label).name).toBe("UTF-8");
    expect(encoding(label).hasLabel(label)).toBe(true);
  }
  for (const label of ["utf-7", "\xa0utf-8", "utf-8\v", "utf 8", ""]) {
    expect(encoding("utf-8").hasLabel(label)).toBe(false);
    expect(() => encoding(label)).toThrow(TypeError);
  }
  for (const label of [...SINGLE, ...MULTI]) {
    expect(encoding(label).name.toLowerCase()).toBe(label);
    expect(encoding(label).hasLabel(label.toUpperCase())).toBe(true);
  }
});
