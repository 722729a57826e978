import { mend } from "../../src/inspect/mend.ts";
import type { Finding, NotJudged } from "../../src/inspect/index.ts";
import { FINDING_TITLES } from "../app/finding-titles.ts";
import { button, formatNumber, h } from "./dom.ts";
import { partName } from "./highlights.ts";
import { growList } from "./growing-list.ts";
import { drawIsolated } from "./invisible-characters.ts";
import type { Page } from "./page.ts";
import { showButton } from "./results.ts";

const SHOWN_UNITS = 64;
/** The number of findings that are drawn at a time. */
const CHUNK = 10;

interface FindingFeatures {
  /** The text that the finding is about. */
  readonly text: string;
  /** Its start in the text of the input; undefined if it is not part of it. */
  readonly offset: number | undefined;
  /** Replaces the text, or offers another view for it. */
  readonly apply: (text: string) => void;
  readonly remedies?: readonly Node[];
}

/** Draws a finding: its title in words, what it means, what it stands for, and a button that applies the remedy. */
export function drawFinding(
  page: Page,
  finding: Finding,
  { text, offset, apply, remedies = [] }: FindingFeatures,
): HTMLElement {
  const { code, component, index, length, severity, message, answer, layers } = finding;
  const mended = mend(text, finding);
  const actions = [
    ...(mended === undefined ? [] : [remedyButton(mended.label, mended.text, apply)]),
    ...remedies,
    ...(offset === undefined ? [] : [showButton(page, index + offset, length)]),
  ];
  return h(
    "li",
    `finding ${severity}`,
    h("h3", {}, h("span", `badge ${severity}`, severity), " ", FINDING_TITLES[code]),
    h("p", {}, message),
    answer !== undefined && h("p", "soft", "It stands for ", h("code", {}, drawIsolated(answer.slice(0, 256))), "."),
    layers !== undefined &&
      layers.length > 0 &&
      h(
        "p",
        "soft",
        layers.map(({ layer, appears }) => `layer ${layer}: ${appears.join(" ") || "nothing"}`).join("; "),
      ),
    h(
      "p",
      "soft",
      partName(component),
      `, index ${formatNumber(index)}, length ${formatNumber(length)}, `,
      h("code", "code", code),
      ": ",
      h(
        "code",
        {},
        drawIsolated(text.slice(index, index + Math.min(length, SHOWN_UNITS))),
        length > SHOWN_UNITS && "…",
      ),
    ),
    actions.length > 0 && h("p", "actions", ...actions),
  );
}

/** Draws a list of findings; those below the screen are drawn when they come into view. */
export function drawFindings(findings: readonly Finding[], draw: (finding: Finding) => Node): HTMLElement {
  const list = h("ul", "findings");
  growList(list, { count: findings.length, chunk: CHUNK, end: h("li"), draw: (k) => draw(findings[k]!) });
  return list;
}

/** Creates a button that replaces the text; its description is a preview. */
export function remedyButton(label: string, text: string, apply: (text: string) => void): HTMLButtonElement {
  const element = button(label[0]!.toUpperCase() + label.slice(1), () => apply(text));
  const preview = text.length > 2 * SHOWN_UNITS ? `${text.slice(0, 2 * SHOWN_UNITS)} …` : text;
  element.title = `The text becomes: ${preview}`;
  return element;
}

/** Says what was not judged: an empty list of findings says nothing about it. */
export function drawNotJudged(notJudged: readonly NotJudged[]): HTMLElement {
  const sentences = [
    ...notJudged.map(({ message }) => message),
    "What the text is used for, and whether it is safe there, is not judged.",
  ];
  return h("p", "notes", h("span", {}, h("strong", {}, "Not judged: "), sentences.join(" ")));
}
