import { expect, test } from "vitest";
import { type Texts, UndoHistory } from "../../../tool/page/app/store.ts";

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
