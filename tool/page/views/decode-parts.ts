import { reportText } from "../../shared/reading/report.ts";
import { loadOwners } from "../app/owners.ts";
import { article, button, drawActions, fill, h } from "../components/dom.ts";
import type { Page } from "../components/page.ts";
import type { PageState } from "../app/state.ts";
import type { Answer } from "./start/answer-context.ts";
import { drawContents } from "./start/contents.ts";

/** Draws the parts and the values of a URL, each decoded for itself; the whole text is decoded only if `flatten` is asked for. */
export function drawUrlParts(host: HTMLElement, page: Page, state: PageState, flatten: () => void): void {
  const text = state.text.trim();
  const report = reportText(
    { name: "url", because: "chosen by you", text, charsets: undefined },
    loadOwners(page.redraw),
  );
  const answer: Answer = { page, state, report, offset: state.text.indexOf(text) };
  page.announce("A whole URL: each part is decoded for itself");
  fill(
    host,
    article(
      "card whole-url",
      "This is a whole URL, so each part is decoded for itself",
      h(
        "p",
        {},
        "Decoded at once, an escaped & / ? or # would become a delimiter, and the result would be another URL.",
      ),
      drawActions(button("Decode the whole text at once", flatten)),
    ),
    ...drawContents(answer),
  );
}
