import { byId } from "./dom.ts";
import { drawLists } from "./growing-list.ts";

export type Field = HTMLInputElement | HTMLTextAreaElement;

/** Returns the name of a field that edits a part of the text, in its attribute `data-field`; undefined for every other element. */
export function findField(target: EventTarget | null): string | undefined {
  return target instanceof HTMLElement ? target.dataset["field"] : undefined;
}

/** Focuses a field of the view by its name, with the caret at its end, and returns it. */
export function focusField(name: string): Field | null {
  const find = () => byId("view").querySelector<Field>(`[data-field="${CSS.escape(name)}"]`);
  if (find() === null) drawLists();
  const field = find();
  field?.focus({ preventScroll: true });
  field?.setSelectionRange(field.value.length, field.value.length);
  return field;
}

/** Draws the view. What loads later does so while a person types: the focus and the selection stay in the field of the same name. */
export function drawAroundField(draw: () => void): void {
  const before = document.activeElement;
  const name = findField(before);
  draw();
  if (name === undefined || before!.isConnected) return;
  const { selectionStart, selectionEnd } = before as Field;
  focusField(name)?.setSelectionRange(selectionStart, selectionEnd);
}
