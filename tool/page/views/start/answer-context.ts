import type { TextReport } from "../../../shared/reading/report.ts";
import type { PageState } from "../../app/state.ts";
import { append, formatNumber, h } from "../../components/dom.ts";
import { drawIsolated } from "../../components/invisible-characters.ts";
import type { Page } from "../../components/page.ts";

/** What each part of the answer is drawn from. */
export interface Answer {
  readonly page: Page;
  readonly state: PageState;
  readonly report: TextReport;
  /** Where the text that is reported starts in the input; undefined if it is not part of it. */
  readonly offset: number | undefined;
}

/** The most units of a value that are drawn; Copy copies all of it. */
export const SHOWN_UNITS = 2048;

/** Draws the beginning of a text, with its invisible characters as signs. */
export function drawShown(text: string, most = SHOWN_UNITS): Node {
  if (text === "") return h("span.nothing", "empty");
  const element = drawIsolated(text.slice(0, most));
  if (text.length > most) append(element, ` … ${formatNumber(text.length - most)} more`);
  return element;
}

/** Puts a text in the place of the one that is reported. */
export function toInput({ state, report, offset }: Answer, text: string): string {
  if (offset === undefined) return text;
  return state.text.slice(0, offset) + text + state.text.slice(offset + report.reading.text.length);
}
