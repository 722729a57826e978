import { percentDecode, PercentEncodingError } from "percodec";
import { expect, test } from "vitest";

test("a malformed escape throws", () => {
  expect(percentDecode("caf%C3%A9")).toBe("café");
  expect(() => percentDecode("%zz")).toThrow(PercentEncodingError);
});
