import { expect, test } from "vitest";
import { START } from "../../../web/app/state.ts";
import { Store } from "../../../web/app/store.ts";

test("each view keeps its options, until a new text ends those that were chosen for the text before", () => {
  const store = new Store();
  store.set({ ...START, mode: "encode", text: "caf%C3%A9", options: { keep: "%", set: "whatwg-form" } });
  store.set({ ...store.withMode("decode"), options: { plus: "space" } });
  expect(store.withMode("encode").options).toEqual({ keep: "%", set: "whatwg-form" });
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
  expect([store.canUndo, store.canRedo]).toEqual([true, false]);
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
