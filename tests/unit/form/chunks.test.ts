import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type DecodeIssue,
  type DecodeOptions,
  percentDecodeReport,
  type PercentEncodingError,
} from "../../../library/src/index.ts";
import { toWellFormed } from "../../../library/src/base/utf8.ts";
import { parseForm } from "../../../library/src/form/index.ts";
import { FormParseStream } from "../../../library/src/stream.ts";
import { everyCut, partitions } from "../../support/partitions.ts";
import { makeRandom, pick } from "../../support/random.ts";
import { seed } from "../../support/seed.ts";
import { cutAt, collectOutput } from "../../support/streams.ts";
import { readSize } from "../../support/sizes.ts";
import { startClock } from "../../support/cpu-time.ts";
import { readInputs } from "../../support/vectors.ts";
import { valueOrPlace } from "../../support/catch-fault.ts";
import { forAll } from "../../support/for-all.ts";

const token = fc.constantFrom(..."&=+;%a1", "%zz", "%4", "%26", "%C3", "%A9", "é", "%C0%AF", "%E2%9C%93", "\u{1f600}");
/** Policies that keep what a strict form refuses. */
const KEEP = { malformed: "keep", invalidUtf8: "keep" } as const;
type Place = readonly [code: string, index: number, length: number];
interface Result {
  readonly pairs: [string, string][];
  readonly issues: readonly Place[];
  readonly emptyPairs: number;
}
const form = fc.array(token, { maxLength: 30 }).map((tokens) => tokens.join(""));

/** A simple reference implementation: split, decode, and add the index of the part to errors and issues. */
function referenceForm(text: string, options: DecodeOptions): Result {
  const pairs: [string, string][] = [];
  const issues: Place[] = [];
  let at = 0;
  const decode = (written: string, from: number): string => {
    const report = percentDecodeReport(written, { ...options, plus: "space" });
    issues.push(...report.issues.map(({ code, index, length }): Place => [code, from + index, length]));
    return report.value;
  };
  for (const field of text.split("&")) {
    const equals = field.indexOf("=");
    const [name, value] = equals < 0 ? [field, ""] : [field.slice(0, equals), field.slice(equals + 1)];
    if (field !== "") pairs.push([decode(name, at), decode(value, at + name.length + 1)]);
    at += field.length + 1;
  }
  return { pairs, issues, emptyPairs: text === "" ? 0 : text.split("&").length - pairs.length };
}

/** Checks a form by both policies: a strict one throws the first issue of one that keeps all. */
function checkForm(text: string): void {
  const expected = referenceForm(text, KEEP);
  const issues: Place[] = [];
  const onIssue = ({ code, index, length }: DecodeIssue) => void issues.push([code, index, length]);
  const pairs = parseForm(text, { ...KEEP, onIssue });
  expect({ pairs: [...pairs], issues, emptyPairs: pairs.emptyPairs }).toEqual(expected);
  const strict = valueOrPlace(() => [...parseForm(text)]);
  expect(strict).toEqual(expected.issues[0] ?? expected.pairs);
}

test("a form equals splitting and then decoding, with the same issues, and strictly with the first as an error", () => {
  forAll(readSize("URIS"), form, checkForm);
  for (const input of readInputs("form-parse")) {
    // percentDecode leaves a lone surrogate.
    if (toWellFormed(input) === input) checkForm(input);
  }
});

/** Resets the policies of `KEEP` to those of the rules. */
const STRICT = { malformed: undefined, invalidUtf8: undefined, loneSurrogate: undefined };

async function streamed(chunks: readonly (Uint8Array | string)[], options: object): Promise<unknown> {
  const issues: DecodeIssue[] = [];
  try {
    const stream = new FormParseStream({ ...KEEP, loneSurrogate: "replace", onIssue: (issue) => issues.push(issue), ...options }); // prettier-ignore
    return { pairs: await collectOutput(stream, chunks), issues };
  } catch (error) {
    const { code, index, length, message } = error as PercentEncodingError;
    return { error: [code, index, length, message], issues };
  }
}

