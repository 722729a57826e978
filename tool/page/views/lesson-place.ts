import { fill, h } from "../components/dom.ts";
import { notifyNotLoaded } from "../components/notice.ts";
import type { Draw, Page } from "../components/page.ts";
import { JobRefused, type PageState, START } from "../app/state.ts";

/** Matches the character that is shown first: in Decode the first escape, in Encode the first character that needs escapes. */
const FIRST = {
  decode: [/%[89a-f][\da-f]/i, /%|[^\0-\x7f]/],
  encode: [/[^\0-\x7f]/, /[^\w.~-]/],
};

/** Matches a text up to a unit of an escape, or of a character that needs escapes. */
const OPENS = /%[\da-f]{0,2}$|[^\0-\x7f]$/i;

/** Adds the picture of one character after the first part of a view, and draws the message of contradicting options. A click on an escape opens it; then it follows the caret. */
export function withLesson(host: HTMLElement, page: Page, draw: Draw): Draw {
  let drawLesson: typeof import("../components/byte-picture.ts").drawLesson | undefined;
  let state: PageState = START;
  /** The index of a unit of the character; -1 if there is none. */
  let chosen = -1;
  const summary = h("summary");
  const body = h("div.inside");
  const element = h("details.card.lesson", { toggle: () => void show() }, summary, body);

  async function show(): Promise<void> {
    if (!element.open) return page.point(undefined);
    if (drawLesson === undefined) {
      fill(body, h("p.waiting", "Loading the picture …"));
      const module = await import("../components/byte-picture.ts").catch(() => undefined);
      if (module === undefined) return notifyNotLoaded();
      ({ drawLesson } = module);
    }
    // The text may have been cleared before the fold opened, or while the picture was loaded.
    if (chosen >= 0) page.point(drawLesson(body, page, state, chosen));
  }

  page.setPick((index, opens) => {
    if (!element.isConnected) return;
    if (opens && OPENS.test(state.text.slice(Math.max(0, index - 2), index + 1))) element.open = true;
    else if (!element.open) return;
    chosen = Math.min(index, state.text.length - 1);
    void show().then(() => {
      if (opens) element.scrollIntoView({ block: "nearest" });
      page.announce(body.querySelector("h3")?.textContent ?? "");
    });
  });
  return (next) => {
    const { mode, text } = next;
    // What is typed after the character leaves it as it is.
    if (chosen < 0 || !element.isConnected || !element.open || !text.startsWith(state.text.slice(0, chosen + 1)))
      chosen = FIRST[mode === "encode" ? mode : "decode"].map((shape) => text.search(shape)).find((k) => k >= 0) ?? -1;
    state = next;
    try {
      draw(state);
    } catch (error) {
      if (!(error instanceof JobRefused)) throw error;
      fill(host, h("article.card.fault", h("h2", error.message)));
    }
    if (chosen < 0) return;
    fill(summary, text[chosen] === "%" ? "How escapes become characters" : "How characters become escapes");
    host.firstElementChild?.after(element);
    void show();
  };
}
