import { PercentEncodingError } from "../../src/index.ts";
import { cleanUriReport, type CleanOptions, normalizeUri } from "../../src/uri/index.ts";
import { encodingFor } from "../app/charset-loader.ts";
import { button, formatCount, fill, formatNumber, h } from "../components/dom.ts";
import { convertLines } from "../app/lines.ts";
import type { Highlight } from "../components/highlights.ts";
import { linkButtons } from "../components/link-button.ts";
import type { Draw, Page } from "../components/page.ts";
import {
  callNative,
  browserTable,
  examples,
  fault,
  lineFaults,
  result,
  showButton,
  table,
} from "../components/results.ts";
import { drawIsolated } from "../components/invisible-characters.ts";
import { remedyButtons } from "../components/remedies.ts";
import { type PageState, readOption } from "../app/state.ts";

export function view(host: HTMLElement, page: Page): Draw {
  return (state) => {
    const { text } = state;
    if (text === "") return fill(host, examples(page, "clean"));
    const tables = encodingFor(readOption(state, "encoding"), page.redraw);
    if (tables === "loading") return fill(host, h("p", "waiting", "Loading the tables of the other encodings …"));
    const addressBar = readOption(state, "addressBar");
    const options = {
      level: readOption(state, "level"),
      ...(addressBar !== "none" && { addressBar }),
      ...(tables && { encoding: tables.encoding }),
    } as CleanOptions;
    try {
      if (readOption(state, "lines") === "true") return drawLines(host, page, text, options);
      drawOne(host, page, text, options);
    } catch (error) {
      if (!(error instanceof PercentEncodingError)) throw error;
      fill(host, fault(page, error, ...remedies(page, state, error)), native(text, undefined));
    }
  };
}

function drawOne(host: HTMLElement, page: Page, text: string, options: CleanOptions): void {
  const { value, valid, invalid, repairs } = cleanUriReport(text, options);
  page.mark([
    ...invalid.map((span): Highlight => ({ ...span, kind: "danger" })),
    ...repairs.map((span): Highlight => ({ ...span, kind: "warning" })),
  ]);
  page.announce(valid ? "Cleaned: a valid URI" : `Cleaned: ${formatCount(invalid.length, "part")} still invalid`);
  const notes = [value === text ? "Cleaning changed nothing." : "", verdict(valid)].filter((note) => note !== "");
  const normal = normalizeUri(value);
  const places = [
    ...invalid.map((span) => ({ ...span, what: "still invalid" })),
    ...repairs.map(({ repair, ...span }) => ({ ...span, what: repair })),
  ].sort((a, b) => a.index - b.index);
  const repaired = repairs.length > 0 && formatCount(repairs.length, "repair");
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
        button("Display", () => page.go({ mode: "display", text: value, options: {} })),
      ],
    }),
    places.length > 0 &&
      h(
        "article",
        "card",
        h("h2", {}, [repaired, broken].filter(Boolean).join(", ")),
        table(
          ["Text", "Index", "Length", "What", ""],
          places
            .slice(0, 200)
            .map(({ index, length, what }) => [
              h("code", {}, drawIsolated(text.slice(index, index + Math.min(24, length)))),
              formatNumber(index),
              formatNumber(length),
              what,
              showButton(page, index, length),
            ]),
        ),
      ),
    normal !== value && result(page, { title: "Normalized by RFC 3986", value: normal, main: false }),
    native(text, value),
  );
}

function drawLines(host: HTMLElement, page: Page, text: string, options: CleanOptions): void {
  const { value, faults } = convertLines(text, (line) => cleanUriReport(line, options).value);
  page.mark(faults.map(({ index, length }): Highlight => ({ index, length, kind: "danger" })));
  page.announce(`${formatCount(faults.length, "line")} kept unchanged`);
  fill(host, result(page, { title: "Cleaned, line by line", value, file: "cleaned.txt" }), lineFaults(page, faults));
}

function verdict(valid: boolean): HTMLElement {
  return valid
    ? h("span", "badge info", "a valid URI reference")
    : h("span", "badge warning", "not a valid URI reference: try the level advanced");
}

function remedies(page: Page, state: PageState, error: PercentEncodingError): readonly Node[] {
  if (error.code === "host-ambiguous") {
    return [
      h("span", {}, "A browser and an RFC 3986 parser see different hosts, so this text cannot be cleaned safely."),
    ];
  }
  return remedyButtons(state, error, state.text, page.setOption);
}

function native(text: string, ours: string | undefined): HTMLElement {
  return browserTable(ours, [
    callNative("new URL(text).href", () => new URL(text).href),
    callNative("encodeURI(text)", () => encodeURI(text)),
  ]);
}
