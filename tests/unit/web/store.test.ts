import { expect, test } from "vitest";
import { START } from "../../../tool/page/app/state.ts";
import { isNewText, keepOptions, Store, type Texts, UndoHistory } from "../../../tool/page/app/store.ts";

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

const texts = (text: string) => ({ text, other: "" });

/** Undoes or redoes a step, and returns the texts that it leads to. */
const move = (history: UndoHistory<Texts>, way: "undo" | "redo") => history.move(way)?.to;

function type(history: UndoHistory<Texts>, text: string, start = "", step = 100): void {
  for (let k = 1; k <= text.length; k++) history.record(texts(start + text.slice(0, k)), { at: k * step });
}

test("typing is undone a word at a time, and other changes one by one", () => {
  const history = new UndoHistory(texts(""));
  type(history, "two words");
  history.record(texts(""));
  expect(move(history, "undo")).toEqual(texts("two words"));
  expect(move(history, "undo")).toEqual(texts("two "));
  expect(move(history, "undo")).toEqual(texts(""));
  expect(move(history, "undo")).toBeUndefined();
  expect(move(history, "redo")).toEqual(texts("two "));
  expect(move(history, "redo")).toEqual(texts("two words"));
  expect(move(history, "redo")).toEqual(texts(""));
  expect(move(history, "redo")).toBeUndefined();
});

test("a pause begins a new step, and a paste is a step of its own", () => {
  const history = new UndoHistory(texts(""));
  type(history, "ab", "", 2000);
  history.record(texts("ab https://e.com/"), { at: 2100 });
  expect(move(history, "undo")).toEqual(texts("ab"));
  expect(move(history, "undo")).toEqual(texts("a"));
  expect(history.can("undo")).toBe(true);
});

test("a change after an undo removes what could be redone", () => {
  const history = new UndoHistory(texts(""));
  history.record(texts("a"));
  history.record(texts("b"));
  history.move("undo");
  history.record(texts("c"));
  expect(move(history, "redo")).toBeUndefined();
  expect(move(history, "undo")).toEqual(texts("a"));
});

test("what is typed in one field is one step, whatever it changes, until the field is left or a pause", () => {
  const history = new UndoHistory(texts(""));
  history.record(texts("?a=&b="));
  history.enter("value 0");
  history.record(texts("?a=%C3%A9&b="), { at: 100, field: "value 0" });
  // Drawing the view again focuses the same field.
  history.enter("value 0");
  history.record(texts("?a=%C3%A9+x+y&b="), { at: 900, field: "value 0" });
  history.enter("value 1");
  history.record(texts("?a=%C3%A9+x+y&b=1"), { at: 1000, field: "value 1" });
  history.enter("value 0");
  history.record(texts("?a=&b=1"), { at: 1100, field: "value 0" });
  history.record(texts("?a=2&b=1"), { at: 2200, field: "value 0" });
  expect(move(history, "undo")).toEqual(texts("?a=&b=1"));
  expect(move(history, "undo")).toEqual(texts("?a=%C3%A9+x+y&b=1"));
  expect(move(history, "undo")).toEqual(texts("?a=%C3%A9+x+y&b="));
  expect(move(history, "undo")).toEqual(texts("?a=&b="));
  expect(move(history, "undo")).toEqual(texts(""));
});

test("a text that is typed again after an undo is a step of its own", () => {
  const history = new UndoHistory(texts(""));
  history.record(texts("a"), { at: 100, field: "value 0" });
  history.move("undo");
  history.record(texts("b"), { at: 200, field: "value 0" });
  expect(move(history, "undo")).toEqual(texts(""));
});

test("a change of the same texts is a step only if it is recorded as one", () => {
  const history = new UndoHistory({ ...texts("a"), options: 0 });
  history.record({ ...texts("a"), options: 1 });
  expect(history.can("undo")).toBe(false);
  history.record({ ...texts("a"), options: 2 }, "step");
  expect(history.move("undo")).toEqual({ from: { ...texts("a"), options: 2 }, to: { ...texts("a"), options: 1 } });
  expect([history.can("undo"), history.can("redo")]).toEqual([false, true]);
});

test("a text is typed before its options change, and the step keeps the options of its time", () => {
  const history = new UndoHistory({ ...texts(""), options: 0 });
  history.record({ ...texts("a"), options: 0 });
  history.record({ ...texts("a"), options: 1 });
  history.record({ ...texts("b"), options: 1 });
  expect(history.move("undo")).toEqual({ from: { ...texts("b"), options: 1 }, to: { ...texts("a"), options: 1 } });
  expect(history.move("undo")).toEqual({ from: { ...texts("a"), options: 0 }, to: { ...texts(""), options: 0 } });
});
