import { percentDecodeReport } from "percodec";
import { reportText } from "../../shared/reading/report.ts";
import { loadOwners } from "../app/owners.ts";
import { button, fill, h } from "../components/dom.ts";
import type { Page } from "../components/page.ts";
import type { PageState } from "../app/state.ts";
import type { Answer } from "./start/answer-context.ts";
import { drawContents } from "./start/contents.ts";

/** A URL with a host: its delimiters and its escaped delimiters mean different things. */
const WHOLE_URL = /^\s*[a-z][a-z\d+.-]*:\/\/[^\s/]/i;

/** Returns whether decoding a text at once would mix up the parts of a URL. A text with a fault is not decoded at all. */
export function isWholeUrl(text: string): boolean {
  const isOne = WHOLE_URL.test(text) && text.includes("%") && !/[\r\n]/.test(text.trim());
  return isOne && percentDecodeReport(text).issueCount === 0;
}

/** Draws the parts and the values of a URL, each decoded for itself; the whole text is decoded only if `flatten` is asked for. */
export function drawUrlParts(host: HTMLElement, page: Page, state: PageState, flatten: () => void): void {
  const text = state.text.trim();
  const report = reportText(
    { name: "url", because: "chosen by you", text, charsets: undefined },
    loadOwners(page.redraw),
  );
  const answer: Answer = { page, state, report, offset: state.text.indexOf(text) };
  page.setCopy(undefined);
  page.announce("A whole URL: each part is decoded for itself");
  fill(
    host,
    h(
      "article",
      "card whole-url",
      h("h2", {}, "This is a whole URL, so each part is decoded for itself"),
      h(
        "p",
        {},
        "Decoded at once, an escaped & / ? or # would become a delimiter, and the result would be another URL.",
      ),
      h("p", "actions", button("Decode the whole text at once", flatten)),
    ),
    ...drawContents(answer),
  );
}

/** Draws the warning above the result for a URL that was decoded at once. */
export function drawFlattened(unflatten: () => void): HTMLElement {
  return h(
    "article",
    "card fault flattened",
    h("h2", {}, "The result is not the same URL"),
    h("p", {}, "Its escaped delimiters have become delimiters. Use it to read, not to open."),
    h("p", "actions", button("Decode each part for itself", unflatten)),
  );
}
