import type { ExplainedStep } from "../../shared/explain/steps.ts";
import { type GrowingList, growList } from "./growing-list.ts";
import { type Cell, type CellGroup, groupSteps, describeCell } from "./cells.ts";
import { fill, formatNumber, h } from "./dom.ts";
import { hexByte } from "../app/format.ts";
import { drawPicture } from "./byte-picture.ts";
import { drawText } from "./invisible-characters.ts";

interface CellMapFeatures {
  /** The number of groups that are drawn at a time. */
  readonly chunk: number;
  readonly encoding: boolean;
  /** The name of the encoding of the bytes (default UTF-8). */
  readonly charset?: string | undefined;
  /** Whether the first step is selected at the start. */
  readonly selectFirst?: boolean;
  /** Receives the span of the focused cell, or undefined. */
  readonly point?: (span: { readonly index: number; readonly length: number } | undefined) => void;
}

let mapCount = 0;

/** Shows an explanation as cells: pieces of the text, their bytes, and the characters that these form. */
export class CellMap {
  readonly element: HTMLElement;
  /** The elements of the cells that are drawn. */
  readonly #cells: HTMLElement[] = [];
  readonly #steps: readonly Cell[];
  readonly #cellGroups: readonly CellGroup[];
  /** For each cell, the number of its group. */
  readonly #groups: readonly number[];
  readonly #list: GrowingList;
  readonly #detail: HTMLElement;
  readonly #features: CellMapFeatures;
  #current = 0;

