import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { encoding } from "../../../library/src/charset/index.ts";
import {
  type DecodeIssue,
  PercentDecoder,
  PercentEncoder,
  percentDecode,
  percentEncode,
  percentDecodeReport,
} from "../../../library/src/index.ts";
import { PercentDecodeStream, PercentEncodeStream } from "../../../library/src/stream.ts";
import { escape } from "../../../library/src/legacy.ts";
import { PercentEncodeSet, whatwg } from "../../../library/src/sets/index.ts";
import { everyCut } from "../../support/partitions.ts";
import { cutAt, streamOutcome } from "../../support/streams.ts";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const LABELS = ["gb18030", "shift_jis", "euc-kr", "iso-2022-jp", "utf-16be"];

/** 1 KB of characters of each encoding beside everything that an encoding lacks, and controls that switch states. */
const TEXT = "aあ亜¥\\~가각 丂€é%zz%81+ｱ\x0e\x1b(Bカ\u{20000}≡‽\r\n".repeat(40).slice(0, 700);

/** 1 KB of valid, malformed and truncated escapes, raw bytes, lead bytes without a trail, and states that switch twice. */
const HOSTILE = Buffer.from(
  'a%82%A0\x82\xa0%83A%81%zz%4%1B$B%24%22$"\x1b(B%1b(J\\%1B%1B$B%84%31%A4%37%84%31%A4%B0%A1\xb0\xa1%FF%8E+%81\x30%1B(I%FE'.repeat(
    12,
  ),
  "latin1",
).subarray(0, 1024);

describe("a hostile text has the same outcome however it is cut", () => {
  for (const label of LABELS) {
    for (const invalidUtf8 of ["keep", "replace", "drop"] as const) {
      test(`decoded, ${label}, ${invalidUtf8}`, async () => {
        const decode = (onIssue: (issue: DecodeIssue) => void) =>
          new PercentDecodeStream({ encoding: encoding(label), malformed: "keep", invalidUtf8, onIssue });
        const whole = await streamOutcome(decode, [HOSTILE]);
        expect(HOSTILE.length).toBe(1024);
        expect(whole.issues.length).toBeGreaterThan(20);
        await everyCut(HOSTILE.length, 1, async (ends) =>
          isDeepStrictEqual(await streamOutcome(decode, cutAt<Uint8Array>(HOSTILE, ends)), whole),
        );
        const bytes = Array.from(HOSTILE, (byte) => Uint8Array.of(byte));
        expect(await streamOutcome(decode, bytes)).toEqual(whole);
      });
    }

    test(`encoded, ${label}, as bytes and as text`, async () => {
      const encode = () => new PercentEncodeStream(whatwg.form, { encoding: encoding(label) });
      const whole = String(percentEncode(TEXT, whatwg.form, { encoding: encoding(label) }));
      const source = utf8(TEXT);
      await everyCut(source.length, 1, async (ends) => {
        const { output } = await streamOutcome(encode, cutAt<Uint8Array>(source, ends));
        return output === whole;
      });
      await everyCut(TEXT.length, 1, async (ends) => (await streamOutcome(encode, cutAt(TEXT, ends))).output === whole);
    });

    test(`the first fault is the error, ${label}`, async () => {
      const decode = () => new PercentDecodeStream({ encoding: encoding(label), malformed: "keep" });
      const whole = await streamOutcome(decode, [HOSTILE]);
      expect(whole.error).toBeDefined();
      await everyCut(200, 1, async (ends) =>
        isDeepStrictEqual(await streamOutcome(decode, cutAt<Uint8Array>(HOSTILE, ends)), whole),
      );
    });
  }
});

/** Runs a chunk class over one source. */
function toLatin1(step: (source: Uint8Array, target: Uint8Array) => { written: number }, source: Uint8Array): string {
  const target = new Uint8Array(0x10000);
  return Buffer.from(target.subarray(0, step(source, target).written)).toString("latin1");
}

test("every encoding of the input, UTF-16 too, and a result in another encoding", () => {
  const encoder = new PercentEncoder(undefined, {
    encoding: encoding("shift_jis"),
    inputEncoding: encoding("utf-16be"),
  });
  expect(toLatin1((...chunk) => encoder.encodeInto(...chunk), Buffer.from("3042FF710025", "hex"))).toBe("%82%A0%B1%25");
  const decoder = new PercentDecoder({ encoding: encoding("shift_jis"), outputEncoding: encoding("iso-2022-jp") });
  expect(toLatin1((...chunk) => decoder.decodeInto(...chunk), utf8("%82%A0%41"))).toBe('\x1b$B$"\x1b(BA');
  const writer = new PercentDecoder({ outputEncoding: encoding("utf-16be") });
  expect(toLatin1((...chunk) => writer.decodeInto(...chunk), utf8("%E3%81%82%41"))).toBe("0B\0A");
});

test("an unencodable character has its place in the input", () => {
  const options = { inputEncoding: encoding("shift_jis"), unencodable: "throw" } as const;
  const encoder = new PercentEncoder(undefined, { encoding: encoding("windows-1252"), ...options });
  const target = new Uint8Array(8192);
  const source = Uint8Array.of(0x61, 0x82, 0xa0);
  expect(encoder.encodeInto(source, target)).toEqual({ read: 1, written: 1 });
  expect(() => encoder.encodeInto(source, target, { from: 1 })).toThrow(
    'Cannot encode as windows-1252: unencodable "\\u{3042}" at 1',
  );
  const decoder = new PercentDecoder({ encoding: encoding("utf-8"), outputEncoding: encoding("windows-1252") });
  expect(decoder.decodeInto(utf8("a%E3%81%82"), target)).toEqual({ read: 1, written: 1 });
  expect(() => decoder.decodeInto(utf8("%E3%81%82"), target)).toThrow(/at 1$/);
});

test("digits in lower case do not change the escapes of the input", () => {
  const kept = new PercentEncoder(whatwg.fragment, { encoding: encoding("shift_jis"), hex: "lower" });
  expect(toLatin1((...chunk) => kept.encodeInto(...chunk), utf8("%AB あ"))).toBe("%AB%20%82%a0");
});

test("except keeps the escape of a whole character, in every way of decoding", () => {
  const options = { encoding: encoding("shift_jis"), except: PercentEncodeSet.encoding("\\A") };
  expect(percentDecode("%83%5C%5C%41B%42", options)).toBe("ソ%5C%41BB");
  expect(percentDecodeReport("%83%5C%5C%zz", options)).toMatchObject({ value: "ソ%5C%zz", issueCount: 1 });
  const decoder = new PercentDecoder(options);
  expect(toLatin1((...chunk) => decoder.decodeInto(...chunk), utf8("%83%5C%5C"))).toBe(
    Buffer.from("ソ%5C").toString("latin1"),
  );
});

test("legacy decodes what escape writes, and with an encoding its bytes", () => {
  const text = "é %u \xff✓\u{1f600}%41";
  expect(percentDecode(escape(text), { legacy: true })).toBe(text);
  expect(percentDecode("%C3%A9%u2713", { legacy: true, encoding: encoding("utf-8") })).toBe("é✓");
  // A raw lead byte does not join the byte of an escape.
  const decode = (invalidUtf8: "drop" | "throw") =>
    new PercentDecoder({ legacy: true, invalidUtf8 }).decodeInto(Buffer.from("\xc3%A9", "latin1"), new Uint8Array(64));
  expect(decode("drop")).toEqual({ read: 4, written: 2 });
  expect(() => decode("throw")).toThrow(/invalid UTF-8 "\\xC3" at 0/);
});
