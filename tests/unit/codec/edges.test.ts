import { readOptions } from "../../../library/src/base/options.ts";
import { DECODE_OPTIONS, resolveTextOptions } from "../../../library/src/codec/options.ts";
import { describe, expect, test } from "vitest";
import { decodeBytesAsText } from "../../../library/src/codec/decode.ts";
import { Decoder } from "../../../library/src/codec/decoder.ts";
import { toExcerpt } from "../../../library/src/base/excerpt.ts";
import { scalarKernel } from "../../support/scalar-only.ts";
import { PercentDecoder, PercentEncoder } from "../../../library/src/index.ts";
import { rfc3987 } from "../../../library/src/sets/index.ts";
import { PercentDecodeStream, PercentEncodeStream } from "../../../library/src/stream.ts";
import { collectOutput } from "../../support/streams.ts";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const toText = (parts: readonly Uint8Array[]): string => Buffer.concat(parts).toString();

test("a set that depends on whole characters waits for the rest of one, except at the end of the last chunk", () => {
  const target = new Uint8Array(64);
  const encoder = new PercentEncoder(rfc3987.query);
  for (const [source, final, read, written] of [
    [Uint8Array.of(0x61, 0xe6, 0xbc), false, 1, 1],
    [Uint8Array.of(0x61, 0xe6, 0xbc), true, 3, 7],
    // 64 bytes have room for 21 encoded bytes, and the 21st byte is the first half of é.
    [utf8(`${"a".repeat(20)}é`), true, 20, 20],
    // Neither a complete character nor an invalid sequence waits.
    [utf8("aé"), false, 3, 3],
    [Uint8Array.of(0xe6, 0x61, 0xbc), false, 3, 7],
  ] as const)
    expect(encoder.encodeInto(source, target, { final })).toEqual({ read, written });
});

describe("streams", () => {
  test("a chunk larger than the output buffer", async () => {
    const text = "a b/é%".repeat(40_000);
    const encoded = await collectOutput(new PercentEncodeStream(), [utf8(text)]);
    expect(toText(encoded)).toBe(encodeURIComponent(text));
    const decoded = await collectOutput(new PercentDecodeStream({ invalidUtf8: "throw" }), encoded);
    expect(toText(decoded)).toBe(text);
  });

  test("a chunk, even a Buffer, may be reused after it is written", async () => {
    for (const chunk of [new Uint8Array(4), Buffer.alloc(4)]) {
      const stream = new PercentDecodeStream({ invalidUtf8: "throw" });
      const [writer, reader] = [stream.writable.getWriter(), stream.readable.getReader()];
      const texts: string[] = [];
      const reading = (async () => {
        for (let part = await reader.read(); !part.done; part = await reader.read()) texts.push(toText([part.value]));
      })();
      for (const piece of ["ab%C", "3%A9", "cd%4", "1efg"]) {
        chunk.set(utf8(piece));
        await writer.write(chunk);
      }
      await writer.close();
      await reading;
      expect(texts.join("")).toBe("abécdAefg");
    }
  });

  test("only half a surrogate pair waits for the next chunk", async () => {
    const stream = new PercentEncodeStream(undefined, { loneSurrogate: "replace" });
    const writer = stream.writable.getWriter();
    const reader = stream.readable.getReader();
    const read = async (): Promise<string> => toText([(await reader.read()).value!]);
    void writer.write("ab\ud83d");
    expect(await read()).toBe("ab");
    void writer.write("\ude00c\ud83d");
    expect(await read()).toBe("%F0%9F%98%80c");
    void writer.close();
    expect(await read()).toBe("%EF%BF%BD");
    expect((await reader.read()).done).toBe(true);
  });
});

