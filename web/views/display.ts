import {
  displayUri,
  type DisplayOptions,
  type DisplayProfile,
  displayUriReport,
  type KeptReason,
} from "../../src/uri/index.ts";
import { count, fill, figure, h } from "../components/dom.ts";
import { overLines } from "../app/lines.ts";
import type { Highlight } from "../components/highlights.ts";
import { findOption } from "../app/modes.ts";
import type { Draw, Page } from "../components/page.ts";
import { asks, browserTable, copyButton, examples, result, table } from "../components/results.ts";
import { isolated } from "../components/invisible-characters.ts";
import { valueIn } from "../app/state.ts";

const REASONS: Record<KeptReason, string> = {
  reserved: "a delimiter: its character would mean something else",
  "not-utf8": "no character of UTF-8",
  misleading: "would mislead the eye",
  position: "would mislead where it stands",
  profile: "this profile does not show it",
  "changes-uri": "the URI would be another one",
};

export function view(host: HTMLElement, page: Page): Draw {
  return (state) => {
    const { text } = state;
    if (text === "") return fill(host, examples(page, "display"));
    const profile = valueIn(state, "profile") as DisplayProfile;
    const options: DisplayOptions = { profile };
    if (valueIn(state, "lines") === "true") {
      const { value } = overLines(text, (line) => displayUri(line, options));
      page.say("Displayed line by line");
      return fill(host, result(page, { title: "Displayed, line by line", value, file: "displayed.txt" }));
    }
    const { value, cleaned, kept } = displayUriReport(text, options);
    // The places are of the cleaned text; where cleaning changed nothing they are places of the input too.
    if (cleaned === text) page.mark(kept.map(({ index, length }): Highlight => ({ index, length, kind: "info" })));
    page.say(`Displayed, ${count(kept.length, "escape")} kept`);
    fill(
      host,
      result(page, {
        title: "Displayed",
        value,
        notes: ["For people to read; what goes anywhere else is the URI itself."],
      }),
      kept.length > 0 &&
        h(
          "article",
          "card",
          h("h2", {}, "Escapes that are kept"),
          table(
            ["Escape", "Index", "Why"],
            kept
              .slice(0, 200)
              .map(({ index, length, reason }) => [
                h("code", {}, isolated(cleaned.slice(index, index + Math.min(length, 48)))),
                figure(index),
                REASONS[reason],
              ]),
          ),
        ),
      profiles(text, profile),
      browserTable(value, [
        asks("decodeURI(text)", () => decodeURI(text)),
        asks("new URL(text).href", () => new URL(text).href),
      ]),
    );
  };
}

/** The same URI by every profile. */
function profiles(text: string, at: DisplayProfile): HTMLElement {
  const { choices = [] } = findOption("display", "profile");
  const rows = choices.map((profile) => {
    const value = displayUri(text, { profile: profile as DisplayProfile });
    return [
      h("span", profile === at ? "badge info" : "badge", profile),
      h("span", {}, isolated(value.slice(0, 512))),
      copyButton(() => value),
    ];
  });
  return h("article", "card", h("h2", {}, "By every profile"), table(["Profile", "Shows", ""], rows));
}
