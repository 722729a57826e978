import { byId } from "./dom.ts";
import { notify } from "./notice.ts";

interface FileInputFeatures {
  /** The most units of a text that is pasted as a text. */
  readonly maxUnits: number;
  readonly open: (files: readonly File[]) => void;
  readonly openText: (text: string, name: string) => void;
  readonly replace: (text: string) => void;
}

/** Opens the files that are pasted, dropped anywhere, or picked; a long text that is pasted is a file too. Paste is offered where the browser lets a page read the clipboard. */
export function startFileInput({ maxUnits, open, openText, replace }: FileInputFeatures): void {
  addEventListener("paste", (event) => {
    const files = Array.from(event.clipboardData?.files ?? []);
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    if (files.length === 0 && pasted.length <= maxUnits) return;
    event.preventDefault();
    if (files.length > 0) open(files);
    else openText(pasted, "pasted.txt");
  });
  addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) document.body.classList.remove("dropping");
  });
  addEventListener("drop", (event) => {
    document.body.classList.remove("dropping");
    const dropped = Array.from(event.dataTransfer?.files ?? []);
    if (dropped.length === 0) return;
    event.preventDefault();
    open(dropped);
  });
  const paste = byId("paste");
  const { clipboard } = navigator as { readonly clipboard?: Partial<Clipboard> };
  paste.hidden = clipboard?.readText === undefined;
  paste.addEventListener("click", () => {
    void navigator.clipboard.readText().then(
      (text) => (text.length > maxUnits ? openText(text, "pasted.txt") : replace(text)),
      () => notify("The browser does not let the page read the clipboard: press Ctrl+V in the field."),
    );
  });
  const picker = byId("file") as HTMLInputElement;
  byId("pick").addEventListener("click", () => picker.click());
  picker.addEventListener("change", () => {
    open(Array.from(picker.files ?? []));
    picker.value = "";
  });
}
