import { expect, test } from "vitest";
import { UndoHistory } from "../../../web/app/undo.ts";

const texts = (text: string) => ({ text, other: "" });

function type(history: UndoHistory, text: string, start = "", step = 100): void {
  for (let k = 1; k <= text.length; k++) history.record(texts(start + text.slice(0, k)), k * step);
}

test("typing is undone a word at a time, and other changes one by one", () => {
  const history = new UndoHistory();
  type(history, "two words");
  history.record(texts(""));
  expect(history.undo()).toEqual(texts("two words"));
  expect(history.undo()).toEqual(texts("two "));
  expect(history.undo()).toEqual(texts(""));
  expect(history.undo()).toBeUndefined();
  expect(history.redo()).toEqual(texts("two "));
  expect(history.redo()).toEqual(texts("two words"));
  expect(history.redo()).toEqual(texts(""));
  expect(history.redo()).toBeUndefined();
});

test("a pause begins a new step, and a paste is a step of its own", () => {
  const history = new UndoHistory();
  type(history, "ab", "", 2000);
  history.record(texts("ab https://e.com/"), 2100);
  expect(history.undo()).toEqual(texts("ab"));
  expect(history.undo()).toEqual(texts("a"));
  expect(history.canUndo).toBe(true);
});

test("a change after an undo removes what could be redone", () => {
  const history = new UndoHistory();
  history.record(texts("a"));
  history.record(texts("b"));
  history.undo();
  history.record(texts("c"));
  expect(history.redo()).toBeUndefined();
  expect(history.undo()).toEqual(texts("a"));
});
