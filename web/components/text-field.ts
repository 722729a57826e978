import { type Highlight, cutAtHighlights } from "./highlights.ts";
import { h } from "./dom.ts";

/** A text area that grows with its text, over a copy of the text that carries the marks. */
export class TextField {
  readonly area: HTMLTextAreaElement;
  readonly #backdrop: HTMLElement;
  /** The text as it was given: the area has one line feed for each CR LF. */
  #text = "";
  #marks: readonly Highlight[] = [];
  #point: Highlight | undefined;

  constructor(field: HTMLElement) {
    // index.html has both.
    this.area = field.querySelector("textarea")!;
    this.#backdrop = field.querySelector(".backdrop")!;
    this.#draw();
  }

  get value(): string {
    return this.#text;
  }

  set value(text: string) {
    this.area.value = text;
    this.#become(text);
  }

  /** Somebody typed. */
  changed(): void {
    this.#become(this.area.value);
  }

  mark(marks: readonly Highlight[]): void {
    if (marks.length === 0 && this.#marks.length === 0) return;
    this.#marks = marks;
    this.#draw();
  }

  /** Marks one part more, until another one is pointed at. */
  point(span: { readonly index: number; readonly length: number } | undefined): void {
    this.#point = span && { ...span, kind: "point" };
    this.#draw();
  }

  select(index: number, length: number): void {
    this.area.focus();
    this.area.setSelectionRange(this.#inArea(index), this.#inArea(index + length));
  }

  #inArea(index: number): number {
    return this.#text.slice(0, index).replace(/\r\n/g, "\n").length;
  }

  /** Marks of another text mean nothing now. */
  #become(text: string): void {
    this.#text = text;
    this.#marks = [];
    this.#point = undefined;
    this.#draw();
  }

  #draw(): void {
    const text = this.area.value;
    const given = this.#point === undefined ? this.#marks : [this.#point, ...this.#marks];
    const marks = this.#text.includes("\r\n")
      ? given.map((mark) => {
          const index = this.#inArea(mark.index);
          return { ...mark, index, length: this.#inArea(mark.index + mark.length) - index };
        })
      : given;
    const nodes = cutAtHighlights(text.length, marks).map(({ from, to, kind }) => {
      const part = text.slice(from, to);
      return kind === undefined ? part : h("mark", kind, part);
    });
    // The line behind a last line feed needs something to stand on.
    this.#backdrop.replaceChildren(...nodes, "\u200b");
  }
}
