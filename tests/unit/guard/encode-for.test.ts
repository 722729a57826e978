import { expect, test } from "vitest";
import { encodeFor } from "../../../library/src/guard/index.ts";

test.each([
  ["", "a file needs a name"],
  [".", "it names a folder"],
  ["..", "it names a folder"],
  ["a.", "Windows removes a dot at the end"],
  ["con.txt", "Windows has a device of this name"],
])("the file name %j is refused with its reason", (text, reason) => {
  expect(() => encodeFor("filename", text)).toThrow(reason);
});

test("wrong purposes are refused", () => {
  expect(() => encodeFor("hasOwnProperty" as never, "x")).toThrow('encodeFor has no purpose named "hasOwnProperty"');
  expect(() => encodeFor("cokie" as never, "x")).toThrow('did you mean "cookie"?');
});
