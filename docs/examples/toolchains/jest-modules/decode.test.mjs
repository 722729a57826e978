import { percentDecode, PercentEncodingError } from "percodec";
import { parseForm } from "percodec/form";

test("a malformed escape throws, and forms are compared by their pairs", () => {
  expect(percentDecode("caf%C3%A9")).toBe("café");
  expect(() => percentDecode("%zz")).toThrow(PercentEncodingError);
  for (const equal of ["toEqual", "toStrictEqual"]) {
    expect(parseForm("a=%31&b"))[equal](parseForm("%61=1&b="));
    for (const other of ["", "a=2", "b=1", "a=1&b=2", "a=1&a=1"]) expect(parseForm("a=1")).not[equal](parseForm(other));
  }
  expect([{ body: parseForm("a=1") }]).not.toContainEqual({ body: parseForm("a=2") });
});
