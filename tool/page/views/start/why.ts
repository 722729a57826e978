import { isReason } from "../../../shared/reading/report.ts";
import { type FindingGroup, groupFindings } from "../../app/finding-titles.ts";
import { formatCount, h } from "../../components/dom.ts";
import { drawFindings, drawGroup, drawNotJudged } from "../../components/findings.ts";
import { type Answer, toInput } from "./answer-context.ts";

/** Draws the reasons of the verdict, the other findings, each kind as one row, and what was not judged. */
export function drawWhy(answer: Answer): HTMLElement {
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
