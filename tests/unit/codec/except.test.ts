import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { explainDecode } from "../../../tool/shared/explain/explain.ts";
import { percentDecode, percentDecodeReport } from "../../../library/src/index.ts";
import { BLOCK_UNITS } from "../../../library/src/kernel/types.ts";
import { ecmascript, PercentEncodeSet, rfc3986 } from "../../../library/src/sets/index.ts";
import { PercentDecodeStream } from "../../../library/src/stream.ts";
import { referenceDecode } from "../../support/reference.ts";
import { seed } from "../../support/seed.ts";
import { readSize } from "../../support/sizes.ts";
import { forAll } from "../../support/for-all.ts";
import { escapeBytes } from "../../support/escape-bytes.ts";
import { valueOrPlace, valueOrRefusal } from "../../support/catch-fault.ts";

console.log(`seed ${seed} (PERCODEC_SEED repeats it)`);

const DECODE_URI = { except: ecmascript.decodeURI };
const PATH = { except: PercentEncodeSet.encoding("/%") };

const tokens = fc.oneof(
  fc.constantFrom("%", "%2", "%zz", "%2F", "%2f", "%25", "%252F", "%23", "%C3%A9", "%C3", "%A9", "%E2%9C", "%ED%A0%80"),
  fc.constantFrom("%C0%AF", "%00", "+", "%2B", "%u002F", "%u00e9", "%uD83D%uDE00", "%u", "/", "é", "😀", "\ud800"),
  fc.integer({ min: 0, max: 255 }).map((byte) => escapeBytes([byte])),
);
const texts = fc.array(tokens, { maxLength: 20 }).map((parts) => parts.join(""));
const characters = fc
  .uniqueArray(fc.constantFrom("/", "%", "+", "#", "A", "\0", " ", "u"), { maxLength: 4 })
  .map((each) => each.join(""));
const policy = fc.constantFrom("throw", "keep", "drop", "replace");
const options = fc.record({
  malformed: policy,
  invalidUtf8: policy,
  plus: fc.constantFrom("literal", "space"),
  percentU: fc.boolean(),
});

describe("except", () => {
  test("decodes characters above U+007F even if the set contains them", () => {
    expect(rfc3986.component.has("é")).toBe(true);
    expect(percentDecode("%C3%A9%20%41", { except: rfc3986.component })).toBe("é%20A");
    expect(percentDecode("%u00e9%u0020%u0041", { except: rfc3986.component, percentU: true })).toBe("é%u0020A");
  });

  test("the type of the result is a plain string, which may be decoded again", () => {
    const once: string = percentDecode("%2541%2F", PATH);
    expect(percentDecode(percentDecode(once, PATH))).toBe("%41/");
  });
});

describe("ECMAScript's decodeURI is percentDecode with one set", () => {
  test("for each byte, pairs of bytes, and each hex digit case", () => {
    const escape = (byte: number) => escapeBytes([byte]);
    const bytes = Array.from({ length: 256 }, (_, byte) => byte);
    const one = bytes.flatMap((a) => [escape(a), escape(a).toUpperCase()]);
    const some = bytes.filter((byte) => byte % readSize("LEADS") === 0);
    const two = some.flatMap((a) => bytes.map((b) => escape(a) + escape(b).toUpperCase()));
    const different = [...one, ...two].filter((text) => {
      const [ours, theirs] = [percentDecode, decodeURI].map((decode) => valueOrRefusal(() => decode(text, DECODE_URI)));
      return JSON.stringify(ours) !== JSON.stringify(theirs);
    });
    expect(different).toEqual([]);
  });

  test("for random texts", () => {
    forAll(texts, (text) => {
      expect(valueOrRefusal(() => percentDecode(text, DECODE_URI))).toEqual(valueOrRefusal(() => decodeURI(text)));
    });
    forAll(fc.string({ unit: "binary" }), (text) => {
      const encoded = encodeURI(text);
      expect(percentDecode(encoded, DECODE_URI)).toBe(decodeURI(encoded));
    });
  });
});

describe("except agrees with the reference implementation", () => {
  test("in texts", () => {
    forAll(texts, characters, options, (text, kept, how) => {
      const except = PercentEncodeSet.encoding(kept);
      const { value, error, issues } = referenceDecode(text, { ...how, except: kept });
      const wanted = error ? [error.code, error.index, error.length] : value;
      expect(valueOrPlace(() => percentDecodeReport(text, { ...how, except }).value)).toEqual(wanted);
      expect(valueOrPlace(() => percentDecode(text, { ...how, except }))).toEqual(wanted);
      if (error) return;
      expect(percentDecodeReport(text, { ...how, except }).issues).toEqual(issues);
      const steps = explainDecode(text, { ...how, except });
      expect(steps.map(({ output }) => output).join("")).toBe(value);
      expect(steps.map(({ input }) => input).join("")).toBe(text);
    });
  });

  test("in a text that is decoded at once, as in a longer one", () => {
    const filler = "é".repeat(BLOCK_UNITS);
    forAll(texts, characters, options, (text, kept, how) => {
      const given = { ...how, except: kept === "" ? undefined : PercentEncodeSet.encoding(kept) };
      const short = valueOrPlace(() => percentDecode(text, given));
      const long = valueOrPlace(() => percentDecode(`${text}é${filler}`, given));
      if (typeof short === "string") expect(long).toBe(`${short}é${filler}`);
      // What truncates the end of the short text is malformed in the long one.
      else if ((short as unknown[])[0] !== "truncated-escape") expect(long).toEqual(short);
    });
  });

  test("in a stream", async () => {
    const source = new Blob(["%2", "F%2", "0%c3%a9"]).stream().pipeThrough(new PercentDecodeStream(PATH));
    expect(await new Response(source).text()).toBe("%2F é");
  });
});
