import { byId } from "./dom.ts";
import { drawLists } from "./growing-list.ts";

/** Returns the name of a field that edits a part of the text, in its attribute `data-field`; undefined for every other element. */
export function findField(target: EventTarget | null): string | undefined {
  return target instanceof HTMLElement ? target.dataset["field"] : undefined;
}

/** Focuses a field of the view by its name, with the caret at its end. */
export function focusField(name: string): void {
  const find = (): HTMLInputElement | HTMLTextAreaElement | null =>
    byId("view").querySelector<HTMLInputElement | HTMLTextAreaElement>(`[data-field="${CSS.escape(name)}"]`);
  if (find() === null) drawLists();
  const field = find();
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}
