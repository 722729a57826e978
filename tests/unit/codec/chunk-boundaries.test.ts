import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { type DecodeIssue, PercentDecoder, percentEncodeBytes, PercentEncoder } from "../../../library/src/index.ts";
import { PercentDecodeStream, PercentEncodeStream } from "../../../library/src/stream/percent.ts";
import { rfc3987, whatwg } from "../../../library/src/sets/index.ts";
import { everyCut, partitions } from "../../support/partitions.ts";
import { makeRandom, pick } from "../../support/random.ts";
import { seed } from "../../support/seed.ts";
import { cutAt, collectOutput, type StreamOutcome, streamOutcome } from "../../support/streams.ts";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** 1 KB in which everything that can be cut is next to everything else. */
const HOSTILE = utf8(
  "a%20é%C3%A9%E2%9C%93%F0%9F%94%92%zz%4%%41%C3%28%E0%80%AF%ED%A0%80%F4%90%80%80+%u00e9%uD83D%uDE00%uD83Dx😀%E2\u{10ffff}%9C%93".repeat(
    12,
  ),
).slice(0, 1024);

/** What a decoder of chunks makes of a whole source. */
function decodeWhole(source: Uint8Array, options: object): StreamOutcome {
  const issues: DecodeIssue[] = [];
  const target = new Uint8Array(4096);
  const decoder = new PercentDecoder({ ...options, onIssue: (issue) => issues.push(issue) });
  const { read, written } = decoder.decodeInto(source, target);
  expect(read).toBe(source.length);
  return { output: Buffer.from(target.subarray(0, written)).toString("latin1"), issues, error: undefined };
}

const KEEP = { malformed: "keep", invalidUtf8: "keep" } as const;
const OPTIONS = [
  { malformed: "keep" },
  { malformed: "replace", plus: "space" },
  KEEP,
  { malformed: "drop", invalidUtf8: "drop", percentU: true },
  { malformed: "replace", invalidUtf8: "replace", percentU: true },
] as const;
const SETS = [whatwg.form, rfc3987.query];

/** Returns the output bytes of a stream. */
async function bytesThrough(
  stream: TransformStream<Uint8Array | string, Uint8Array>,
  chunks: readonly (Uint8Array | string)[],
): Promise<Uint8Array> {
  return Uint8Array.from(Buffer.concat(await collectOutput(stream, chunks)));
}

const decodeByStream = (chunks: readonly (Uint8Array | string)[], options: object) =>
  streamOutcome((onIssue) => new PercentDecodeStream({ ...options, onIssue }), chunks);

describe("TransformStreams", () => {
  test("decode: any partition, as bytes or as text", async () => {
    const random = makeRandom(seed);
    const text = new TextDecoder().decode(HOSTILE);
    const wholes = OPTIONS.map((options) => [options, decodeWhole(utf8(text), options)] as const);
    await partitions(random, text.length, async (ends) => {
      const [options, whole] = pick(random, wholes);
      const chunks = random(2) === 0 ? cutAt(text, ends) : cutAt(utf8(text), ends);
      return isDeepStrictEqual(await decodeByStream(chunks, options), whole);
    });
  });

  test("decode: every single cut of the hostile text, issues and offsets too", async () => {
    const whole = decodeWhole(HOSTILE, KEEP);
    expect(HOSTILE.length).toBe(1024);
    await everyCut(HOSTILE.length, 1, async (ends) =>
      isDeepStrictEqual(await decodeByStream(cutAt(HOSTILE, ends), KEEP), whole),
    );
  });

  test("encode: any partition, as bytes or as text, also for a set that depends on whole characters", async () => {
    const random = makeRandom(seed);
    const text = "a b\u{10ffff}é\ue000😀 \u0085%+".repeat(20);
    await partitions(random, text.length, async (ends) => {
      const set = pick(random, SETS);
      const chunks = random(2) === 0 ? cutAt(text, ends) : cutAt(utf8(text), ends);
      const bytes = await bytesThrough(new PercentEncodeStream(set), chunks);
      return Buffer.compare(bytes, percentEncodeBytes(utf8(text), set)) === 0;
    });
  });

  test("a surrogate pair may be cut; a lone surrogate is an error, or U+FFFD and an issue in its place", async () => {
    expect(await bytesThrough(new PercentEncodeStream(), ["\ud83d", "\ude00"])).toEqual(utf8("%F0%9F%98%80"));
    for (const chunks of [["a\ud83d"], ["a\ud83d", "x"], ["a\ud83d", Uint8Array.of(0x78)]]) {
      const failure = bytesThrough(new PercentEncodeStream(), chunks);
      await expect(failure).rejects.toMatchObject({ code: "lone-surrogate", index: 1, length: 3 });
    }
    const issues: DecodeIssue[] = [];
    const options = {
      malformed: "keep",
      loneSurrogate: "replace",
      onIssue: (issue: DecodeIssue) => issues.push(issue),
    };
    const bytes = await bytesThrough(new PercentDecodeStream(options as object), ["%\udc00%zz"]);
    expect(new TextDecoder().decode(bytes)).toBe("%\ufffd%zz");
    expect(issues).toEqual([
      { code: "malformed-escape", index: 0, length: 1 },
      { code: "lone-surrogate", index: 1, length: 3 },
      { code: "malformed-escape", index: 4, length: 1 },
    ]);
  });

  test("the output of a chunk with lone surrogates is one chunk, with and without onIssue, and before an error", async () => {
    const text = "a\udc00".repeat(1000);
    const encoded = "a%EF%BF%BD".repeat(1000);
    let issueCount = 0;
    for (const options of [{}, { onIssue: () => issueCount++ }]) {
      const stream = new PercentEncodeStream(undefined, { loneSurrogate: "replace", ...options });
      expect(await collectOutput(stream, [text])).toEqual([utf8(encoded)]);
    }
    expect(issueCount).toBe(1000);

    const stream = new PercentEncodeStream();
    const reader = stream.readable.getReader();
    const first = reader.read();
    await expect(stream.writable.getWriter().write("ab\udc00")).rejects.toMatchObject({ index: 2 });
    expect((await first).value).toEqual(utf8("ab%EF%BF%BD"));
  });
});

test("a raw byte after a kept % is one fault by itself", () => {
  const outcome = decodeWhole(Uint8Array.of(0x25, 0x7a, 0xc3), { malformed: "keep", invalidUtf8: "keep" });
  expect([outcome.output, ...outcome.issues.map(({ index }) => index)]).toEqual(["%z%C3", 0, 2]);
});

test("a small target is filled repeatedly", () => {
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
