import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type DecodeIssue,
  percentDecodeBytes,
  PercentDecoder,
  percentEncodeBytes,
  PercentEncoder,
  PercentEncodingError,
} from "../../src/index.ts";
import { PercentDecodeStream, PercentEncodeStream } from "../../src/codec/stream.ts";
import { rfc3987, whatwg } from "../../src/sets/index.ts";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** 1 KB in which every kind of thing that can be cut stands next to every other. */
const HOSTILE = utf8(
  "a%20é%C3%A9%E2%9C%93%F0%9F%94%92%zz%4%%41%C3%28%E0%80%AF%ED%A0%80%F4%90%80%80+%u00e9%uD83D%uDE00%uD83Dx😀%E2\u{10ffff}%9C%93"
    .repeat(12)
    .slice(0, 1024),
);

type Outcome = { bytes: string; issues: DecodeIssue[]; error?: unknown };

/** Feeds pieces as a stream would: what is not read goes before the next. */
function decodeInPieces(pieces: Uint8Array[], options: object): Outcome {
  const issues: DecodeIssue[] = [];
  const target = new Uint8Array(4096);
  const written: number[] = [];
  let held = new Uint8Array(0);
  const decoder = new PercentDecoder({ ...options, onIssue: (issue) => issues.push(issue) });
  try {
    for (const [k, piece] of pieces.entries()) {
      const source = Uint8Array.from([...held, ...piece]);
      const last = k === pieces.length - 1;
      let from = 0;
      for (;;) {
        const progress = decoder.decodeInto(source, target, { from, last });
        written.push(...target.subarray(0, progress.written));
        from += progress.read;
        if (progress.read === 0 || from === source.length) break;
      }
      held = source.slice(from);
    }
  } catch (error) {
    if (!(error instanceof PercentEncodingError)) throw error;
    return { bytes: Buffer.from(written).toString("hex"), issues, error: { ...error } };
  }
  expect(held.length).toBe(0);
  return { bytes: Buffer.from(written).toString("hex"), issues };
}

const OPTIONS = [
  { malformed: "keep" },
  { malformed: "replace", plus: "space" },
  { malformed: "keep", invalidUtf8: "keep" },
  { malformed: "drop", invalidUtf8: "drop", percentU: true },
  { malformed: "replace", invalidUtf8: "replace", percentU: true },
  { malformed: "keep", invalidUtf8: "throw" },
  {},
] as const;

describe("every cut of a hostile text gives what the whole gives", () => {
  for (const options of OPTIONS) {
    test(JSON.stringify(options), () => {
      const whole = decodeInPieces([HOSTILE], options);
      const one = decodeInPieces(Array.from(HOSTILE, (byte) => Uint8Array.of(byte)).concat(new Uint8Array(0)), options);
      expect(one).toEqual(whole);
      for (let cut = 0; cut <= HOSTILE.length; cut++) {
        const pieces = [HOSTILE.subarray(0, cut), HOSTILE.subarray(cut)];
        expect(decodeInPieces(pieces, options), `cut at ${cut}`).toEqual(whole);
      }
    });
  }

  test("bytes in pieces are the bytes of the whole function", () => {
    const whole = decodeInPieces([HOSTILE], { malformed: "keep" });
    const bytes = percentDecodeBytes(HOSTILE, { malformed: "keep" });
    expect(whole.bytes).toBe(Buffer.from(bytes).toString("hex"));
  });

  test("a tail of at most 11 bytes waits, whatever the text", () => {
    for (const options of OPTIONS) {
      for (let cut = 0; cut <= HOSTILE.length; cut++) {
        let at = 0;
        const decoder = new PercentDecoder(options);
        try {
          for (let read = -1; read !== 0; at += read) {
            read = decoder.decodeInto(HOSTILE, new Uint8Array(4096), { from: at, to: cut, last: false }).read;
          }
        } catch (error) {
          expect(error).toBeInstanceOf(PercentEncodingError);
          continue;
        }
        expect(cut - at).toBeLessThanOrEqual(11);
      }
    }
  });
});

async function through(stream: TransformStream<Uint8Array | string, Uint8Array>, chunks: (Uint8Array | string)[]) {
  const readable = new ReadableStream<Uint8Array | string>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  }).pipeThrough(stream);
  const parts: number[] = [];
  const reader = readable.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) parts.push(...next.value);
  return Uint8Array.from(parts);
}

/** Cuts a value at the places given. */
function cutAt<T extends { slice(from: number, to?: number): T; length: number }>(whole: T, places: number[]): T[] {
  const ends = [...new Set(places.map((place) => place % (whole.length + 1)))].sort((a, b) => a - b);
  return [0, ...ends].map((from, k) => whole.slice(from, ends[k] ?? whole.length));
}

