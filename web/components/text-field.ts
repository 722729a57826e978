import { type Highlight, cutAtHighlights, drawMark } from "./highlights.ts";

/** A text area that grows with its text; a copy of the text behind it carries the highlights. */
export class TextField {
  readonly area: HTMLTextAreaElement;
  readonly #backdrop: HTMLElement;
  /** The original text: the text area replaces each CR LF by LF. */
  #text = "";
  #marks: readonly Highlight[] = [];
  #point: Highlight | undefined;

  constructor(field: HTMLElement) {
    this.area = field.querySelector("textarea")!;
    this.#backdrop = field.querySelector(".backdrop")!;
    this.#draw();
  }

  get value(): string {
    return this.#text;
  }

  set value(text: string) {
    this.area.value = text;
    this.#setText(text);
  }

  /** Reads the text after typing. */
  changed(): void {
    this.#setText(this.area.value);
  }

  mark(marks: readonly Highlight[]): void {
    if (marks.length === 0 && this.#marks.length === 0) return;
    this.#marks = marks;
    this.#draw();
  }

  /** Highlights one more part, until the next call. */
  point(span: { readonly index: number; readonly length: number } | undefined): void {
    this.#point = span && { ...span, kind: "point" };
    this.#draw();
  }

  select(index: number, length: number): void {
    this.area.focus();
    this.area.setSelectionRange(this.#toAreaIndex(index), this.#toAreaIndex(index + length));
  }

  #toAreaIndex(index: number): number {
    return this.#text.slice(0, index).replace(/\r\n/g, "\n").length;
  }

  /** Sets the text and removes the highlights of the text before. */
  #setText(text: string): void {
    this.#text = text;
    this.#marks = [];
    this.#point = undefined;
    this.#draw();
  }

  #draw(): void {
    const text = this.area.value;
    const all = this.#point === undefined ? this.#marks : [this.#point, ...this.#marks];
    const marks = this.#text.includes("\r\n")
      ? all.map((mark) => {
          const index = this.#toAreaIndex(mark.index);
          return { ...mark, index, length: this.#toAreaIndex(mark.index + mark.length) - index };
        })
      : all;
    const nodes = cutAtHighlights(text.length, marks).map((range) => {
      const shown = text.slice(range.from, range.to);
      return range.kind === undefined ? shown : drawMark(range, shown);
    });
    // The zero width space keeps the empty line after a final line feed.
    this.#backdrop.replaceChildren(...nodes, "\u200b");
  }
}
