import { percentDecode, PercentEncodingError } from "percodec";

test("a malformed escape throws", () => {
  expect(percentDecode("caf%C3%A9")).toBe("café");
  expect(() => percentDecode("%zz")).toThrow(PercentEncodingError);
});
