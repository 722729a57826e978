import { growList } from "./growing-list.ts";
import { type Highlight, drawHighlights } from "./highlights.ts";
import { h } from "./dom.ts";

/** The number of units that are drawn at a time. Drawing 16 Ki units of signs took half a second. */
const CHUNK_UNITS = 1024;

/** Draws a text of any length with its highlights, isolated from the direction of the text around it; the rest is drawn when it is in view. */
export function drawGrowing(text: string, marks: readonly Highlight[] = []): HTMLElement {
  const element = h("bdi");
  if (text.length <= CHUNK_UNITS) {
    element.append(drawHighlights(text, marks));
    return element;
  }
  const draw = (k: number): Node => {
    const from = cut(text, k * CHUNK_UNITS);
    const to = cut(text, (k + 1) * CHUNK_UNITS);
    const inside = marks.filter(({ index, length }) => index < to && index + length > from);
    const shifted = inside.map(({ index, length, kind }) => {
      const start = Math.max(index, from);
      return { index: start - from, length: Math.min(index + length, to) - start, kind };
    });
    return drawHighlights(text.slice(from, to), shifted);
  };
  growList(element, Math.ceil(text.length / CHUNK_UNITS), 2, draw, "span");
  return element;
}

/** Returns the place, or the one before it inside a surrogate pair. */
function cut(text: string, at: number): number {
  const isInside = /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));
  return Math.min(text.length, isInside ? at - 1 : at);
}