  constructor(steps: readonly ExplainedStep[], features: CellMapFeatures) {
    this.#features = features;
    const groups = groupSteps(steps);
    this.#cellGroups = groups;
    this.#steps = groups.flatMap(({ cells }) => cells);
    this.#groups = groups.flatMap(({ cells }, k) => cells.map(() => k));
    const id = `cells-${++mapCount}`;
    this.#detail = h("div", { class: "step", attributes: { id } });
    const hint = h(
      "p",
      { class: "soft", attributes: { id: `${id}-hint` } },
      "Press a tile, or move with the arrow keys, to see what it becomes and why.",
    );
    const host = h("div", {
      class: "cells",
      attributes: { role: "toolbar", "aria-label": "Steps", "aria-describedby": hint.id },
      on: {
        keydown: (event) => this.#onKey(event),
        click: (event) => this.#withCell(event.target, (k) => this.#focus(k)),
        focusin: (event) => this.#withCell(event.target, (k) => this.#choose(k)),
        focusout: () => this.#features.point?.(undefined),
      },
    });
    this.#list = growList(host, {
      count: groups.length,
      chunk: features.chunk,
      end: h("div"),
      draw: (k) => this.#group(groups[k]!),
    });
    this.element = h("div", "explained", hint, host, this.#detail);
    const [first] = this.#cells;
    if (first === undefined) return;
    first.tabIndex = 0;
    if (features.selectFirst) this.#select(0);
  }

  #group({ cells, output }: CellGroup): HTMLElement {
    const [first] = cells;
    const isFault = first.role === "error";
    const result = isFault && output === "" ? h("span", "nothing", "nothing") : drawOutput(output);
    const same = cells.length === 1 && first.role === "raw";
    return h(
      "div",
      { class: `group ${isFault ? "error" : first.role}`, attributes: { role: "presentation" } },
      h("div", { class: "pieces", attributes: { role: "presentation" } }, ...cells.map((cell) => this.#cell(cell))),
      h("div", { class: `result${same ? " same" : ""}`, attributes: { "aria-hidden": "true" } }, h("bdi", {}, result)),
    );
  }

  #cell(cell: Cell): HTMLElement {
    const { step, role } = cell;
    const sentence = describeCell(cell, this.#features.encoding);
    const element = h(
      "button",
      {
        class: `cell ${role}`,
        attributes: {
          type: "button",
          tabindex: "-1",
          "aria-pressed": "false",
          "aria-controls": this.#detail.id,
          "aria-label": `${step.input === " " ? "space" : step.input}, ${step.bytes.map(hexByte).join(" ") || "no byte"}: ${sentence}`,
          "data-order": cell.order,
        },
      },
      h("bdi", "piece", drawOutput(step.input)),
      h(
        "span",
        "byte",
        step.bytes.length > 4 ? `${step.bytes.length} bytes` : step.bytes.map(hexByte).join(" ") || "–",
      ),
    );
    this.#cells.push(element);
    return element;
  }

  #withCell(target: EventTarget | null, act: (order: number) => void): void {
    const cell = target instanceof Element ? target.closest<HTMLElement>(".cell") : null;
    if (cell !== null) act(Number(cell.dataset["order"]));
  }

  #onKey(event: KeyboardEvent): void {
    const last = this.#steps.length - 1;
    // The next line has to exist before its nearest cell is found.
    if (event.key === "ArrowDown") this.#list.drawTo(this.#groups[this.#current]! + this.#features.chunk);
    const next = {
      ArrowRight: Math.min(last, this.#current + 1),
      ArrowLeft: Math.max(0, this.#current - 1),
      ArrowDown: this.#findInNextLine(1),
      ArrowUp: this.#findInNextLine(-1),
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.#focus(next);
  }

  /** Returns the nearest cell in the line above or below. */
  #findInNextLine(by: 1 | -1): number {
    const here = this.#cells[this.#current]!.getBoundingClientRect();
    let best = this.#current;
    let distance = Infinity;
    let line: number | undefined;
    for (let k = this.#current + by; k >= 0 && k < this.#cells.length; k += by) {
      const there = this.#cells[k]!.getBoundingClientRect();
      if (Math.abs(there.top - here.top) < 4) continue;
      line ??= there.top;
      if (Math.abs(there.top - line) >= 4) break;
      if (Math.abs(there.left - here.left) < distance) {
        distance = Math.abs(there.left - here.left);
        best = k;
      }
    }
    return best;
  }

  #focus(order: number): void {
    this.#list.drawTo(this.#groups[order]! + 1);
    this.#cells[order]?.focus();
  }

  #choose(order: number): void {
    this.#select(order);
    const { index, length } = this.#steps[order]!.step;
    this.#features.point?.({ index, length });
  }

  #select(order: number): void {
    const before = this.#cells[this.#current]!;
    before.tabIndex = -1;
    before.setAttribute("aria-pressed", "false");
    this.#current = order;
    const cell = this.#cells[order]!;
    cell.tabIndex = 0;
    cell.setAttribute("aria-pressed", "true");
    this.#show(order);
  }

  /** Shows the details of a step below the cells. */
  #show(order: number): void {
    const cell = this.#steps[order]!;
    const { clause, index } = cell.step;
    const section = h(
      "a",
      { attributes: { href: clause, rel: "noreferrer noopener", target: "_blank" } },
      clause.replace(/^https:\/\/(?:www\.)?/, ""),
    );
    fill(
      this.#detail,
      h("p", cell.role === "error" ? "what error" : "what", describeCell(cell, this.#features.encoding)),
      h("p", {}, `Index ${formatNumber(index)}, section `, section),
      this.#picture(order),
    );
  }

  /** Draws the picture of the character of a cell; a run of several characters has none. */
  #picture(order: number): HTMLElement | false {
    const steps = this.#cellGroups[this.#groups[order]!]!.cells.map(({ step }) => step);
    const { input } = steps[0]!;
    const isEscape = input.startsWith("%") && !this.#features.encoding;
    if (isEscape ? /^%u/i.test(input) : Array.from(input).length > 1) return false;
    return drawPicture(steps, !isEscape, this.#steps.map(({ step }) => step.input).join(""), this.#features.charset);
  }
}

/** Draws the text of a cell; a single space gets a sign. */
function drawOutput(text: string): Node {
  return text === " " ? h("span", "blank", "␣") : drawText(text, { breaks: false });
}