describe("TransformStreams", () => {
  test("decode: any partition, as bytes or as text", async () => {
    const text = new TextDecoder().decode(HOSTILE);
    for (const options of OPTIONS.slice(0, 5)) {
      const whole = decodeInPieces([utf8(text)], options);
      await fc.assert(
        fc.asyncProperty(fc.array(fc.nat(), { maxLength: 12 }), fc.boolean(), async (places, asText) => {
          const issues: DecodeIssue[] = [];
          const chunks = asText ? cutAt(text, places) : cutAt(utf8(text), places);
          const stream = new PercentDecodeStream({ ...options, onIssue: (issue) => issues.push(issue) });
          const bytes = Buffer.from(await through(stream, chunks)).toString("hex");
          expect({ bytes, issues }).toEqual(whole);
        }),
        { numRuns: 100 },
      );
    }
  });

  test("decode: every single cut of the hostile text, issues and offsets too", async () => {
    const options = { malformed: "keep", invalidUtf8: "keep" } as const;
    const whole = decodeInPieces([HOSTILE], options);
    expect(HOSTILE.length).toBeGreaterThanOrEqual(1024);
    for (let cut = 0; cut <= HOSTILE.length; cut++) {
      const issues: DecodeIssue[] = [];
      const stream = new PercentDecodeStream({ ...options, onIssue: (issue) => issues.push(issue) });
      const bytes = await through(stream, [HOSTILE.subarray(0, cut), HOSTILE.subarray(cut)]);
      expect({ bytes: Buffer.from(bytes).toString("hex"), issues }, `cut at ${cut}`).toEqual(whole);
    }
  });

  test("encode: any partition, as bytes or as text, for a set that reads characters too", async () => {
    const text = "a b\u{10ffff}é\ue000😀 \u0085%+";
    for (const set of [whatwg.form, rfc3987.query]) {
      const whole = percentEncodeBytes(utf8(text), set);
      await fc.assert(
        fc.asyncProperty(fc.array(fc.nat(), { maxLength: 12 }), fc.boolean(), async (places, asText) => {
          const chunks = asText ? cutAt(text, places) : cutAt(utf8(text), places);
          expect(await through(new PercentEncodeStream(set), chunks)).toEqual(whole);
        }),
        { numRuns: 100 },
      );
    }
  });

  test("a fault is the stream's error, counted in bytes from the start", async () => {
    const failure = through(new PercentDecodeStream(), ["é%2", "0%z", "z"]);
    await expect(failure).rejects.toMatchObject({ code: "malformed-escape", index: 5, length: 1 });
  });

  test("a surrogate pair may be cut; a lone surrogate is an error, or U+FFFD and an issue in its place", async () => {
    expect(await through(new PercentEncodeStream(), ["\ud83d", "\ude00"])).toEqual(utf8("%F0%9F%98%80"));
    for (const chunks of [["a\ud83d"], ["a\ud83d", "x"], ["a\ud83d", Uint8Array.of(0x78)]]) {
      const failure = through(new PercentEncodeStream(), chunks);
      await expect(failure).rejects.toMatchObject({ code: "lone-surrogate", index: 1, length: 3 });
    }
    const issues: DecodeIssue[] = [];
    const options = {
      malformed: "keep",
      loneSurrogate: "replace",
      onIssue: (issue: DecodeIssue) => issues.push(issue),
    };
    const bytes = await through(new PercentDecodeStream(options as object), ["%\udc00%zz"]);
    expect(new TextDecoder().decode(bytes)).toBe("%\ufffd%zz");
    expect(issues).toEqual([
      { code: "malformed-escape", index: 0, length: 1 },
      { code: "lone-surrogate", index: 1, length: 3 },
      { code: "malformed-escape", index: 4, length: 1 },
    ]);
  });

  test("wrong options and wrong chunks are TypeErrors", async () => {
    expect(() => new PercentDecodeStream({ malformed: "no" as "keep" })).toThrow(TypeError);
    expect(() => new PercentEncodeStream("rfc3986" as never)).toThrow(TypeError);
    await expect(through(new PercentDecodeStream(), [7 as never])).rejects.toThrow(TypeError);
  });
});

test("a lone surrogate is counted from the start though an escape waits before it", async () => {
  const failure = through(new PercentDecodeStream(), ["a%4", "1\udc00"]);
  const message = 'Cannot percent-decode: lone surrogate "\\u{DC00}" at 4';
  await expect(failure).rejects.toMatchObject({ code: "lone-surrogate", index: 4, length: 3, message });
});

test("a raw byte behind a kept % is taken back by itself", () => {
  const outcome = decodeInPieces([Uint8Array.of(0x25, 0x7a, 0xc3)], { malformed: "keep", invalidUtf8: "keep" });
  expect(Buffer.from(outcome.bytes, "hex").toString()).toBe("%z%C3");
  expect(outcome.issues.map(({ index }) => index)).toEqual([0, 2]);
});

describe("PercentEncoder and PercentDecoder", () => {
  test("a target that is small is filled again and again", () => {
    const source = utf8("é ".repeat(500));
    const target = new Uint8Array(64);
    const encoded: number[] = [];
    const encoder = new PercentEncoder();
    for (let at = 0; at < source.length;) {
      const { read, written } = encoder.encodeInto(source, target, { from: at });
      encoded.push(...target.subarray(0, written));
      at += read;
    }
    expect(Uint8Array.from(encoded)).toEqual(percentEncodeBytes(source));
  });

  test("a target below 64 bytes is refused", () => {
    expect(() => new PercentDecoder().decodeInto(utf8("a"), new Uint8Array(63))).toThrow(TypeError);
    expect(() => new PercentEncoder().encodeInto(utf8("a"), new Uint8Array(63))).toThrow(TypeError);
  });
});
