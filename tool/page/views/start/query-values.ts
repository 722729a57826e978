import type { ReportParameter } from "../../../shared/reading/report.ts";
import { QueryEdit } from "../../app/query-pairs.ts";
import { button, byId, formatCount, formatNumber, h, headingBar } from "../../components/dom.ts";
import { growList } from "../../components/growing-list.ts";
import { drawIsolated } from "../../components/invisible-characters.ts";
import { copyButton } from "../../components/results.ts";
import { type Field, findField, focusField } from "../../components/view-field.ts";
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

const FIELD = { spellcheck: "false", autocomplete: "off", autocapitalize: "off" } as const;

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
export class QueryValues {
  readonly element: HTMLElement;
  readonly #answer: Answer;
  readonly #edit: QueryEdit;
  readonly #added: number | undefined;

  constructor(answer: Answer) {
    const { page, report } = answer;
    const { parameters, parts, reading } = report;
    this.#answer = answer;
    const query = parts.find(({ name }) => name === "query");
    this.#edit = new QueryEdit(reading.text, query?.index ?? (reading.text.startsWith("?") ? 1 : 0));
    const { pairCount } = this.#edit;
    this.#added =
      added !== undefined && pairCount === added.k + 1 && this.#edit.start === added.start ? added.k : undefined;
    const omitted = pairCount - parameters.length;
    const order = button("⇅ Order", () => this.#setOrdering(!isOrdering));
    order.setAttribute("aria-pressed", String(isOrdering));
    const trackers = parameters.flatMap(({ name }, k) => (isTracker(name) ? [k] : []));
    this.element = h(
      "article.card.query",
      headingBar(
        formatCount(pairCount, "parameter"),
        button("+ Add", () => this.#add()),
        parameters.length > 1 && order,
        trackers.length > 0 &&
          button(`Remove ${formatCount(trackers.length, "tracker")}`, () => this.#removeAll(trackers)),
        button("Edit as a form", () => page.go({ mode: "form", text: this.#edit.text })),
      ),
      this.#drawPairs(parameters),
      omitted > 0 &&
        h("p.notes", `The first ${parameters.length} are listed. ${formatNumber(omitted)} more stay as they are.`),
    );
  }

  #drawPairs(parameters: readonly ReportParameter[]): HTMLElement {
    const host = h("dl.values");
    const list = growList(host, {
      count: parameters.length,
      chunk: CHUNK,
      end: h("dd"),
      draw: (k) => {
        const pair = document.createDocumentFragment();
        pair.append(...this.#drawPair(parameters[k]!, k));
        return pair;
      },
    });
    list.drawTo(drawAtLeast);
    drawAtLeast = 0;
    return host;
  }

  #drawPair(parameter: ReportParameter, k: number): readonly Node[] {
    const { name, raw, layers } = parameter;
    const first = layers[0]!;
    const field = this.#listen(
      h("textarea", { ...FIELD, rows: 1, "aria-label": `Value of ${name}`, "data-field": `value ${k}` }),
      k,
      (value) => this.#edit.setValue(k, value),
    );
    field.value = first;
    const copy = copyButton(() => first, "Copy", `the value of ${name}`);
    const rewrite = (after: string): void => this.#apply(() => this.#edit.setRaw(k, raw, after));
    return [
      h(
        "dt",
        ...(this.#added === k ? [this.#drawName(name, k)] : drawFixedName(name)),
        isOrdering && this.#drawMoves(name, k),
      ),
      h(
        "dd",
        h(
          "div.value",
          layers.length > 1 && h("span", { "aria-hidden": "true" }, STEPS[0]),
          field,
          copy,
          this.#drawRemove(name, k),
        ),
        ...drawMore(parameter, first, rewrite, hidesDelimiter(this.#answer.report)),
      ),
    ];
  }

  /** Draws the name of a pair as a field. */
  #drawName(name: string, k: number): HTMLElement {
    const label = `Name of pair ${k + 1}`;
    const field = this.#listen(
      h("input", { ...FIELD, type: "text", "aria-label": label, "data-field": `name ${k}` }),
      k,
      (value) => this.#edit.setName(k, value),
    );
    field.value = name;
    return field;
  }

  /** Makes a field change the pair as it is typed. */
  #listen<Pair extends Field>(field: Pair, k: number, change: (value: string) => void): Pair {
    const type = (): void => this.#type(k, field, () => change(readWellFormed(field)));
    field.addEventListener("input", (event) => {
      // An input method replaces what it composes: the field has to stay until it ends.
      if (!(event as InputEvent).isComposing) type();
    });
    field.addEventListener("compositionend", type);
    return field;
  }

  #drawRemove(name: string, k: number): HTMLElement {
    const remove = button(
      "✕",
      () => this.#applyAndFocus(() => this.#edit.remove(k), Math.max(0, k - 1), "dd .remove"),
      "button remove",
    );
    remove.setAttribute("aria-label", `Remove ${name}`);
    remove.title = "Remove this pair";
    return remove;
  }

  /** Draws the buttons that move a pair. */
  #drawMoves(name: string, k: number): HTMLElement {
    const last = this.#answer.report.parameters.length - 1;
    const move = (sign: string, words: string, to: number, act: () => void): HTMLButtonElement => {
      const element = button(sign, () => this.#applyAndFocus(act, to, "dt"), "quiet");
      element.setAttribute("aria-label", `${words} ${name}`);
      element.disabled = to < 0 || to > last;
      return element;
    };
    return h(
      "span.actions",
      move("↑", "Move up", k - 1, () => this.#edit.swapWithNext(k - 1)),
      move("↓", "Move down", k + 1, () => this.#edit.swapWithNext(k)),
    );
  }

  #setOrdering(next: boolean): void {
    isOrdering = next;
    this.#answer.page.redraw();
  }

  #add(): void {
    const k = this.#edit.pairCount;
    drawAtLeast = Infinity;
    this.#apply(() => this.#edit.add("name="), { start: this.#edit.start, k });
    focusField(`name ${k}`)?.select();
  }

  #removeAll(pairs: readonly number[]): void {
    this.#apply(() => pairs.toReversed().forEach((k) => this.#edit.remove(k)));
    byId("text").focus();
  }

  /** Changes the text in one step, and draws the answer again. */
  #apply(act: () => void, addedPair?: typeof added): void {
    act();
    added = addedPair;
    this.#answer.page.replaceText(toInput(this.#answer, this.#edit.text));
  }

  /** Changes the text; the focus follows the pair that was moved, or goes to the one before a pair that was removed. */
  #applyAndFocus(act: () => void, focusAt: number, place: "dt" | "dd .remove"): void {
    drawAtLeast = focusAt + 1;
    this.#apply(act);
    const found = document.querySelectorAll<HTMLElement>(`.values ${place}`)[focusAt];
    // Without a pair, the card is gone.
    (found?.matches("button")
      ? found
      : (found?.querySelector<HTMLElement>("button:not(:disabled)") ?? byId("text"))
    ).focus();
  }

  /** Changes a pair as it is typed, and draws the answer again. */
  #type(k: number, typed: Field, act: () => void): void {
    act();
    this.#answer.page.setText(toInput(this.#answer, this.#edit.text), findField(typed));
    drawAtLeast = k + 1;
    this.#answer.page.redraw();
  }
}

function drawFixedName(name: string): readonly Node[] {
  return [drawIsolated(name.slice(0, 256)), ...(name === "" ? [h("span.nothing", "no name")] : [])];
}
