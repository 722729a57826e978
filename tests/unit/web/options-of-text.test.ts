import { expect, test } from "vitest";
import { keepOptions } from "../../../tool/page/app/store.ts";

const ESCAPED = "https://e.com/caf%C3%A9";

test.each([
  ["an edit", { as: "url", keep: "%" }, ESCAPED, `${ESCAPED}/a`, { as: "url", keep: "%" }],
  ["a new text", { as: "url", keep: "%" }, ESCAPED, "100% sure%21", {}],
  [
    "a new text, where other characters are kept too",
    { keep: "/%:", set: "go-path-escape" },
    ESCAPED,
    "x%41",
    { keep: "/:", set: "go-path-escape" },
  ],
  ["the last escape is removed", { keep: "%", plus: "space" }, "caf%C3", "caf%C", { plus: "space" }],
  ["a text without escapes, for which it was chosen", { keep: "%" }, "100%", "100% s", { keep: "%" }],
  ["a cleared text", { as: "text", keep: "%" }, "a%41", "", {}],
  ["the same text", { as: "text", keep: "%" }, "a", "a", { as: "text", keep: "%" }],
] as const)("%s", (_, options, before, after, kept) => expect(keepOptions(options, before, after)).toEqual(kept));

test("options that stay are the same object, so that nothing has changed", () => {
  const options = { plus: "space" };
  expect(keepOptions(options, "a%41", "b")).toBe(options);
});