describe("a decoder of bytes", () => {
  const room = (): Uint8Array => new Uint8Array(64);

  test("treats a chunk as the last one by default", () => {
    const decoder = (): PercentDecoder => new PercentDecoder();
    expect(() => decoder().decodeInto(utf8("a%4"), room())).not.toThrow();
    expect(() => decoder().decodeInto(utf8("%4"), room())).toThrow("truncated escape");
    expect(decoder().decodeInto(utf8("%4"), room(), { final: false })).toEqual({ read: 0, written: 0 });
    expect(() => decoder().decodeInto(utf8("%zz"), room(), { final: false })).toThrow("malformed escape");
    // The target has no room for the rest of the escape.
    expect(decoder().decodeInto(utf8(`${"a".repeat(62)}%41`), room())).toEqual({ read: 62, written: 62 });
  });

  test.for([
    ["%z".repeat(20), { malformed: "replace" }, 20, "\ufffdz".repeat(10)],
    ["\xff".repeat(40), { invalidUtf8: "keep" }, 21, "%FF".repeat(21)],
    ["\xff".repeat(40), { invalidUtf8: "replace" }, 21, "\ufffd".repeat(21)],
    ["\xff".repeat(80), { invalidUtf8: "drop" }, 64, ""],
  ] as const)("reads no more of %j, with %j, than fits into the target", ([text, options, read, wanted]) => {
    const target = room();
    const progress = new PercentDecoder(options).decodeInto(Buffer.from(text, "latin1"), target);
    expect([progress.read, toText([target.subarray(0, progress.written)])]).toEqual([read, wanted]);
  });

  test.each([
    [Uint8Array.of(0xed, 0xa0, 0x80), { invalidUtf8: "throw" }, "encoded surrogate"],
    [utf8("%ED%A0%80"), { invalidUtf8: "throw" }, "encoded surrogate"],
    // Even without a check of UTF-8.
    [utf8("%uD83Dx"), { percentU: true }, 'lone surrogate "%uD83D" at 0'],
  ] as const)("does not accept half a surrogate pair as a character: %j", (bytes, options, fault) => {
    expect(() => new PercentDecoder(options).decodeInto(bytes, room())).toThrow(fault);
  });

  test("keeps raw bytes that are not UTF-8 as escapes, from 80 on", () => {
    const target = room();
    const { written } = new PercentDecoder({ invalidUtf8: "keep" }).decodeInto(Uint8Array.of(0x7f, 0x80, 0x41), target);
    expect(toText([target.subarray(0, written)])).toBe("\x7f%80A");
  });

  test("adds the offset to the indexes of issues", () => {
    const issues: unknown[] = [];
    const plan = resolveTextOptions(
      readOptions({ malformed: "keep", invalidUtf8: "keep" }, DECODE_OPTIONS, "a test"),
      "throw",
    );
    const bytes = utf8("xx%zz%4");
    const decoder = new Decoder(plan);
    expect(decodeBytesAsText(bytes, 2, bytes.length, decoder, 100, (...issue) => issues.push(issue))).toBe("%zz%4");
    expect(issues).toEqual([["malformed-escape", 102, 1], ["truncated-escape", 105, 2]]); // prettier-ignore
    const strict = new Decoder(resolveTextOptions(readOptions({}, DECODE_OPTIONS, "a test"), "throw"));
    expect(() => decodeBytesAsText(bytes, 2, bytes.length, strict, 100)).toThrow('malformed escape "%zz" at 102');
  });
});

test("UTF-8 is checked up to the given end", () => {
  const { validUtf8Until } = scalarKernel;
  for (const [bytes, to, until] of [
    ["aaaa", 2, 2],
    ["aaé", 2, 2],
    ["aaé", 3, 2],
    ["aaé", 4, 4],
    ["é漢😀", 9, 9],
    ["é漢😀", 8, 5],
  ] as const) {
    expect(validUtf8Until(utf8(bytes), 0, to), `${bytes} ${to}`).toBe(until);
  }
});

test("an excerpt ends before the first character that does not fit", () => {
  expect(toExcerpt("\x7f~ é")).toBe("\\u{7F}~ \\u{E9}");
  expect(toExcerpt("\x01".repeat(20))).toBe("\\u{1}".repeat(6));
  expect(toExcerpt(Uint8Array.of(0x1f, 0x20, 0x7e, 0x7f))).toBe("\\x1F ~\\x7F");
  expect(toExcerpt(`${"a".repeat(27)}\x01b`)).toBe(`${"a".repeat(27)}\\u{1}`);
  expect(toExcerpt(`${"a".repeat(28)}\x01b`)).toBe("a".repeat(28));
  expect(toExcerpt("a".repeat(40))).toBe("a".repeat(32));
});
