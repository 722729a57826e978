import { drawHighlights, type Highlight } from "./highlights.ts";
import { h } from "./dom.ts";

/** The lists that are in the page, which have to be complete when it is printed. */
const shown = new Set<GrowingList>();
addEventListener("beforeprint", drawLists);

interface GrowingListFeatures {
  readonly count: number;
  /** The number of items that are drawn at a time: enough to fill a screen. */
  readonly chunk: number;
  readonly draw: (k: number) => Node;
  /** The element after the last item that is drawn; it is removed with the last item. */
  readonly end: HTMLElement;
}

/**
 * A list that draws its items when they come into view, because each element costs about 25 µs of layout and style with each key.
 * The first items are drawn at once.
 */
class GrowingList {
  readonly #host: Element;
  readonly #features: GrowingListFeatures;
  readonly #observer: IntersectionObserver;
  #drawn = 0;
  #wasConnected = false;

  constructor(host: Element, features: GrowingListFeatures) {
    this.#host = host;
    this.#features = features;
    const { end, chunk } = features;
    end.setAttribute("aria-hidden", "true");
    this.#observer = new IntersectionObserver((entries) => {
      if (!host.isConnected) return this.#stop();
      this.#wasConnected = true;
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      this.drawTo(this.#drawn + chunk);
      // Observing the end again reports whether it is still in view.
      this.#observer.unobserve(end);
      if (this.#drawn < features.count) this.#observer.observe(end);
    });
    // A list that is not connected yet belongs to the view that is being drawn.
    for (const list of shown) if (list.#wasConnected && !list.#host.isConnected) list.#stop();
    host.append(end);
    shown.add(this);
    this.#observer.observe(end);
    this.drawTo(chunk);
  }

  /** Draws the items before this number, and those before them. */
  drawTo(to: number): void {
    const { count, draw, end } = this.#features;
    const fragment = document.createDocumentFragment();
    for (; this.#drawn < Math.min(to, count); this.#drawn++) fragment.append(draw(this.#drawn));
    end.before(fragment);
    if (this.#drawn < count) return;
    end.remove();
    this.#stop();
  }

  #stop(): void {
    this.#observer.disconnect();
    shown.delete(this);
  }
}

export type { GrowingList };

/** Draws every item of the lists that are in the page. */
export function drawLists(): void {
  for (const list of shown) list.drawTo(Infinity);
}

/** Adds a list to an element, and draws its first items. */
export function growList(host: Element, features: GrowingListFeatures): GrowingList {
  return new GrowingList(host, features);
}

/** The number of units that are drawn at a time. Drawing 16 Ki units of signs took half a second. */
const CHUNK_UNITS = 1024;

/** Draws a text of any length with its highlights, isolated from the direction of the text around it; the rest is drawn when it is in view. */
export function drawGrowing(text: string, marks: readonly Highlight[] = []): HTMLElement {
  const element = h("bdi");
  if (text.length <= CHUNK_UNITS) {
    element.append(drawHighlights(text, marks));
    return element;
  }
  growList(element, {
    count: Math.ceil(text.length / CHUNK_UNITS),
    chunk: 2,
    end: h("span"),
    draw: (k) => {
      const from = cut(text, k * CHUNK_UNITS);
      const to = cut(text, (k + 1) * CHUNK_UNITS);
      const inside = marks.filter(({ index, length }) => index < to && index + length > from);
      return drawHighlights(
        text.slice(from, to),
        inside.map(({ index, length, kind }) => {
          const start = Math.max(index, from);
          return { index: start - from, length: Math.min(index + length, to) - start, kind };
        }),
      );
    },
  });
  return element;
}

/** Returns the place, or the one before it inside a surrogate pair. */
function cut(text: string, at: number): number {
  const isInside = /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));
  return Math.min(text.length, isInside ? at - 1 : at);
}
