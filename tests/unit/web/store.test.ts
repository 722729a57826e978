import { expect, test } from "vitest";
import { START } from "../../../tool/page/app/state.ts";
import { isNewText, keepOptions, Store } from "../../../tool/page/app/store.ts";

test("each view keeps its options, until a new text ends those that were chosen for the text before", () => {
  const store = new Store();
  store.set({ ...START, mode: "encode", text: "caf%C3%A9", options: { preserveEscapes: "true", set: "whatwg-form" } });
  store.set({ ...store.withMode("decode"), options: { plus: "space" } });
  expect(store.withMode("encode").options).toEqual({ preserveEscapes: "true", set: "whatwg-form" });
  store.set(store.withTexts({ text: "100%25" }));
  expect(store.state).toEqual({ mode: "decode", text: "100%25", other: "", options: { plus: "space" } });
  expect(store.withMode("encode").options).toEqual({ set: "whatwg-form" });
});

test("a step that changed the view or its options is undone as a whole", () => {
  const store = new Store();
  const encode = { ...START, mode: "encode", text: "a b" } as const;
  const decode = { ...START, mode: "decode", text: "a+b", options: { plus: "space" } } as const;
  store.set(encode);
  store.set(decode);
  expect(store.move("undo")).toEqual(encode);
  store.set(encode);
  expect(store.move("redo")).toEqual(decode);
  expect([store.can("undo"), store.can("redo")]).toEqual([true, false]);
});

test("in another view only the texts are undone, and options go back where they were changed", () => {
  const store = new Store();
  store.set({ ...START, mode: "decode", text: "100%" });
  store.set({ ...store.state, options: { malformed: "keep" } }, "step");
  store.set(store.withMode("form"));
  expect(store.move("undo")).toEqual({ ...START, mode: "form", text: "100%" });
  expect(store.withMode("decode").options).toEqual({});
  expect(store.move("undo")).toEqual({ ...START, mode: "form" });
  expect(store.move("undo")).toBeUndefined();
});

test("Template has its own texts and steps; the other views share theirs", () => {
  const store = new Store();
  store.set({ ...START, mode: "compare", text: "http://a/", other: "http://b/" });
  store.set(store.withMode("template"));
  expect([store.state, store.can("undo")]).toEqual([{ ...START, mode: "template" }, false]);
  store.set(store.withTexts({ text: "/{id}", other: "/7" }));
  expect(store.can("undo")).toBe(true);
  store.set(store.withMode("resolve"));
  expect(store.state).toMatchObject({ mode: "resolve", text: "http://a/", other: "http://b/" });
  // A text that is taken along is a step of the texts that it replaces.
  store.set(store.withMode("inspect", { text: "/7" }));
  expect(store.state).toMatchObject({ mode: "inspect", text: "/7", other: "http://b/" });
  expect(store.move("undo")).toMatchObject({ mode: "resolve", text: "http://a/" });
  store.set(store.withMode("template"));
  expect(store.state).toMatchObject({ mode: "template", text: "/{id}", other: "/7" });
  expect(store.move("undo")).toMatchObject({ mode: "template", text: "" });
  // A view with other texts that takes a text along is not left by Undo.
  store.set(store.withMode("decode", { text: "a%20b" }));
  expect(store.move("undo")).toMatchObject({ mode: "decode", text: "http://a/" });
});

test("a text that is taken to another view ends the options that were chosen for the text before", () => {
  const store = new Store();
  store.set({ ...START, text: "caf%C3%A9", options: { as: "text" } });
  expect(store.withMode("encode", { text: "new" })).toMatchObject({ mode: "encode", text: "new" });
  expect(store.withMode("start", { text: "new" }).options).toEqual({});
});

test.each([
  ["", "", false],
  ["", "a", false],
  ["abc", "", true],
  ["abcd", "abce", false],
  ["abcd", "xabcd", false],
  ["aaaa", "aa", false],
  ["https://a.example/?q=1", "javascript:alert(1)", true],
  ["https://a.example/?q=1", "https://a.example/?q=2", false],
])("%j becomes %j, which is a new text: %j", (before, after, isNew) => {
  expect(isNewText(before, after)).toBe(isNew);
});

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
