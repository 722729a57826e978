import { expect, test } from "vitest";
import { keepOptions } from "../../../tool/page/app/store.ts";

const ESCAPED = "https://e.com/caf%C3%A9";

test.each([
  ["an edit", { as: "url", preserveEscapes: "true" }, ESCAPED, `${ESCAPED}/a`, { as: "url", preserveEscapes: "true" }],
  ["a new text", { as: "url", preserveEscapes: "true" }, ESCAPED, "100% sure%21", {}],
  ["the last escape is removed", { preserveEscapes: "true", plus: "space" }, "caf%C3", "caf%C", { plus: "space" }],
  [
    "a text without escapes, for which it was chosen",
    { preserveEscapes: "true" },
    "100%",
    "100% s",
    { preserveEscapes: "true" },
  ],
  ["a cleared text", { as: "text", preserveEscapes: "true" }, "a%41", "", {}],
  ["the same text", { as: "text", preserveEscapes: "true" }, "a", "a", { as: "text", preserveEscapes: "true" }],
] as const)("%s", (_, options, before, after, kept) => expect(keepOptions(options, before, after)).toEqual(kept));

test("options that stay are the same object, so that nothing has changed", () => {
  const options = { plus: "space" };
  expect(keepOptions(options, "a%41", "b")).toBe(options);
});
