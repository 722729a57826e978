import { countCharacters } from "../app/format.ts";
import { byId, fill, formatCount, h } from "./dom.ts";
import { type Highlight, cutAtHighlights, markClass } from "./highlights.ts";
import { drawText, hasInvisible } from "./invisible-characters.ts";
import { utf8 } from "./results.ts";
import type { Span } from "../../shared/text.ts";
import type { Texts } from "../app/store.ts";

/**
 * A text area that grows with its text; a copy of the text behind it carries the highlights.
 *
 * A new text and its highlights are drawn by `draw`, once for a key, and only what differs is replaced: creating 250 highlights twice took
 * 8 of 50 ms.
 */
export class TextField {
  readonly area: HTMLTextAreaElement;
  readonly #backdrop: HTMLElement;
  /** The original text: the text area replaces each CR LF by LF. */
  #text = "";
  #marks: readonly Highlight[] = [];
  #point: Highlight | undefined;
  #isDrawn = false;

  constructor(field: HTMLElement) {
    this.area = field.querySelector("textarea")!;
    this.#backdrop = field.querySelector(".backdrop")!;
    this.draw();
  }

  get value(): string {
    return this.#text;
  }

  set value(text: string) {
    this.area.value = text;
    this.#setText(text);
  }

  changed(): void {
    this.#setText(this.area.value);
  }

  mark(marks: readonly Highlight[]): void {
    if (marks.length === 0 && this.#marks.length === 0) return;
    this.#marks = marks;
    this.#isDrawn = false;
  }

  /** Highlights one more part, until the next call. */
  point(span: Span | undefined): void {
    this.#point = span && { ...span, kind: "point" };
    this.#isDrawn = false;
    this.draw();
  }

  select(index: number, length: number): void {
    this.area.focus();
    this.area.setSelectionRange(this.#toAreaIndex(index), this.#toAreaIndex(index + length));
  }

  /** Returns the index of the unit after the caret, or of the one whose second half was clicked: the caret is after it. */
  indexAt(click?: MouseEvent): number {
    let index = this.area.selectionStart;
    if (click !== undefined && index > 0) {
      const range = document.createRange();
      // The backdrop has the layout of the area.
      const walker = document.createTreeWalker(this.#backdrop, NodeFilter.SHOW_TEXT);
      let [node, from] = [walker.nextNode() as Text, index - 1];
      for (; from >= node.length; node = walker.nextNode() as Text) from -= node.length;
      range.setStart(node, from);
      range.setEnd(node, from + 1);
      const { top, bottom, right } = range.getBoundingClientRect();
      if (click.clientX < right && click.clientY >= top && click.clientY < bottom) index--;
    }
    for (const { index: at } of this.#text.matchAll(/\r\n/g)) if (at < index) index++;
    return index;
  }

  #toAreaIndex(index: number): number {
    return this.#text.slice(0, index).replace(/\r\n/g, "\n").length;
  }

  /** Sets the text and removes the highlights of the text before. */
  #setText(text: string): void {
    this.#text = text;
    this.#marks = [];
    this.#point = undefined;
    this.#isDrawn = false;
  }

  /** Draws the text and its highlights if one of them has changed. */
  draw(): void {
    if (this.#isDrawn) return;
    this.#isDrawn = true;
    const text = this.area.value;
    const all = this.#point === undefined ? this.#marks : [this.#point, ...this.#marks];
    const marks = this.#text.includes("\r\n")
      ? all.map((mark) => {
          const index = this.#toAreaIndex(mark.index);
          return { ...mark, index, length: this.#toAreaIndex(mark.index + mark.length) - index };
        })
      : all;
    const ranges = cutAtHighlights(text.length, marks).map((range) => ({
      shown: text.slice(range.from, range.to),
      name: range.kind === undefined ? "" : markClass(range),
    }));
    // The zero width space keeps the empty line after a final line feed.
    replaceChanged(this.#backdrop, [...ranges, { shown: "\u200b", name: "" }]);
  }
}

/** A text, and the class of its highlight or "". */
interface Part {
  readonly shown: string;
  readonly name: string;
}

/** Replaces the child nodes between the first ones and the last ones that are the same already. */
function replaceChanged(host: HTMLElement, parts: readonly Part[]): void {
  const nodes = Array.from(host.childNodes);
  const isSame = (node: ChildNode, { shown, name }: Part): boolean =>
    node.textContent === shown && (node instanceof HTMLElement ? node.className : "") === name;
  const most = Math.min(nodes.length, parts.length);
  let start = 0;
  while (start < most && isSame(nodes[start]!, parts[start]!)) start++;
  let end = 0;
  while (end < most - start && isSame(nodes.at(-1 - end)!, parts.at(-1 - end)!)) end++;
  const fragment = document.createDocumentFragment();
  for (const { shown, name } of parts.slice(start, parts.length - end))
    fragment.append(name === "" ? shown : h("mark", { class: name }, shown));
  for (const node of nodes.slice(start, nodes.length - end)) node.remove();
  host.insertBefore(fragment, host.childNodes[start] ?? null);
}

/** The most units of the beginning that are drawn, if the text has invisible characters. */
const SHOWN_UNITS = 256;

/** Shows the size of each text under its field, and its invisible characters as signs. */
export function showTextSizes({ text, other }: Texts): void {
  document.body.classList.toggle("has-text", text !== "");
  fill(byId("text-size"), ...drawSize(text));
  fill(byId("other-size"), ...drawSize(other));
}

function drawSize(text: string): readonly (Node | false)[] {
  const bytes = utf8(text).length;
  const characters = countCharacters(text);
  return [
    text !== "" &&
      h("span", formatCount(characters, "character"), bytes !== characters && `, ${formatCount(bytes, "byte")}`),
    hasInvisible(text) &&
      h(
        "span.with-signs",
        "with invisible characters: ",
        h("bdi", drawText(text.slice(0, SHOWN_UNITS), { breaks: false }), text.length > SHOWN_UNITS && "…"),
      ),
  ];
}
