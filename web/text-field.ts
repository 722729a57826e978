import { type Mark, stretches } from "./marks.ts";
import { h } from "./dom.ts";

/** A text area that grows with its text, over a copy of the text that carries the marks. */
export class TextField {
  readonly area: HTMLTextAreaElement;
  readonly #backdrop: HTMLElement;
  #marks: readonly Mark[] = [];
  #point: Mark | undefined;

  constructor(field: HTMLElement) {
    this.area = field.querySelector("textarea")!;
    this.#backdrop = field.querySelector(".backdrop")!;
    this.#draw();
  }

  get value(): string {
    return this.area.value;
  }

  set value(text: string) {
    if (this.area.value !== text) this.area.value = text;
    this.changed();
  }

  /** The text is another one: marks of the old one mean nothing now. */
  changed(): void {
    this.#marks = [];
    this.#point = undefined;
    this.#draw();
  }

  mark(marks: readonly Mark[]): void {
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
    this.area.setSelectionRange(index, index + length);
  }

  #draw(): void {
    const text = this.area.value;
    const marks = this.#point === undefined ? this.#marks : [this.#point, ...this.#marks];
    const nodes = stretches(text.length, marks).map(({ from, to, kind }) => {
      const part = text.slice(from, to);
      return kind === undefined ? part : h("mark", kind, part);
    });
    // The line behind a last line feed needs something to stand on.
    this.#backdrop.replaceChildren(...nodes, "\u200b");
  }
}