describe("a stream cut anywhere returns the same as the whole form", () => {
  const hostile = "a=1&&b=%zz&caf%C3%A9=%E2%9C%93+x&%C0%AF=é&=&c&d=%E2%82&\u{1f600}=%F0%9F%98%80&e==&%";
  const all: object[] = [
    {},
    { rules: "whatwg" },
    STRICT,
    { limits: { name: 12 } },
    { limits: { pairs: 6 } },
    { limits: { value: 14 } },
    { limits: { body: 60 } },
  ];

  for (const options of all) {
    test(JSON.stringify(options), async () => {
      const bytes = new TextEncoder().encode(hostile);
      const whole = JSON.stringify(await streamed([bytes], options));
      const isSame = async (chunks: readonly (Uint8Array | string)[]) =>
        JSON.stringify(await streamed(chunks, options)) === whole;
      await everyCut(bytes.length, 2, (ends) => isSame(cutAt(bytes, ends)));
      expect(await isSame(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toBe(true);
      expect(await isSame(hostile.split(""))).toBe(true);
    });
  }

  test("random partitions of 1 KB, as bytes or as text", async () => {
    const random = makeRandom(seed);
    const text = Array.from({ length: 12 }, (_, k) => `${hostile}${k}`).join("&");
    const bytes = new TextEncoder().encode(text);
    const wholes = await Promise.all(all.map(async (options) => [options, await streamed([bytes], options)] as const));
    await partitions(random, text.length, async (ends) => {
      const [options, whole] = pick(random, wholes);
      const chunks = random(2) === 0 ? cutAt(text, ends) : cutAt(bytes, ends);
      return JSON.stringify(await streamed(chunks, options)) === JSON.stringify(whole);
    });
  });

  test("and the same as parseForm", async () => {
    const bytes = new TextEncoder().encode(hostile);
    const issues: DecodeIssue[] = [];
    const pairs = [...parseForm(bytes, { ...KEEP, onIssue: (issue) => issues.push(issue) })];
    expect(await streamed([bytes], { charsetField: undefined })).toEqual({ pairs, issues });
  });
});

test("a lone surrogate in a stream is an error, or U+FFFD with the rules whatwg", async () => {
  for (const [chunks, ...place] of [
    [["a=\ud83d", "b"], "lone-surrogate", 2, 3],
    [["a=\ud800%zz"], "lone-surrogate", 2, 3],
    [["a=%zz\ud800&b=\udc00%4"], "malformed-escape", 2, 1],
  ] as const)
    expect(await streamed(chunks, STRICT)).toMatchObject({ error: [...place, expect.any(String)] });
  expect(await streamed(["a=\ud83d", "\ude00"], {})).toMatchObject({ pairs: [["a", "\u{1f600}"]] });
  expect(await streamed(["a=\ud83d"], { rules: "whatwg" })).toMatchObject({ pairs: [["a", "\ufffd"]] });
});

test("two lone surrogates that become adjacent by a policy do not form a pair", () => {
  expect([...parseForm("a=\ud83d%\ude00", { rules: "whatwg", malformed: "drop" })]).toEqual([["a", "\ufffd\ufffd"]]);
});

test("a stream of one-byte chunks takes linear time", async () => {
  const time = async (units: number): Promise<number> => {
    const bytes = new TextEncoder().encode(`a=${"x".repeat(units)}`);
    const stream = new FormParseStream({ limits: { value: Infinity, body: Infinity } });
    const clock = startClock();
    const read = stream.readable.getReader().read();
    const writer = stream.writable.getWriter();
    for (const byte of bytes) await writer.write(Uint8Array.of(byte));
    await writer.close();
    await read;
    return clock();
  };
  await time(1000);
  expect((await time(1 << 16)) / (await time(1 << 13))).toBeLessThan(32);
});
