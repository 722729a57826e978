import type { ReportParameter } from "../../../shared/reading/report.ts";
import { placeQuery, QueryEdit } from "../../app/query-pairs.ts";
import { append, button, byId, formatCount, formatNumber, h, headingBar } from "../../components/dom.ts";
import { growList } from "../../components/growing-list.ts";
import { drawIsolated } from "../../components/invisible-characters.ts";
import { copyButton } from "../../components/results.ts";
import { type Field, findField, focusField, UNCORRECTED } from "../../components/view-field.ts";
import { type Answer, toInput } from "./answer-context.ts";
import { drawMore, hidesDelimiter, STEPS } from "./layered-value.ts";
import { readWellFormed } from "../../components/notice.ts";

/** Whether the pairs can be moved, which is kept while the text changes. */
let isOrdering = false;
/** The number of pairs that the next drawing has to contain, because one of them gets the focus. */
let drawAtLeast = 0;
/** The pair that was added last, whose name can be edited: its index `k`, and the text before the query. */
let added: { readonly start: string; readonly k: number } | undefined;
/** The number of pairs that are drawn at a time. */
const CHUNK = 16;

/** Names of parameters that count visits: of Google (https://support.google.com/analytics/answer/11242870), Meta, Microsoft, Yandex and Mailchimp. */
const TRACKER = /^(?:utm_\w+|gclid|gclsrc|dclid|wbraid|gbraid|srsltid|fbclid|msclkid|yclid|mc_[ce]id)$/i;
export const isTracker = (name: string): boolean => TRACKER.test(name);

/** Adds the first pair to a URL without a query. */
export function addFirst(answer: Answer): void {
  const { text } = answer.report.reading;
  const [, before = "", after = ""] = /^([^#]*?)\??(#.*|)$/s.exec(text) ?? [];
  added = { start: `${before}?`, k: 0 };
  answer.page.replaceText(toInput(answer, `${before}?name=${after}`));
  focusField("name 0")?.select();
}

/** Draws the pairs of a query; changing one of them leaves every other byte of the input. */
export function drawQuery(answer: Answer): HTMLElement {
  const { page, report } = answer;
  const { parameters, parts, reading } = report;
  const query = parts.find(({ name }) => name === "query");
  const edit = new QueryEdit(placeQuery(reading.text, query?.index ?? (reading.text.startsWith("?") ? 1 : 0)));
  const { pairCount } = edit;
  const isAdded = added !== undefined && pairCount === added.k + 1 && edit.start === added.start;
  const omitted = pairCount - parameters.length;
  const trackers = parameters.flatMap(({ name }, k) => (isTracker(name) ? [k] : []));
  const host = h("dl.values");
  const draw = (k: number): Node => {
    const pair = document.createDocumentFragment();
    append(pair, ...drawPair(parameters[k]!, k));
    return pair;
  };
  growList(host, parameters.length, CHUNK, draw, "dd").drawTo(drawAtLeast);
  drawAtLeast = 0;
  return h(
    "article.card.query",
    headingBar(
      formatCount(pairCount, "parameter"),
      button("+ Add", add),
      parameters.length > 1 && button("⇅ Order", setOrdering, { "aria-pressed": String(isOrdering) }),
      trackers.length > 0 && button(`Remove ${formatCount(trackers.length, "tracker")}`, removeTrackers),
      button("Edit as a form", () => page.go({ mode: "form", text: edit.text })),
    ),
    host,
    omitted > 0 &&
      h("p.notes", `The first ${parameters.length} are listed. ${formatNumber(omitted)} more stay as they are.`),
  );

  function drawPair(parameter: ReportParameter, k: number): readonly Node[] {
    const { name, raw, layers } = parameter;
    const first = layers[0]!;
    const field = h("textarea", {
      ...UNCORRECTED,
      rows: 1,
      "aria-label": `Value of ${name}`,
      "data-field": `value ${k}`,
    });
    field.value = first;
    listen(field, k, (value) => edit.setValue(k, value));
    const rewrite = (after: string): void => apply(() => edit.setRaw(k, raw, after));
    const remove = (): void => applyAndFocus(() => edit.remove(k), Math.max(0, k - 1), "dd .remove");
    return [
      h(
        "dt",
        isAdded && added?.k === k ? drawNameField(name, k) : drawIsolated(name.slice(0, 256)),
        name === "" && !(isAdded && added?.k === k) && h("span.nothing", "no name"),
        isOrdering && drawMoves(name, k),
      ),
      h(
        "dd",
        h(
          "div.value",
          layers.length > 1 && h("span", { "aria-hidden": "true" }, STEPS[0]),
          field,
          copyButton(first, "Copy", `the value of ${name}`),
          button("✕", remove, { class: "button remove", "aria-label": `Remove ${name}`, title: "Remove this pair" }),
        ),
        ...drawMore(parameter, first, rewrite, hidesDelimiter(report)),
      ),
    ];
  }

  function drawNameField(name: string, k: number): HTMLElement {
    const label = `Name of pair ${k + 1}`;
    const field = h("input", { ...UNCORRECTED, type: "text", "aria-label": label, "data-field": `name ${k}` });
    field.value = name;
    listen(field, k, (value) => edit.setName(k, value));
    return field;
  }

  /** Makes a field change the pair as it is typed, and draw the answer again. */
  function listen(field: Field, k: number, change: (value: string) => void): void {
    const type = (): void => {
      change(readWellFormed(field));
      page.setText(toInput(answer, edit.text), findField(field));
      drawAtLeast = k + 1;
      page.redraw();
    };
    field.addEventListener("input", (event) => {
      // An input method replaces what it composes: the field has to stay until it ends.
      if (!(event as InputEvent).isComposing) type();
    });
    field.addEventListener("compositionend", type);
  }

  /** Draws the buttons that move a pair. */
  function drawMoves(name: string, k: number): HTMLElement {
    const move = (sign: string, words: string, to: number): HTMLButtonElement =>
      button(sign, () => applyAndFocus(() => edit.swapWithNext(Math.min(k, to)), to, "dt"), {
        class: "quiet",
        "aria-label": `${words} ${name}`,
        disabled: to < 0 || to >= parameters.length,
      });
    return h("span.actions", move("↑", "Move up", k - 1), move("↓", "Move down", k + 1));
  }

  function setOrdering(): void {
    isOrdering = !isOrdering;
    page.redraw();
  }

  function add(): void {
    const k = edit.pairCount;
    drawAtLeast = Infinity;
    apply(() => edit.add("name="), { start: edit.start, k });
    focusField(`name ${k}`)?.select();
  }

  function removeTrackers(): void {
    apply(() => trackers.toReversed().forEach((k) => edit.remove(k)));
    byId("text").focus();
  }

  /** Changes the text in one step, and draws the answer again. */
  function apply(act: () => void, addedPair?: typeof added): void {
    act();
    added = addedPair;
    page.replaceText(toInput(answer, edit.text));
  }

  /** Changes the text; the focus follows the pair that was moved, or goes to the one before a pair that was removed. */
  function applyAndFocus(act: () => void, focusAt: number, place: "dt" | "dd .remove"): void {
    drawAtLeast = focusAt + 1;
    apply(act);
    const found = document.querySelectorAll<HTMLElement>(`.values ${place}`)[focusAt];
    const control = found?.matches("button") ? found : found?.querySelector<HTMLElement>("button:not(:disabled)");
    // Without a pair, the card is gone.
    (control ?? byId("text")).focus();
  }
}
