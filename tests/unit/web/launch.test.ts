import { expect, test } from "vitest";
import { readShared } from "../../../tool/page/app/launch.ts";

test("the address of a share is preferred to its text and its title", () => {
  expect(readShared("?title=T&text=a+b&url=https%3A%2F%2Fe.com%2F%253Fq")).toBe("https://e.com/%3Fq");
  expect(readShared("?title=T&text=https%3A%2F%2Fe.com%2F&url=")).toBe("https://e.com/");
  expect(readShared("?title=T")).toBe("T");
});

test("without a share there is no text", () => {
  for (const search of ["", "?", "?text=", "?text=%20&other=1"]) expect(readShared(search)).toBeUndefined();
});
