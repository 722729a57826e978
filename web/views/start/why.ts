import type { Finding } from "../../../src/inspect/index.ts";
import { formatCount, h } from "../../components/dom.ts";
import { drawFinding, drawFindings, drawNotJudged } from "../../components/findings.ts";
import { type Answer, toInput } from "./answer-context.ts";

/** Draws the findings, the dangers first, and what was not judged. */
export function drawWhy(answer: Answer): HTMLElement {
  const { page, report, offset } = answer;
  const { findings, notJudged, reading } = report;
  const apply = (text: string): void => page.replaceText(toInput(answer, text));
  const draw = (listed: readonly Finding[]): HTMLElement =>
    drawFindings(listed, (finding) => drawFinding(page, finding, { text: reading.text, offset, apply }));
  const notes = findings.filter(({ severity }) => severity === "info");
  const others = findings.filter(({ severity }) => severity !== "info");
  return h(
    "article",
    "card why",
    h("h2", {}, "Why"),
    findings.length === 0 && h("p", {}, "No finding in what was judged."),
    others.length > 0 && draw(others),
    notes.length > 0 &&
      h(
        "details",
        { attributes: { open: others.length === 0 } },
        h("summary", {}, formatCount(notes.length, "note")),
        draw(notes),
      ),
    drawNotJudged(notJudged),
  );
}
