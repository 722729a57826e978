import type { ExplainedStep } from "../../shared/explain/steps.ts";
import { type GrowingList, growList } from "./growing-list.ts";
import { fill, formatNumber, h } from "./dom.ts";
import { hexByte } from "../app/hex.ts";
import { drawText, formatCodePoint, nameInvisible, splitInvisible } from "./invisible-characters.ts";
import { toLabel } from "../app/labels.ts";

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
  /** For each cell, the number of its group. */
  readonly #groups: readonly number[];
  readonly #list: GrowingList;
  readonly #detail: HTMLElement;
  readonly #features: CellMapFeatures;
  #current = 0;
  #isChosen = false;

  constructor(steps: readonly ExplainedStep[], features: CellMapFeatures) {
    this.#features = features;
    const groups = groupSteps(steps);
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
        mouseover: (event) => this.#withCell(event.target, (k) => this.#show(k)),
        click: (event) => this.#withCell(event.target, (k) => this.#focus(k)),
        focusin: (event) => this.#withCell(event.target, (k) => this.#choose(k)),
        focusout: () => this.#features.point?.(undefined),
        mouseleave: () => this.#detail.hasChildNodes() && this.#isChosen && this.#show(this.#current),
      },
    });
    this.#list = growList(host, {
      count: groups.length,
      chunk: features.chunk,
      end: h("div"),
      draw: (k) => this.#group(groups[k]!),
    });
    this.element = h("div", "explained", hint, host, this.#detail);
    if (this.#cells.length > 0) {
      this.#cells[0]!.tabIndex = 0;
      if (features.selectFirst) this.#select(0);
    }
  }

  #group({ cells, output }: CellGroup): HTMLElement {
    const [first] = cells as [Cell, ...Cell[]];
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
          "aria-label": `${describeInput(step.input)}, ${step.bytes.map(hexByte).join(" ") || "no byte"}: ${sentence}`,
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
    this.#cells[order]!.focus();
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
    this.#isChosen = true;
    const cell = this.#cells[order]!;
    cell.tabIndex = 0;
    cell.setAttribute("aria-pressed", "true");
    this.#show(order);
  }

  /** Shows the details of a step below the cells. */
  #show(order: number): void {
    const cell = this.#steps[order]!;
    const { step } = cell;
    const pair = (name: string, ...value: readonly (Node | string)[]) =>
      h("div", {}, h("dt", {}, name), h("dd", {}, ...value));
    fill(
      this.#detail,
      h("p", cell.role === "error" ? "what error" : "what", describeCell(cell, this.#features.encoding)),
      h(
        "dl",
        {},
        pair("Index", formatNumber(step.index)),
        pair("Input", h("bdi", {}, drawText(step.input, { breaks: false }))),
        pair("Bytes", showBytes(step) || "none"),
        pair(this.#features.charset ?? "UTF-8", step.utf8),
        pair("Output", step.output === "" ? "nothing yet" : h("bdi", {}, drawText(step.output, { breaks: false }))),
        pair(
          "Section",
          h(
            "a",
            { attributes: { href: step.clause, rel: "noreferrer noopener", target: "_blank" } },
            step.clause.replace(/^https:\/\/(?:www\.)?/, ""),
          ),
        ),
      ),
    );
  }
}

/** Draws the text of a cell; a single space gets a sign. */
function drawOutput(text: string): Node {
  return text === " " ? h("span", "blank", "␣") : drawText(text, { breaks: false });
}

function describeInput(input: string): string {
  return input === " " ? "space" : input;
}

/** One cell: a step of an explanation. */
export interface Cell {
  /** Its index among all cells. */
  readonly order: number;
  readonly step: ExplainedStep;
  readonly role: Role;
}

/** The role of a cell, which decides its colour. */
export type Role = "raw" | "escape" | "lead" | "continuation" | "last" | "error";

/** The cells of one character, one fault, or one run of raw text. */
export interface CellGroup {
  readonly cells: readonly Cell[];
  /** The joined outputs of its cells. */
  readonly output: string;
}

/** The maximum length of a run of raw text in one cell, in UTF-16 units. */
const MAX_RUN_UNITS = 12;

/**
 * Groups the steps of an explanation: the escapes of one character or of one fault are one group. A long run of raw text is
 * split into several groups, so that it can wrap.
 */
export function groupSteps(steps: readonly ExplainedStep[]): readonly CellGroup[] {
  const groups: Cell[][] = [];
  let group: Cell[] = [];
  let open = false;
  let order = 0;
  for (const [k, whole] of steps.entries()) {
    for (const step of splitRun(whole)) {
      const continues = open && (step.utf8 !== "error" || step.code === undefined);
      const cell = { order: order++, step, role: findRole(step) };
      if (continues) group.push(cell);
      else groups.push((group = [cell]));
      open = false;
    }
    open = isOpen(whole, steps[k + 1]);
  }
  return finish(groups);
}

function finish(groups: readonly Cell[][]): readonly CellGroup[] {
  return groups.map((cells) => ({ cells, output: cells.map(({ step }) => step.output).join("") }));
}

/** Whether the next step belongs to the same character or fault. */
function isOpen({ utf8 }: ExplainedStep, next: ExplainedStep | undefined): boolean {
  if (utf8 === "lead" || utf8 === "continuation") return true;
  return utf8 === "error" && next?.utf8 === "error" && next.code === undefined;
}

/** Splits a long run of raw text. */
function splitRun(step: ExplainedStep): readonly ExplainedStep[] {
  const { index, length, input, bytes, output } = step;
  if (step.utf8 !== "ascii" || length <= MAX_RUN_UNITS || input !== output) return [step];
  const parts: ExplainedStep[] = [];
  for (let from = 0; from < length; from += MAX_RUN_UNITS) {
    const text = input.slice(from, from + MAX_RUN_UNITS);
    const part = bytes.slice(from, from + MAX_RUN_UNITS);
    parts.push({ ...step, index: index + from, length: text.length, input: text, bytes: part, output: text });
  }
  return parts;
}

function findRole({ utf8, input, output }: ExplainedStep): Role {
  if (utf8 === "ascii" || utf8 === "character") return input === output ? "raw" : "escape";
  return utf8 === "last" && input === output ? "raw" : utf8;
}

/** Describes a step in one sentence, for screen readers and for the line below the cells. */
export function describeCell(cell: Cell, encoding: boolean): string {
  const sentence = describeStep(cell, encoding);
  return sentence[0]!.toUpperCase() + sentence.slice(1);
}

function describeStep({ step, role }: Cell, encoding: boolean): string {
  const { input, output, bytes, bits, code } = step;
  if (role === "error") return `${toLabel(code ?? "part of the previous fault")}: ${describeFaultOutput(output)}`;
  if (encoding) {
    if (role === "raw") return input.length === 1 ? "kept by the set" : "a run that the set keeps";
    return `encoded: ${bytes.length === 1 ? "one byte" : `${bytes.length} bytes of UTF-8`}, each as its escape`;
  }
  if (role === "raw") return "unchanged";
  if (role === "lead")
    return `lead byte${bits !== undefined ? ` of a character of ${sequenceBytes(bytes[0]!)} bytes` : ""}`;
  if (role === "continuation") return "continuation byte";
  if (role === "last" && output === "") return "last byte of an escape sequence, which has no character";
  if (role === "last") return `last byte: completes ${nameCharacter(output)}`;
  return `one ${bytes.length === 1 ? "byte" : "escape"}: ${nameCharacter(output)}`;
}

function describeFaultOutput(output: string): string {
  return output === "" ? "no output" : `the output is ${nameCharacter(output)}`;
}

function sequenceBytes(lead: number): number {
  return lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
}

/** Returns a character with its code point, or a longer text unchanged. */
function nameCharacter(text: string): string {
  const code = text.codePointAt(0);
  if (code === undefined) return "nothing";
  if (text.length > (code > 0xffff ? 2 : 1)) return text;
  const isInvisible = splitInvisible(text)[0]?.sign !== undefined;
  return isInvisible ? nameInvisible(code) : `${code === 0x20 ? "space" : text} (${formatCodePoint(code)})`;
}

/** Returns `C3 = 110 00011` for one byte, and only the hex digits for several. */
export function showBytes({ bytes, bits }: ExplainedStep): string {
  const hex = bytes.map(hexByte).join(" ");
  return bits === undefined || bytes.length !== 1 ? hex : `${hex} = ${bits}`;
}
