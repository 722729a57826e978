import {
  displayUri,
  type DisplayOptions,
  type DisplayProfile,
  displayUriReport,
  type KeptReason,
} from "../../src/uri/index.ts";
import { count, fill, figure, h } from "../dom.ts";
import { overLines } from "../lines.ts";
import type { Mark } from "../marks.ts";
import { optionOf } from "../modes.ts";
import type { Draw, Page } from "../page.ts";
import { asks, browserTable, copyButton, examples, result, table } from "../parts.ts";
import { isolated } from "../signs.ts";
import { valueIn } from "../state.ts";

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
    if (cleaned === text) page.mark(kept.map(({ index, length }): Mark => ({ index, length, kind: "info" })));
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
  const { choices = [] } = optionOf("display", "profile");
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
