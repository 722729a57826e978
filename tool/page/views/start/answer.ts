import { percentDecode, percentEncode } from "percodec";
import { rfc3986 } from "percodec/sets";
import { guess, type ReadingName, type TextReading } from "../../../shared/reading/guess.ts";
import {
  chooseReading,
  isReason,
  READING_TITLES,
  reportText,
  type TextReport,
} from "../../../shared/reading/report.ts";
import { loadOwners } from "../../app/owners.ts";
import { type PageState, readOption } from "../../app/state.ts";
import { type FindingGroup, groupFindings } from "../../app/finding-titles.ts";
import { button, fill, formatCount, h } from "../../components/dom.ts";
import { drawFindings, drawGroup, drawNotJudged } from "../../components/findings.ts";
import { type Highlight, partClass } from "../../components/highlights.ts";
import { unfoldOptions } from "../../components/option-fields.ts";
import type { Page } from "../../components/page.ts";
import { isOnPhone } from "../../components/phone-bar.ts";
import { type Answer, toInput } from "./answer-context.ts";
import { drawContents } from "./contents.ts";
import { drawUse } from "./use.ts";
import { drawVerdict, markHost } from "./verdict.ts";

/** Draws the answer for a text: what it is, where it leads, its parts, its findings, and what to do with it. */
export function drawAnswer(host: HTMLElement, page: Page, state: PageState): void {
  const { text } = state;
  const readings = guess(text);
  const wanted = readOption(state, "as");
  const reading = chooseReading(text, readings, wanted === "auto" ? undefined : (wanted as ReadingName));
  const report = reportText(reading, loadOwners(page.redraw));
  const place = text.indexOf(reading.text);
  const offset = place < 0 ? undefined : place;
  const answer: Answer = { page, state, report, offset };
  page.mark(offset === undefined ? [] : toMarks(report, offset));
  page.announce(report.level === "calm" ? report.verdict : `${report.level}: ${report.verdict}`);
  const contents = drawContents(answer);
  // On a phone this card comes directly under the verdict.
  const find = (name: string): HTMLElement | undefined => contents.find((card) => card.classList.contains(name));
  const first = find("hops") ?? find("query") ?? contents[0];
  first?.classList.add("first");
  const use = drawUse(answer);
  const verdict = drawVerdict(report);
  // The main copies are at the top, a few tab stops after the field.
  const copies = h("p.actions.top-copies", ...use.querySelectorAll(".at-top"));
  // On a phone the first card follows the verdict, and the bar has the main copy.
  if (!isOnPhone()) verdict.append(copies);
  fill(
    host,
    drawReadings(page, readings, reading),
    verdict,
    h(
      "div.answer",
      h("div.column", ...contents.flatMap((card) => (card === first && isOnPhone() ? [card, copies] : [card])), use),
      h("div.column", drawWhy(answer)),
    ),
    drawDeeper(answer),
  );
}

function toMarks({ parts, whole, findings, destination }: TextReport, offset: number): readonly Highlight[] {
  const owners = parts.flatMap(({ name, raw, index }) =>
    name === "host" ? markHost(raw, destination ?? {}).map((mark) => ({ ...mark, index: mark.index + index })) : [],
  );
  // In an escaped text warnings are marked too; in a URL many marks would hide its parts.
  const marked = findings.filter(({ severity }) => severity === "danger" || (whole && severity === "warning"));
  return [
    ...owners.filter(({ kind }) => kind === "owner"),
    ...marked.map(({ index, length, severity }): Highlight => ({ index, length, kind: severity })),
    ...parts.map(({ name, raw, index }): Highlight => ({ index, length: raw.length, kind: partClass(name) })),
  ].map((mark) => ({ ...mark, index: mark.index + offset }));
}

function drawReadings(page: Page, readings: readonly TextReading[], reading: TextReading): HTMLElement {
  const list = h(
    "select",
    { id: "read-as", change: () => page.setOption("as", list.value) },
    ...Object.entries(READING_TITLES).map(([value, label]) => h("option", { value }, label)),
  );
  list.value = reading.name;
  const others = readings.filter(({ name }) => name !== reading.name);
  return h(
    "p.readings",
    h("label", { for: "read-as" }, "Read as"),
    list,
    h("span", "because: ", reading.because),
    h(
      "span.actions",
      ...others.map(({ name }) => button(`as ${READING_TITLES[name]}`, () => page.setOption("as", name))),
    ),
  );
}

/** Draws the way to the views that show one thing in depth. */
function drawDeeper({ page, report }: Answer): HTMLElement {
  const { text } = report.reading;
  const value = percentDecode(text, { malformed: "keep", invalidUtf8: "keep" });
  const character = /[^\0-\x7f\p{C}\p{M}\p{Z}]/u.exec(value)?.[0] ?? "";
  const views = [
    [
      character === ""
        ? "Bytes, one by one"
        : `Why is ${character} written ${percentEncode(character, rfc3986.component)}?`,
      "explain",
    ],
    ["What other programs see", "decoders"],
    ["All findings and checks", "inspect"],
    ["Compare with another", "compare"],
  ] as const;
  const decode = (): void => {
    unfoldOptions();
    page.go({ mode: "decode", text, options: report.lines.length > 0 ? { lines: "true" } : {} });
  };
  return h(
    "p.deeper",
    h("span.soft", "Go deeper: "),
    ...views.map(([label, mode]) => button(label, () => page.go({ mode, text }))),
    report.table === undefined && button("Decode with options", decode),
  );
}

/** Draws the reasons of the verdict, the other findings, each kind as one row, and what was not judged. */
function drawWhy(answer: Answer): HTMLElement {
  const { page, report, offset } = answer;
  const { findings, notJudged, reading, level } = report;
  const features = {
    text: reading.text,
    offset,
    hasParts: report.parts.length > 0,
    apply: (text: string): void => page.replaceText(toInput(answer, text)),
  };
  const draw = (groups: readonly FindingGroup[]): HTMLElement =>
    drawFindings(groups, (group) => drawGroup(page, group, features));
  const isNote = ({ severity }: FindingGroup): boolean => severity === "info";
  const reasons = groupFindings(findings.filter((finding) => isReason(report, finding)));
  const others = groupFindings(findings.filter((finding) => !isReason(report, finding)));
  const shown = [...reasons, ...others.filter((group) => !isNote(group))];
  const notes = others.filter(isNote);
  return h(
    "article.card.why",
    h("h2", "Findings"),
    findings.length === 0 && h("p", level === "calm" ? "No finding in what was judged." : "No other finding."),
    shown.length > 0 && draw(shown),
    notes.length > 0 &&
      h("details", { open: shown.length === 0 }, h("summary", formatCount(notes.length, "note")), draw(notes)),
    drawNotJudged(notJudged),
  );
}
