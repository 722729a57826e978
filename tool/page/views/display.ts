import { displayUri, type DisplayOptions, type DisplayProfile, displayUriReport, type KeptReason } from "percodec/uri";
import { fill, formatCount, formatNumber, h } from "../components/dom.ts";
import { convertLines } from "../app/lines.ts";
import { toMarks } from "../components/highlights.ts";
import { findOption } from "../app/options.ts";
import { linkButtons } from "../components/link-button.ts";
import { createView } from "../components/page.ts";
import {
  callNative,
  browserTable,
  copyButton,
  drawSpan,
  lineFaults,
  result,
  tableCard,
} from "../components/results.ts";
import { drawCode, drawIsolated } from "../components/invisible-characters.ts";
import { readLibraryOptions, readOption } from "../app/state.ts";

const REASONS: Record<KeptReason, string> = {
  reserved: "a delimiter: decoded, it would have another meaning",
  "not-utf8": "not UTF-8",
  misleading: "misleading to the eye",
  position: "misleading in this position",
  profile: "not allowed by this profile",
  "changes-uri": "decoded, it would change the URI",
};

export const view = createView((host, page, state) => {
  const { text } = state;
  const options: DisplayOptions = readLibraryOptions(state);
  if (readOption(state, "lines") === "true") {
    let changed = 0;
    const { value, faults } = convertLines(text, (line) => {
      const report = displayUriReport(line, options);
      if (report.cleaned !== line) changed++;
      return report.value;
    });
    const notes = changed > 0 ? [`${formatCount(changed, "line")} cleaned first, because of illegal characters`] : [];
    page.mark(toMarks(faults, "danger"));
    page.announce(["Displayed line by line", ...notes].join(", "));
    return fill(
      host,
      result(page, { title: "Displayed, line by line", value, notes, file: "displayed.txt" }),
      lineFaults(page, faults),
    );
  }
  const { value, cleaned, kept } = displayUriReport(text, options);
  // The indexes refer to the cleaned text, so the input is marked only if cleaning changed nothing.
  if (cleaned === text) page.mark(toMarks(kept, "info"));
  page.announce(`Displayed, ${formatCount(kept.length, "escape")} kept`);
  fill(
    host,
    result(page, {
      title: "Displayed",
      value,
      notes: [
        "For people to read; programs need the URI itself.",
        ...(cleaned === text
          ? []
          : [h("span", "The text is not a URI, so it was cleaned first: ", drawCode(cleaned.slice(0, 512)))]),
      ],
      actions: linkButtons(cleaned),
    }),
    kept.length > 0 &&
      tableCard(
        "Escapes that are kept",
        ["Escape", "Index", "Why"],
        kept.slice(0, 200).map((span) => [drawSpan(cleaned, span, 48), formatNumber(span.index), REASONS[span.reason]]),
      ),
    profiles(text, readOption(state, "profile")),
    browserTable(value, [
      callNative("decodeURI(text)", () => decodeURI(text)),
      callNative("new URL(text).href", () => new URL(text).href),
    ]),
  );
});

function profiles(text: string, chosen: string): HTMLElement {
  const { choices = [] } = findOption("display", "profile");
  const rows = choices.map((profile) => {
    const value = displayUri(text, { profile: profile as DisplayProfile });
    return [
      h("span", { class: profile === chosen ? "badge info" : "badge same" }, profile),
      h("span", drawIsolated(value.slice(0, 512))),
      copyButton(value, "Copy", `for ${profile}`),
    ];
  });
  return tableCard("All profiles", ["Profile", "Result", ""], rows);
}
