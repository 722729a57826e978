import { expect, test } from "vitest";
import { type DecodedText, type EncodedText, percentDecode, percentEncode } from "../../../library/src/index.ts";

// Each @ts-expect-error is a separate test: `tsc` fails if the line below it compiles.
test("encoding encoded text and decoding decoded text do not compile, unless String() converts it", () => {
  const encoded: EncodedText = percentEncode("a b");
  const decoded: DecodedText = percentDecode(encoded);

  // @ts-expect-error encoded twice
  percentEncode(encoded);
  // @ts-expect-error decoded twice
  percentDecode(decoded);
  // @ts-expect-error encoded text is not decoded text
  const wrong: DecodedText = encoded;

  expect(percentEncode(String(encoded))).toBe("a%2520b");
  expect(percentDecode(String(decoded))).toBe("a b");
  expect(percentEncode(decoded)).toBe(encoded);
  expect(wrong).toBe(encoded);
});

test("plain strings are accepted, branded text is a plain string, and concatenation returns a plain string", () => {
  const plain: string = percentEncode("a b");
  const sum = `${percentEncode("a")}/${percentEncode("b c")}`;
  expect(percentEncode(sum)).toBe("a%2Fb%2520c");
  expect(percentDecode(plain)).toBe("a b");
});
