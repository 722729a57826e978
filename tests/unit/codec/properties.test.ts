import { escape, unescape } from "../../../library/src/legacy.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  percentDecode,
  percentDecodeBytes,
  percentDecodeReport,
  percentEncode,
  percentEncodeBytes,
} from "../../../library/src/index.ts";
import { BLOCK_UNITS } from "../../../library/src/kernel/types.ts";
import { ecmascript, rfc3986, type PercentEncodeSet, namedSet, setNames } from "../../../library/src/sets/index.ts";
import { type Policy, referenceDecode, referenceEncode } from "../../support/reference.ts";
import { readInputs } from "../../support/vectors.ts";
import { seed } from "../../support/seed.ts";
import { forAll } from "../../support/for-all.ts";
import { catchFault, valueOrRefusal } from "../../support/catch-fault.ts";

console.log(`seed ${seed} (PERCODEC_SEED repeats it)`);

const wellFormed = fc.string({ unit: "binary", maxLength: 60 });
const units = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
  maxLength: 60,
});
/** Text that is mostly escapes, well and badly formed. */
const escaped = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ..."% %4 %zz + u %u0041 %uD83D %uDE00 %uD83DxuDE00 %uD83D%xDE00 %u0080 %u007F %u0 %C3%A9 %E2%9C %F0%9F%98%80 %ED%A0%80 %C0%AF %00".split(
          " ",
        ),
      ),
      fc.integer({ min: 0, max: 255 }).map((byte) => `%${byte.toString(16).padStart(2, "0")}`),
      fc.string({ unit: "binary", maxLength: 3 }),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(""));
const { component } = rfc3986;
const bytes = fc.uint8Array({ maxLength: 80 });
const anyNamedSet = fc.constantFrom(...setNames().map(namedSet));
const policy = fc.constantFrom<Policy[]>("throw", "keep", "drop", "replace");
const toPlusOption = (set: PercentEncodeSet) => ({ plus: set.spaceAsPlus ? ("space" as const) : ("literal" as const) });

describe("laws of the codec", () => {
  test("text and bytes encoded with a reversible set decode to the same text and bytes", () => {
    const reversible = anyNamedSet.filter((set) => set.reversible);
    forAll(reversible, wellFormed, (set, text) => {
      expect(percentDecode(percentEncode(text, set), toPlusOption(set))).toBe(text);
    });
    forAll(reversible, bytes, (set, data) => {
      expect(percentDecodeBytes(percentEncodeBytes(data, set), toPlusOption(set))).toEqual(data);
    });
  });

  test("the same array is returned only if no byte changes, and the input is never changed", () => {
    const data = fc.oneof(bytes, bytes.map((all) => all.filter((byte) => byte > 0x60 && byte < 0x7b))); // prettier-ignore
    forAll(anyNamedSet, data, (set, input) => {
      const before = input.slice();
      for (const output of [percentEncodeBytes(input, set), percentDecodeBytes(input, { malformed: "keep" })]) {
        expect(output === input).toBe(Buffer.compare(output, input) === 0);
      }
      expect(input).toEqual(before);
    });
  });
});

describe("agreement", () => {
  test("with encodeURIComponent, encodeURI and escape on every text that they accept", () => {
    forAll(wellFormed, (text) => {
      expect(percentEncode(text, ecmascript.encodeURIComponent)).toBe(encodeURIComponent(text));
      expect(percentEncode(text, ecmascript.encodeURI)).toBe(encodeURI(text));
    });
    forAll(fc.oneof(units, escaped), (text) => {
      expect(escape(text)).toBe(globalThis.escape(text));
      expect(unescape(text)).toBe(globalThis.unescape(text));
    });
  });

  test("with decodeURIComponent: the same value, or both refuse", () => {
    forAll(fc.oneof(escaped, units), (text) => {
      expect(valueOrRefusal(() => percentDecode(text))).toEqual(valueOrRefusal(() => decodeURIComponent(text)));
    });
  });

  test("of decoding with the reference implementation, for every mixture of policies", () => {
    forAll(5000, fc.oneof(escaped, units), policy, policy, fc.boolean(), fc.boolean(), (...given) =>
      decodesAsReference(...given),
    );
  });

  test("of decoding with the reference implementation, for each input of the vectors", () => {
    for (const input of readInputs("decode")) {
      for (const one of ["throw", "keep", "drop", "replace"] as const)
        decodesAsReference(input, one, one, false, false);
    }
  });

  test("of text around the end of a block with the reference implementation", () => {
    // A cut inside an escape, or inside the faults before one, would change the result.
    const dense = fc.array(fc.constantFrom("%", "%4", "%4", "%4", "%41"), { maxLength: 40 });
    const text = fc.oneof(escaped, dense.map((parts) => parts.join(""))); // prettier-ignore
    const padding = (end: string, at: number): string => "x".repeat(BLOCK_UNITS - (at % (end.length + 1)));
    forAll(text, fc.nat(), policy, policy, fc.boolean(), (end, at, malformed, invalidUtf8, percentU) => {
      decodesAsReference(end, malformed, invalidUtf8, false, percentU, padding(end, at));
    });
    forAll(fc.oneof(wellFormed, units), fc.nat(), (end, at) => {
      const encoded = padding(end, at) + referenceEncode(end, (code) => component.has(code));
      expect(percentEncode(padding(end, at) + end, component, { loneSurrogate: "replace" })).toBe(encoded);
    });
  });

  test("of encoding text and its UTF-8 bytes with the reference implementation, for every set", () => {
    forAll(anyNamedSet, fc.oneof(units, wellFormed), (set, text) => {
      const expected = referenceEncode(text, (code) => set.has(code), set.spaceAsPlus);
      expect(percentEncode(text, set, { loneSurrogate: "replace" })).toBe(expected);
      expect(Buffer.from(percentEncodeBytes(new TextEncoder().encode(text), set)).toString()).toBe(expected);
    });
  });
});

function decodesAsReference(
  text: string,
  malformed: Policy,
  invalidUtf8: Policy,
  space: boolean,
  percentU: boolean,
  before = "",
) {
  const options = { malformed, invalidUtf8, plus: space ? "space" : "literal", percentU } as const;
  const { value: wanted, error, issues: listed } = referenceDecode(text, options);
  const move = <T extends { index: number }>(place: T): T => ({ ...place, index: before.length + place.index });
  const read = () => {
    const { value, issues, issueCount } = percentDecodeReport(before + text, options);
    expect(issueCount).toBe(issues.length);
    expect(percentDecode(before + text, options)).toBe(value);
    return { value, issues };
  };
  const got = catchFault(read, ({ code, index, length }) => ({ code, index, length }));
  expect(got).toEqual(error ? move(error) : { value: before + wanted, issues: listed.map(move) });
}
