import { PercentEncodingError } from "percodec";
import type { Encoding } from "percodec/charset";
import { encodingFor } from "../app/charset-loader.ts";
import { type PageState, readOption } from "../app/state.ts";
import { orRefusal } from "../../shared/unless-refused.ts";
import { fill, h } from "./dom.ts";
import type { Page } from "./page.ts";
import { remedyButtons } from "./remedies.ts";
import { fault } from "./results.ts";

/** Draws the result for a text when the tables of the encoding are loaded, or the fault for which the library refuses the text. */
export function drawConverted(
  host: HTMLElement,
  page: Page,
  state: PageState,
  draw: (charset: Encoding | undefined) => void,
  drawBelow?: () => HTMLElement,
): void {
  const charset = encodingFor(readOption(state, "encoding"), page.redraw);
  if (charset === "loading") return fill(host, h("p.waiting", "Loading the tables of the other encodings …"));
  const error = orRefusal(() => draw(charset));
  if (!(error instanceof PercentEncodingError)) return;
  const remedies =
    error.code === "host-ambiguous" ? [h("span", AMBIGUOUS)] : remedyButtons(state, error, state.text, page.setOption);
  fill(host, fault(page, error, ...remedies), drawBelow?.());
}

const AMBIGUOUS = "A browser and an RFC 3986 parser see different hosts, so this text cannot be cleaned safely.";
