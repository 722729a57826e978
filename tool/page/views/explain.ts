import type { DecodeOptions, EncodeOptions } from "percodec";
import { explainDecode, explainEncode } from "../../shared/explain/explain.ts";
import type { ExplainedStep } from "../../shared/explain/steps.ts";
import { namedSet } from "percodec/sets";
import { drawPicture } from "../components/byte-picture.ts";
import { type Cell, type CellGroup, groupSteps, describeCell } from "../components/cells.ts";
import { hexByte } from "../app/format.ts";
import { drawText } from "../components/invisible-characters.ts";
import { card, fill, formatCount, formatNumber, h, headingBar, linkTo } from "../components/dom.ts";
import { FURTHER_LAYERS } from "../app/decode-as.ts";
import { decodeLayers } from "../../shared/reading/unwrap.ts";
import { growList } from "../components/growing-list.ts";
import { toMarks } from "../components/highlights.ts";
import { createView, type Page } from "../components/page.ts";
import { copyButton } from "../components/results.ts";
import { drawConverted } from "../components/converted.ts";
import { readOption } from "../app/state.ts";

/** The number of groups of cells that are drawn at a time: for the text, and for each further layer. */
const CHUNK = 72;
const LAYER_CHUNK = 24;
/** The maximum number of UTF-16 units of a text that are explained. */
const MAX_UNITS = 8192;

export const view = createView((host, page, state) => {
  const encoding = !/%(?:u[\da-f]{2})?[\da-f]{2}/i.test(state.text);
  const text = cutAtCharacter(state.text);
  drawConverted(host, page, { ...state, text }, (charset) => {
    const options = { loneSurrogate: readOption(state, "loneSurrogate"), encoding: charset } as EncodeOptions;
    const policies = {
      malformed: readOption(state, "malformed"),
      invalidUtf8: readOption(state, "invalidUtf8"),
      plus: readOption(state, "plus"),
      // %uXXXX is always UTF-16, so it is read only without another encoding.
      percentU: readOption(state, "percentU") === "true",
      encoding: charset,
    } as DecodeOptions;
    const steps = encoding
      ? explainEncode(text, namedSet(readOption(state, "set")), options)
      : explainDecode(text, policies);
    const faults = steps.filter(({ code }) => code !== undefined).length;
    const errors = steps.filter(({ utf8 }) => utf8 === "error");
    page.mark(toMarks(errors, "danger"));
    page.announce(`${formatCount(steps.length, "step")}, ${formatCount(faults, "fault")}`);
    const output = steps.map((step) => step.output).join("");
    const copy = copyButton(output, "Copy the result");
    page.setCopy(copy);
    fill(
      host,
      card(
        headingBar(encoding ? "Encoded, step by step" : "Decoded once, step by step", copy),
        drawCells(steps, { chunk: CHUNK, encoding, charset: charset?.name, point: page.point }),
        text.length < state.text.length &&
          h("p.notes", h("span", `Only the first ${text.length} units are explained.`)),
      ),
      !encoding && drawLayers(output),
    );
  });
});

/** Draws a disclosure of the further layers, each when it is in view. */
function drawLayers(once: string): HTMLElement | false {
  const layers = decodeLayers(once);
  if (layers.length === 0) return false;
  const element = h("div.topics");
  growList(element, layers.length, 2, (k) => {
    const steps = explainDecode(cutAtCharacter(layers[k - 1] ?? once));
    const title = h("h2", `Decoded ${k === 0 ? "twice" : `${k + 2} times`}`);
    return h("article.card.layer", title, drawCells(steps, { chunk: LAYER_CHUNK, encoding: false }));
  });
  return h("details", h("summary", FURTHER_LAYERS), element);
}

/** Cuts a text so that it does not end inside a surrogate pair or an escape. */
function cutAtCharacter(text: string): string {
  if (text.length <= MAX_UNITS) return text;
  return text.slice(0, MAX_UNITS).replace(/(?:%[0-9A-Fa-f]?|[\ud800-\udbff])$/, "");
}

interface CellMapFeatures {
  /** The number of groups that are drawn at a time. */
  readonly chunk: number;
  readonly encoding: boolean;
  /** The name of the encoding of the bytes (default UTF-8). */
  readonly charset?: string | undefined;
  /** Receives the span of the focused cell, or undefined. */
  readonly point?: Page["point"];
}

let mapCount = 0;

