import { mend } from "../app/fix.ts";
import type { Finding, FindingCode, NotJudged } from "percodec/inspect";
import { type FindingGroup, FINDING_TITLES } from "../app/finding-titles.ts";
import type { FindingEntry } from "../app/finding-topics.ts";
import { button, fill, formatCount, formatNumber, h } from "./dom.ts";
import { partName } from "./highlights.ts";
import { growList } from "./growing-list.ts";
import { drawCode, drawIsolated } from "./invisible-characters.ts";
import type { Page } from "./page.ts";
import { fold, showButton } from "./results.ts";

const SHOWN_UNITS = 64;
/** The number of findings that are drawn at a time. */
const CHUNK = 10;

interface FindingFeatures {
  /** The text that the finding is about. */
  readonly text: string;
  /** Its start in the text of the input; undefined if it is not part of it. */
  readonly offset: number | undefined;
  /** Whether the text has parts, so that the part of a finding is named. */
  readonly hasParts: boolean;
  /** Replaces the text, or offers another view for it. */
  readonly apply: (text: string) => void;
  readonly remedies?: readonly Node[];
}

/** Draws a finding: its title in words, what it means, what it stands for, and a button that applies the remedy; its code and place are folded. */
export function drawFinding(page: Page, finding: Finding, features: FindingFeatures): HTMLElement {
  const { code, index, length, severity, message, layers = [] } = finding;
  const details = [
    h("p.soft", h("code.code", code), `, index ${formatNumber(index)}, length ${formatNumber(length)}`),
    layers.length > 0 &&
      h("p.soft", layers.map(({ layer, appears }) => `layer ${layer}: ${appears.join(" ") || "nothing"}`).join("; ")),
  ];
  return h(
    `li.finding.${severity}`,
    drawTitle(finding),
    h("p", message),
    ...drawPlace(page, finding, features),
    drawDetails(page, code, ...details),
  );
}

/** Draws the findings of one code as one row; the list of their places is drawn when it is opened. */
export function drawGroup(page: Page, group: FindingGroup, features: FindingFeatures): HTMLElement {
  const { code, severity, message, findings } = group;
  const [first] = findings as [Finding];
  if (findings.length === 1) return drawFinding(page, first, features);
  const mended = mend(features.text, findings);
  const count = findings.length + (findings.at(-1)?.more ?? 0);
  const places = formatCount(count, "place");
  const drawOne = (finding: Finding): Node =>
    h("li", message === undefined && h("p", finding.message), ...drawPlace(page, finding, features));
  return h(
    `li.finding.${severity}`,
    drawTitle(group, h("span.soft", " ", places.replace(" ", "\u00a0"))),
    message !== undefined && h("p", message),
    mended !== undefined && h("p.actions", remedyButton(mended.label, mended.text, features.apply)),
    fold("details.places", h("summary", `Show the ${places}`), () => [growItems("ul", findings, drawOne)]),
    drawDetails(page, code, h("p.soft", h("code.code", code))),
  );
}

/** Draws the title of a finding, with what is said after it. */
function drawTitle({ code, severity }: Pick<Finding, "code" | "severity">, after?: HTMLElement): HTMLElement {
  return h("h3", h(`span.badge.${severity}`, severity), " ", FINDING_TITLES[code], after);
}

/** Draws what a finding stands for, where it is, and what can be done there. */
function drawPlace(
  page: Page,
  finding: Finding,
  { text, offset, hasParts, apply, remedies = [] }: FindingFeatures,
): readonly HTMLElement[] {
  const { component, index, length, message, answer } = finding;
  const mended = mend(text, [finding]);
  const actions = [
    ...(mended === undefined ? [] : [remedyButton(mended.label, mended.text, apply)]),
    ...remedies,
    ...(offset === undefined ? [] : [showButton(page, index + offset, length)]),
  ];
  return [
    // Most messages contain the answer.
    ...(answer === undefined || message.includes(answer)
      ? []
      : [h("p.soft", "It stands for ", drawCode(answer.slice(0, 256)), ".")]),
    h(
      "p.soft",
      hasParts && h("span", "In the ", partName(component, component === "userinfo" ? "user name" : component), ": "),
      h("code", drawIsolated(text.slice(index, index + Math.min(length, SHOWN_UNITS))), length > SHOWN_UNITS && "…"),
    ),
    ...(actions.length > 0 ? [h("p.actions", ...actions)] : []),
  ];
}

/** Draws a disclosure that says why a finding matters and what to do; these texts load when the first one is opened. */
function drawDetails(page: Page, code: FindingCode, ...places: readonly (Node | false)[]): HTMLElement {
  const explanation = h("div");
  const details = h("details", h("summary.soft", "Details"), explanation, ...places);
  const open = button("Its entry in Findings", () => page.go({ mode: "findings", options: { find: code } }));
  details.addEventListener("toggle", () => {
    if (!details.open || explanation.childNodes.length > 0) return;
    void import("../app/finding-topics.ts").then(
      ({ findEntry }) => fill(explanation, ...drawExplanation(findEntry(code)), h("p.actions", open)),
      () => fill(explanation, h("p.refused", "This text could not be loaded; try again when you are online.")),
    );
  });
  return details;
}

/** Draws what a finding is, why it matters, and what to do: first for a person who reads the text, then for a program. */
export function drawExplanation({ what, why, reader, advice }: Explanation): readonly Node[] {
  return [
    h("p", ...drawProse(what)),
    h("p", h("strong", "Why it matters: "), ...drawProse(why)),
    ...(reader === undefined ? [] : [h("p", h("strong", "What to do: "), reader)]),
    h("p", h("strong", "In a program: "), ...drawProse(advice)),
  ];
}

type Explanation = Pick<FindingEntry, "what" | "why" | "reader" | "advice">;

/** Draws a text in which code is between backticks. */
function drawProse(text: string): (Node | string)[] {
  return text.split("`").map((part, k) => (k % 2 === 1 ? drawCode(part) : part));
}

/** Draws a list of findings or of groups; those below the screen are drawn when they come into view. */
export function drawFindings<Item>(items: readonly Item[], draw: (item: Item) => Node): HTMLElement {
  return growItems("ul.findings", items, draw);
}

function growItems<Item>(
  selector: "ul" | "ul.findings",
  items: readonly Item[],
  draw: (item: Item) => Node,
): HTMLElement {
  const list = h(selector);
  growList(list, items.length, CHUNK, (k) => draw(items[k]!), "li");
  return list;
}

/** Creates a button that replaces the text; its description is a preview. */
export function remedyButton(label: string, text: string, apply: (text: string) => void): HTMLButtonElement {
  const element = button(label.charAt(0).toUpperCase() + label.slice(1), () => apply(text));
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
  return h("p.notes", h("span", h("strong", "Not judged: "), sentences.join(" ")));
}
