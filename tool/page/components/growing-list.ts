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
