import { describe, expect, test } from "vitest";
import { encoding } from "../../../library/src/charset/index.ts";
import { percentEncode, percentEncodeBytes, PercentEncoder } from "../../../library/src/index.ts";
import { ecmascript, PercentEncodeSet, rfc3986, rfc3987, whatwg } from "../../../library/src/sets/index.ts";
import { PercentEncodeStream } from "../../../library/src/stream.ts";
import { everyText } from "../../support/every-text.ts";
import { everyCut } from "../../support/partitions.ts";
import { collectOutput, cutAt } from "../../support/streams.ts";

const PRESERVE = { preserveEscapes: true } as const;
const ALL = PercentEncodeSet.keeping("");
const LETTERS = PercentEncodeSet.encoding("%4G", { nonAscii: "all" });
const SETS = [undefined, ecmascript.encodeURI, ecmascript.fixedEncodeURI, rfc3987.path, whatwg.path, ALL, LETTERS];

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Encodes what is between the matches of a pattern: another way than that of the library. */
function reference(source: string, set: PercentEncodeSet = rfc3986.component): string {
  const parts = source.split(/(%[0-9A-Fa-f]{2})/);
  return parts.map((part, k) => (k % 2 === 1 ? part : percentEncode(part, set.add("%")))).join("");
}

/** Encodes a source in two chunks; the bytes that a call does not read are passed on again. */
function encodeInChunks(encoder: PercentEncoder, source: Uint8Array, cut: number): string {
  const target = new Uint8Array(0x4000);
  const first = encoder.encodeInto(source, target, { to: cut, final: false });
  const written = target.slice(0, first.written);
  const { read, written: more } = encoder.encodeInto(source, target, { from: first.read, final: true });
  expect(first.read + read).toBe(source.length);
  return text(written) + text(target.subarray(0, more));
}

describe("preserveEscapes", () => {
  test("text, bytes and chunks equal the definition for every text of six units, in every set", () => {
    for (const set of SETS) {
      const encoder = new PercentEncoder(set, PRESERVE);
      for (const source of everyText(["%", "4", "G", "é", " "], 5)) {
        const wanted = reference(source, set);
        const bytes = utf8(source);
        const answers = [percentEncode(source, set, PRESERVE), text(percentEncodeBytes(bytes, set, PRESERVE))];
        answers.push(encodeInChunks(encoder, bytes, source.length >> 1), percentEncode(wanted, set, PRESERVE));
        if (answers.some((answer) => answer !== wanted)) expect(answers, source).toEqual(Array(4).fill(wanted));
      }
    }
  });

  test("no cut of a stream changes the result, with or without an encoding", async () => {
    const source = "é%4%41%%e9%a 😀%F0%9f%25%";
    for (const options of [PRESERVE, { ...PRESERVE, encoding: encoding("utf-8") }]) {
      const wanted = reference(source, rfc3986.path);
      const bytes = utf8(source);
      await everyCut(bytes.length, 2, async (ends) => {
        const stream = new PercentEncodeStream(rfc3986.path, options);
        return text(Buffer.concat(await collectOutput(stream, cutAt(bytes, ends)))) === wanted;
      });
    }
  });

  test("an encoding with states ends its state before an escape, so that no byte of a character is taken for one", async () => {
    const options = { ...PRESERVE, encoding: encoding("iso-2022-jp") };
    const source = "イチ3%41チ%4";
    const wanted = "%1B$B%25$%25A%1B(B3%41%1B$B%25A%1B(B%254";
    const set = rfc3986.path.remove("%");
    expect(percentEncode(source, set, options)).toBe(wanted);
    const bytes = utf8(source);
    await everyCut(bytes.length, 2, async (ends) => {
      const parts = await collectOutput(new PercentEncodeStream(set, options), cutAt(bytes, ends));
      return text(Buffer.concat(parts)) === wanted;
    });
    expect(percentEncode("%41\u20ac", set, { ...options, unencodable: "reference" })).toBe("%41%26%238364%3B");
  });

  test("errors have the index in the whole text", () => {
    expect(() => percentEncode("%41\ud800", undefined, PRESERVE)).toThrow(expect.objectContaining({ index: 3 }));
    const options = { ...PRESERVE, encoding: encoding("shift_jis"), unencodable: "throw" } as const;
    expect(() => percentEncode("%41%20\u20ac", undefined, options)).toThrow(expect.objectContaining({ index: 6 }));
  });

  test("a set that writes a space as + is refused", () => {
    for (const call of [
      () => percentEncode("a", whatwg.form, PRESERVE),
      () => percentEncodeBytes(utf8("a"), whatwg.form, PRESERVE),
      () => new PercentEncoder(whatwg.form, PRESERVE),
      () => new PercentEncoder(whatwg.form, { ...PRESERVE, encoding: encoding("utf-8") }),
    ])
      expect(call).toThrow(new TypeError("preserveEscapes requires a set that writes a space as %20"));
  });
});
