import { isDeepStrictEqual } from "node:util";
import { parseForm } from "../../../library/src/form/index.ts";
import { describe, expect, test } from "vitest";
import { encoding } from "../../../library/src/charset/index.ts";
import { type Accept, percentDecode, PercentDecoder, percentDecodeReport } from "../../../library/src/index.ts";
import { namedSet, PercentEncodeSet, rfc3986, setNames } from "../../../library/src/sets/index.ts";
import { PercentDecodeStream } from "../../../library/src/stream.ts";
import { everyCut } from "../../support/partitions.ts";
import { collectOutput, cutAt, streamOutcome } from "../../support/streams.ts";
import { catchFault } from "../../support/catch-fault.ts";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

test("a character that is not accepted is the same fault of another encoding however the stream is cut", async () => {
  const bytes = Buffer.from("a%82%A0\x82\xa0%83A%81%zz%FF%1B|%83%41", "latin1");
  for (const [character, index] of Object.entries({ あ: 1, ア: 9, "|": 25, a: 0 })) {
    const accept = new RegExp(`[^${character}]`, "u");
    const options = { encoding: encoding("shift_jis"), malformed: "keep", invalidUtf8: "keep", accept } as const;
    const run = (chunks: readonly Uint8Array[]) =>
      streamOutcome((onIssue) => new PercentDecodeStream({ ...options, onIssue }), chunks);
    const whole = await run([bytes]);
    expect(whole.error).toMatchObject({ code: "not-accepted", index });
    await everyCut(bytes.length, 1, async (ends) =>
      isDeepStrictEqual(await run(cutAt<Uint8Array>(bytes, ends)), whole),
    );
  }
});

describe("what is accepted", () => {
  const refusedAt = (text: string, accept: Accept): number =>
    catchFault(() => (percentDecode(text, { accept }), -1), ({ index }) => index); // prettier-ignore

  test("an expression has to match the whole character", () => {
    for (const accept of [/a*/u, /a?/u, /(?!b)a?/u, /a|$/u, /a*$/mu, /^/mu, /a*/gu, /a*/uy]) {
      expect([String(accept), refusedAt("aab", accept)]).toEqual([String(accept), accept.source === "^" ? 0 : 2]);
      expect([String(accept), refusedAt("\n", accept)]).toEqual([String(accept), 0]);
    }
    expect(refusedAt("😀é", /./u)).toBe(-1);
    expect(refusedAt("ab", /a|b/u)).toBe(-1);
  });

  test("the predicate of a set takes what the set keeps", () => {
    for (const set of setNames().map(namedSet)) {
      for (let code = 0; code < 0x100; code++) expect(set.keeps(code)).toBe(!set.has(code));
      for (const code of [0xd7ff, 0xd800, 0xe000, 0xfffe, 0x1f600, 0xe0001, 0x10ffff])
        expect(set.keeps(code)).toBe(!set.has(code));
    }
    const { keeps } = rfc3986.component;
    expect(refusedAt("caf%65~", keeps)).toBe(-1);
    expect(refusedAt("a%2F", keeps)).toBe(1);
    expect(() => keeps(-1)).toThrow("has() and keeps() take one character or a code point up to 0x10FFFF, not -1");
  });

  test("an escape that stays is not encoded again", () => {
    const accept = /[^é%]/u;
    const except = PercentEncodeSet.encoding("/%");
    for (const [text, options, stillEncoded] of [
      ["%C3%A9", { accept }, false],
      ["%2541", { accept }, false],
      ["%2541", {}, true],
      ["%25%34%61", {}, true],
      ["%25%4", {}, false],
      ["%FF%zz%%341", {}, false],
      ["%2F", { except }, false],
      ["%252F", { except }, false],
      ["%252F%25", { except: PercentEncodeSet.encoding("/") }, true],
      ["%25u0041", {}, false],
      ["%25u0041", { percentU: true }, true],
      ["%u0025%u00341", { percentU: true }, true],
      ["%u0025%75004%31", { percentU: true }, true],
      ["%u0025%75004", { percentU: true }, false],
    ] as const) {
      expect([text, options, percentDecodeReport(text, options).stillEncoded]).toEqual([text, options, stillEncoded]);
    }
  });

  test("in bytes, invalid UTF-8 throws unless a policy accepts it", () => {
    const target = new Uint8Array(64);
    const decode = (invalidUtf8?: "keep") =>
      new PercentDecoder({ accept: /[^]/u, ...(invalidUtf8 && { invalidUtf8 }) }).decodeInto(utf8("%FF"), target);
    expect(() => decode()).toThrow(/invalid UTF-8 "%FF" at 0/);
    expect(decode("keep")).toEqual({ read: 3, written: 3 });
  });

  test("escapes that stay are not characters to accept", async () => {
    const options = { accept: /[a-z]/u, malformed: "keep", invalidUtf8: "keep" } as const;
    const except = PercentEncodeSet.encoding("/");
    const parts = await collectOutput(new PercentDecodeStream({ ...options, except }), ["a%2f%FF%zz%61"]);
    expect(Buffer.concat(parts).toString()).toBe("a%2f%FF%zza");
  });
});

test("a character has to be accepted and encodable, whatever was before it", () => {
  const options = { outputEncoding: encoding("windows-1252"), accept: /[^b]/u } as const;
  const decode = (text: string) =>
    new PercentDecoder({ encoding: encoding("utf-8"), ...options }).decodeInto(utf8(text), new Uint8Array(8192));
  expect(() => decode("b%E2%9C%93")).toThrow('Cannot percent-decode: not accepted "b" at 0');
  expect(() => decode("%E2%9C%93b")).toThrow('Cannot encode as windows-1252: unencodable "\\u{2713}" at 0');
  expect(decode("%C3%A9")).toEqual({ read: 6, written: 1 });
});

test("what the function throws is thrown as it is", () => {
  for (const thrown of [null, undefined, "text", new RangeError("mine")]) {
    const accept = (): boolean => {
      // oxlint-disable-next-line typescript/only-throw-error -- a function of the caller may throw anything
      throw thrown;
    };
    for (const call of [() => percentDecode("%41", { accept }), () => parseForm("a=%41", { accept })]) {
      let caught: unknown = "nothing";
      try {
        call();
      } catch (error) {
        caught = error;
      }
      expect(caught).toBe(thrown);
    }
  }
});
