import type { DecodeOptions, EncodeOptions } from "percodec";
import { explainDecode, explainEncode } from "../../shared/explain/explain.ts";
import { explainDecodeAs } from "../../shared/explain/explain-as.ts";
import { namedSet } from "percodec/sets";
import { drawCells } from "../components/cell-map.ts";
import { card, fill, formatCount, h, headingBar } from "../components/dom.ts";
import { FURTHER_LAYERS } from "../app/decode-as.ts";
import { decodeLayers } from "../../shared/reading/unwrap.ts";
import { growList } from "../components/growing-list.ts";
import { toMarks } from "../components/highlights.ts";
import type { Draw, Page } from "../components/page.ts";
import { copyButton } from "../components/results.ts";
import { drawConverted } from "../components/converted.ts";
import { readOption } from "../app/state.ts";

/** The number of groups of cells that are drawn at a time: for the text, and for each further layer. */
const CHUNK = 72;
const LAYER_CHUNK = 24;
/** The maximum number of UTF-16 units of a text that are explained. */
const MAX_UNITS = 8192;

export function view(host: HTMLElement, page: Page): Draw {
  return (state) => {
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
      } as DecodeOptions;
      const steps = encoding
        ? explainEncode(text, namedSet(readOption(state, "set")), options)
        : explainDecodeAs(text, charset, policies);
      const faults = steps.filter(({ code }) => code !== undefined).length;
      const errors = steps.filter(({ utf8 }) => utf8 === "error");
      page.mark(toMarks(errors, "danger"));
      page.announce(`${formatCount(steps.length, "step")}, ${formatCount(faults, "fault")}`);
      const output = steps.map((step) => step.output).join("");
      const copy = copyButton(() => output, "Copy the result");
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
  };
}

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
