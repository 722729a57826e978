import type { Encoding } from "percodec/charset";
import { cleanUriReport, type CleanOptions, normalizeUri, splitUri } from "percodec/uri";
import { button, fill, formatCount, formatNumber, h } from "../components/dom.ts";
import type { Span } from "../../shared/text.ts";
import { convertLines, keepConverted } from "../app/lines.ts";
import { findLostCharacters } from "../app/losses.ts";
import { drawLost } from "../components/lost-characters.ts";
import { toMarks } from "../components/highlights.ts";
import { linkButtons } from "../components/link-button.ts";
import { createView, type Page } from "../components/page.ts";
import {
  callNative,
  browserTable,
  drawSpan,
  lineFaults,
  result,
  showButton,
  tableCard,
} from "../components/results.ts";
import { drawConverted } from "../components/converted.ts";
import { readCleanOptions, readOption } from "../app/state.ts";

export const view = createView((host, page, state) => {
  const { text } = state;
  const draw = (charset: Encoding | undefined): void => {
    const options = readCleanOptions(state, charset);
    const isByLine = readOption(state, "lines") === "true";
    const cleanedTexts = isByLine ? drawLines(host, page, text, options) : drawOne(host, page, text, options);
    if (charset === undefined) return;
    // Only the query is written in another encoding.
    const queries = cleanedTexts.map((cleaned) => splitUri(cleaned).query ?? "");
    const useUtf8 = button("Use UTF-8", () => page.setOption("encoding", "UTF-8"));
    const lost = drawLost(findLostCharacters(queries, charset), charset.name, useUtf8);
    if (lost) host.prepend(lost);
  };
  drawConverted(host, page, state, draw, () => native(text, undefined));
});

/** Draws the result for one URL, and returns the text that was cleaned. */
function drawOne(host: HTMLElement, page: Page, text: string, options: CleanOptions): readonly string[] {
  const { value, valid, invalid, repairs } = cleanUriReport(text, options);
  page.mark([...toMarks(invalid, "danger"), ...toMarks(repairs, "warning")]);
  page.announce(valid ? "Cleaned: a valid URI" : `Cleaned: ${formatCount(invalid.length, "part")} still invalid`);
  const notes = [value === text ? "Cleaning changed nothing." : "", verdict(valid)].filter((note) => note !== "");
  const normal = normalizeUri(value);
  const places = [...invalid.map((span) => ({ ...span, repair: "still invalid" })), ...repairs]
    .sort((a, b) => a.index - b.index)
    .slice(0, 200)
    .map((place) => [
      drawSpan(text, place, 24),
      formatNumber(place.index),
      formatNumber(place.length),
      place.repair,
      showButton(page, place.index, place.length),
    ]);
  const repaired = repairs.length > 0 && `${formatCount(repairs.length, "repair")} beyond encoding`;
  const broken = invalid.length > 0 && `${formatCount(invalid.length, "part")} still invalid`;
  fill(
    host,
    result(page, {
      title: "Cleaned",
      value,
      notes,
      actions: [
        button("Inspect", () => page.go({ mode: "inspect", text: value, options: {} })),
        ...linkButtons(value),
        button("Readable link", () => page.go({ mode: "display", text: value, options: {} })),
      ],
    }),
    places.length > 0 &&
      tableCard([repaired, broken].filter(Boolean).join(", "), ["Text", "Index", "Length", "What", ""], places),
    normal !== value && result(page, { title: "Normalized by RFC 3986", value: normal, main: false }),
    native(text, value),
  );
  return [text];
}

/** Draws the result for each line, and returns the lines that were cleaned. */
function drawLines(host: HTMLElement, page: Page, text: string, options: CleanOptions): readonly string[] {
  const places: Span[] = [];
  const counts = { trimmed: 0, removed: 0, encoded: 0, decoded: 0, invalid: 0 };
  const { value, faults } = convertLines(text, (line, from) => {
    const { value: cleaned, invalid, repairs } = cleanUriReport(line, options);
    counts.invalid += invalid.length;
    for (const { index, length, repair } of repairs) {
      counts[repair]++;
      places.push({ index: from + index, length });
    }
    return cleaned;
  });
  page.mark([...toMarks(faults, "danger"), ...toMarks(places, "warning")]);
  const notes = Object.entries(counts).flatMap(([what, count]) =>
    count > 0 ? [`${formatCount(count, "part")} ${what === "invalid" ? "still invalid" : what}`] : [],
  );
  page.announce([`${formatCount(faults.length, "line")} kept unchanged`, ...notes].join(", "));
  fill(
    host,
    result(page, { title: "Cleaned, line by line", value, notes, file: "cleaned.txt" }),
    lineFaults(page, faults),
  );
  return keepConverted(text, faults);
}

function verdict(valid: boolean): HTMLElement {
  return valid
    ? h("span.badge.info", "a valid URI reference")
    : h("span.badge.warning", "not a valid URI reference: try the level advanced");
}

function native(text: string, ours: string | undefined): HTMLElement {
  return browserTable(ours, [
    callNative("new URL(text).href", () => new URL(text).href),
    callNative("encodeURI(text)", () => encodeURI(text)),
  ]);
}
