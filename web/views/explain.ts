import { type DecodeOptions, type EncodeOptions, PercentEncodingError } from "../../src/index.ts";
import { explainDecode, explainEncode, type ExplainedStep } from "../../src/inspect/index.ts";
import { namedSet } from "../../src/sets/index.ts";
import { CellMap } from "../components/cell-map.ts";
import { formatCount, fill, h } from "../components/dom.ts";
import { decodeLayers } from "../app/layers.ts";
import type { Draw, Page } from "../components/page.ts";
import { copyButton, examples, fault } from "../components/results.ts";
import { type PageState, readOption } from "../app/state.ts";

/** The maximum number of cells: for the text, and for each further layer. */
const MAX_CELLS = 1024;
const MAX_LAYER_CELLS = 96;
/** The maximum number of UTF-16 units of a text that are explained. */
const MAX_UNITS = 8192;

export function view(host: HTMLElement, page: Page): Draw {
  return (state) => {
    if (state.text === "") return fill(host, examples(page, "explain"));
    const encoding = readOption(state, "explain") === "encode";
    const text = cutAtCharacter(state.text, MAX_UNITS);
    try {
      const steps = explainText(state, text, encoding);
      const faults = steps.filter(({ code }) => code !== undefined).length;
      page.mark(
        steps.flatMap(({ utf8, index, length }) =>
          utf8 === "error" ? [{ index, length, kind: "danger" as const }] : [],
        ),
      );
      page.announce(`${formatCount(steps.length, "step")}, ${formatCount(faults, "fault")}`);
      const output = steps.map((step) => step.output).join("");
      const copy = copyButton(() => output, "Copy the result");
      page.setCopy(copy);
      fill(
        host,
        h(
          "article",
          "card",
          h(
            "div",
            "bar",
            h("h2", {}, encoding ? "Encoded, step by step" : "Decoded once, step by step"),
            h("span", "actions", copy),
          ),
          new CellMap(steps, { maxCells: MAX_CELLS, encoding, selectFirst: true, point: page.point }).element,
          text.length < state.text.length &&
            h("p", "notes", h("span", {}, `Only the first ${text.length} units are explained.`)),
        ),
        !encoding && drawLayers(output),
      );
    } catch (error) {
      if (!(error instanceof PercentEncodingError)) throw error;
      fill(host, fault(page, error));
    }
  };
}

function explainText(state: PageState, text: string, encoding: boolean): readonly ExplainedStep[] {
  if (encoding) {
    const options = { loneSurrogate: readOption(state, "loneSurrogate") } as EncodeOptions;
    return explainEncode(text, namedSet(readOption(state, "set")), options);
  }
  return explainDecode(text, {
    malformed: readOption(state, "malformed"),
    invalidUtf8: readOption(state, "invalidUtf8"),
    plus: readOption(state, "plus"),
    percentU: readOption(state, "percentU") === "true",
  } as DecodeOptions);
}

/** Draws the result of the first decoding, and each further layer. */
function drawLayers(once: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  let previous = once;
  for (const [k, layer] of decodeLayers(once).entries()) {
    fragment.append(
      h(
        "article",
        "card layer",
        h("h2", {}, `Layer ${k + 2}`, h("span", "warn", "decoded again: never do this to clean a text")),
        new CellMap(explainDecode(cutAtCharacter(previous, MAX_UNITS)), { maxCells: MAX_LAYER_CELLS, encoding: false })
          .element,
      ),
    );
    previous = layer;
  }
  return fragment;
}

/** Cuts a text so that it does not end inside a surrogate pair or an escape. */
function cutAtCharacter(text: string, maxUnits: number): string {
  if (text.length <= maxUnits) return text;
  return text.slice(0, maxUnits).replace(/(?:%[0-9A-Fa-f]?|[\ud800-\udbff])$/, "");
}
