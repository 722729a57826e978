import type { Way } from "../app/store.ts";

interface KeyFeatures {
  /** Whether an element edits the texts. A field of an option has the undo of the browser. */
  readonly editsTexts: (target: EventTarget | null) => boolean;
  readonly undo: (way: Way) => void;
  /** Opens the view before or after the current one. */
  readonly changeView: (by: 1 | -1) => void;
  readonly copy: () => void;
  readonly focusText: () => void;
}

/** Starts the keys of the page: undo and redo, the next view, copy, and back to the text. */
export function startKeys({ editsTexts, undo, changeView, copy, focusText }: KeyFeatures): void {
  addEventListener("beforeinput", (event) => {
    if (event.inputType !== "historyUndo" && event.inputType !== "historyRedo") return;
    if (!editsTexts(event.target)) return;
    event.preventDefault();
    undo(event.inputType === "historyUndo" ? "undo" : "redo");
  });
  addEventListener("keydown", (event) => {
    const { key, target, altKey, shiftKey } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    // In a list, Alt and an arrow key open the choices.
    const isList = target instanceof HTMLSelectElement;
    if (isCommand && !altKey && /^[zy]$/i.test(key) && (editsTexts(target) || !isEditable(target))) {
      event.preventDefault();
      undo(key.toLowerCase() === "y" || shiftKey ? "redo" : "undo");
    } else if (altKey && !isList && (key === "ArrowUp" || key === "ArrowDown")) {
      event.preventDefault();
      changeView(key === "ArrowUp" ? -1 : 1);
    } else if (isCommand && key === "Enter") {
      event.preventDefault();
      copy();
    } else if (key === "Escape") focusText();
  });
}

function isEditable(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && /^(?:text|search)$/.test(target.type))
  );
}
