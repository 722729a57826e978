import { byId, h } from "./dom.ts";
import { drawLists } from "./growing-list.ts";
import { readWellFormed } from "./notice.ts";

export type Field = HTMLInputElement | HTMLTextAreaElement;

/** Returns the name of a field that edits a part of the text, in its attribute `data-field`; undefined for every other element. */
export function findField(target: EventTarget | null): string | undefined {
  return target instanceof HTMLElement ? target.dataset["field"] : undefined;
}

/** The attributes of a field whose text is not corrected. */
export const UNCORRECTED = { spellcheck: "false", autocomplete: "off", autocapitalize: "off" } as const;

/** Creates a text area that edits a part of the text; its name is its label. */
export function textArea(value: string, label: string, change: (value: string) => void, rows = 1): HTMLTextAreaElement {
  const field = h("textarea", {
    rows,
    "aria-label": label,
    "data-field": label,
    ...UNCORRECTED,
    input: () => change(readWellFormed(field)),
  });
  field.value = value;
  return field;
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
  if (name === undefined || before?.isConnected) return;
  const { selectionStart, selectionEnd } = before as Field;
  focusField(name)?.setSelectionRange(selectionStart, selectionEnd);
}
