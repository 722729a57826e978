import { percentDecode, PercentEncodingError } from "percodec";

test("a malformed escape throws", () => {
  const text: string = percentDecode("caf%C3%A9");
  expect(text).toBe("café");
  expect(() => percentDecode("%zz")).toThrow(PercentEncodingError);
});
