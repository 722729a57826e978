import { h } from "./dom.ts";

/** The lists that are in the page, which have to be complete when it is printed. */
const shown = new Set<GrowingList>();
addEventListener("beforeprint", drawLists);

/** A list whose first items are drawn. */
export interface GrowingList {
  /** Draws the items before this number, and those before them. */
  readonly drawTo: (to: number) => void;
  /** Ends a list whose element was removed. */
  readonly stopIfGone: () => void;
}

/**
 * Adds a list to an element. Its first items are drawn at once, and the others when they come into view, because each element costs about
 * 25 µs of layout and style with each key.
 *
 * @param chunk the number of items that are drawn at a time: enough to fill a screen
 * @param endName the name of the element after the last item that is drawn; it is removed with the last item
 */
export function growList(
  host: Element,
  count: number,
  chunk: number,
  draw: (k: number) => Node,
  endName: "div" | "li" | "span" | "tr" | "dd" = "div",
): GrowingList {
  const end = h(endName, { "aria-hidden": "true" });
  let drawn = 0;
  let wasConnected = false;
  const observer = new IntersectionObserver((entries) => {
    if (!host.isConnected) return stop();
    wasConnected = true;
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    drawTo(drawn + chunk);
    // Observing the end again reports whether it is still in view.
    observer.unobserve(end);
    if (drawn < count) observer.observe(end);
  });
  const stop = (): void => {
    observer.disconnect();
    shown.delete(list);
  };
  const drawTo = (to: number): void => {
    const fragment = document.createDocumentFragment();
    for (; drawn < Math.min(to, count); drawn++) fragment.append(draw(drawn));
    end.before(fragment);
    if (drawn < count) return;
    end.remove();
    stop();
  };
  // A list that is not connected yet belongs to the view that is being drawn.
  const list = { drawTo, stopIfGone: () => void (wasConnected && !host.isConnected && stop()) };
  for (const other of shown) other.stopIfGone();
  host.append(end);
  shown.add(list);
  observer.observe(end);
  drawTo(chunk);
  return list;
}

/** Draws every item of the lists that are in the page. */
export function drawLists(): void {
  for (const { drawTo } of shown) drawTo(Infinity);
}
