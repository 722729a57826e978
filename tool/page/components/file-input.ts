import { byId } from "./dom.ts";

interface FileInputFeatures {
  /** The most units of a text that is pasted as a text. */
  readonly maxUnits: number;
  readonly open: (files: readonly File[]) => void;
  readonly openText: (text: string, name: string) => void;
}

/** Opens the files that are pasted, dropped anywhere, or picked; a long text that is pasted is a file too. */
export function startFileInput({ maxUnits, open, openText }: FileInputFeatures): void {
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
  const picker = byId("file") as HTMLInputElement;
  byId("pick").addEventListener("click", () => picker.click());
  picker.addEventListener("change", () => {
    open(Array.from(picker.files ?? []));
    picker.value = "";
  });
}