/** Shows an explanation as cells: pieces of the text, their bytes, and the characters that these form. */
function drawCells(steps: readonly ExplainedStep[], features: CellMapFeatures): HTMLElement {
  const { chunk, encoding, point } = features;
  const groups = groupSteps(steps);
  const cells = groups.flatMap((group) => group.cells);
  /** For each cell, the number of its group. */
  const groupNumbers = groups.flatMap((group, k) => group.cells.map(() => k));
  /** The elements of the cells that are drawn. */
  const elements: HTMLElement[] = [];
  let current = 0;
  const id = `cells-${++mapCount}`;
  const detail = h("div.step", { id });
  const hint = h(
    "p.soft",
    { id: `${id}-hint` },
    "Press a tile, or move with the arrow keys, to see what it becomes and why.",
  );
  const host = h("div.cells", {
    role: "toolbar",
    "aria-label": "Steps",
    "aria-describedby": hint.id,
    click: (event) => withCell(event.target, focus),
    focusin: (event) => withCell(event.target, choose),
    focusout: () => point?.(undefined),
  });
  host.addEventListener("keydown", onKey);
  const list = growList(host, groups.length, chunk, (k) => drawGroup(groups[k]!));
  const [first] = elements;
  if (first !== undefined) {
    first.tabIndex = 0;
    // The first step that changes the text is what is asked about.
    const changed = cells.findIndex(({ role }) => role !== "raw");
    list.drawTo((groupNumbers[changed] ?? 0) + 1);
    select(Math.max(0, changed));
  }
  return h("div.explained", hint, host, detail);

  function drawGroup({ cells: own, output }: CellGroup): HTMLElement {
    const { role } = own[0];
    const isFault = role === "error";
    const result = isFault && output === "" ? h("span.nothing", "nothing") : drawOutput(output);
    const same = own.length === 1 && role === "raw";
    return h(
      `div.group.${role}`,
      { role: "presentation" },
      h("div.pieces", { role: "presentation" }, ...own.map(drawCell)),
      h(same ? "div.result.same" : "div.result", { "aria-hidden": "true" }, h("bdi", result)),
    );
  }

  function drawCell(cell: Cell): HTMLElement {
    const { input, bytes } = cell.step;
    const hex = bytes.map(hexByte).join(" ");
    const element = h(
      `button.cell.${cell.role}`,
      {
        type: "button",
        tabindex: "-1",
        "aria-pressed": "false",
        "aria-controls": id,
        "aria-label": `${input === " " ? "space" : input}, ${hex || "no byte"}: ${describeCell(cell, encoding)}`,
        "data-order": cell.order,
      },
      h("bdi.piece", drawOutput(input)),
      h("span.byte", bytes.length > 4 ? `${bytes.length} bytes` : hex || "–"),
    );
    elements.push(element);
    return element;
  }

  function withCell(target: EventTarget | null, act: (order: number) => void): void {
    const cell = target instanceof Element ? target.closest<HTMLElement>(".cell") : null;
    if (cell !== null) act(Number(cell.dataset["order"]));
  }

  function onKey(event: KeyboardEvent): void {
    const last = cells.length - 1;
    // The next line has to exist before its nearest cell is found.
    if (event.key === "ArrowDown") list.drawTo(groupNumbers[current]! + chunk);
    const next = {
      ArrowRight: Math.min(last, current + 1),
      ArrowLeft: Math.max(0, current - 1),
      ArrowDown: findInNextLine(1),
      ArrowUp: findInNextLine(-1),
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    focus(next);
  }

  /** Returns the nearest cell in the line above or below. */
  function findInNextLine(by: 1 | -1): number {
    const here = elements[current]!.getBoundingClientRect();
    let best = current;
    let distance = Infinity;
    let line: number | undefined;
    for (let k = current + by; k >= 0 && k < elements.length; k += by) {
      const there = elements[k]!.getBoundingClientRect();
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

  function focus(order: number): void {
    list.drawTo(groupNumbers[order]! + 1);
    elements[order]?.focus();
  }

  function choose(order: number): void {
    select(order);
    point?.(cells[order]!.step);
  }

  function select(order: number): void {
    const before = elements[current]!;
    before.tabIndex = -1;
    before.setAttribute("aria-pressed", "false");
    current = order;
    const element = elements[order]!;
    element.tabIndex = 0;
    element.setAttribute("aria-pressed", "true");
    showDetail(cells[order]!);
  }

  /** Shows the details of a step below the cells. */
  function showDetail(cell: Cell): void {
    const { clause, index } = cell.step;
    const section = linkTo(clause, clause.replace(/^https:\/\/(?:www\.)?/, ""));
    fill(
      detail,
      h("p", { class: cell.role === "error" ? "what error" : "what" }, describeCell(cell, encoding)),
      h("p", `Index ${formatNumber(index)}, section `, section),
      drawCharacter(groups[groupNumbers[cell.order]!]!),
    );
  }

  /** Draws the picture of the character of a group; a run of several characters has none. */
  function drawCharacter(group: CellGroup): HTMLElement | false {
    const own = group.cells.map(({ step }) => step);
    const { input } = own[0]!;
    const isEscape = input.startsWith("%") && !encoding;
    if (isEscape ? /^%u/i.test(input) : Array.from(input).length > 1) return false;
    return drawPicture(own, !isEscape, cells.map(({ step }) => step.input).join(""), features.charset);
  }
}

/** Draws the text of a cell; a single space gets a sign. */
function drawOutput(text: string): Node {
  return text === " " ? h("span.blank", "␣") : drawText(text, { breaks: false });
}
