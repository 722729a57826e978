import { byId, fill, formatCount, h } from "./dom.ts";
import { drawText, hasInvisible } from "./invisible-characters.ts";
import { utf8 } from "./results.ts";

/** The most units of the beginning that are drawn, if the text has invisible characters. */
const SHOWN_UNITS = 256;

/** Shows the size of the text under its field, and its invisible characters as signs. */
export function showTextSize(text: string): void {
  document.body.classList.toggle("has-text", text !== "");
  const signs = (): HTMLElement =>
    h(
      "span",
      "with-signs",
      "with invisible characters: ",
      h("bdi", {}, drawText(text.slice(0, SHOWN_UNITS), { breaks: false }), text.length > SHOWN_UNITS && "…"),
    );
  fill(
    byId("text-size"),
    text !== "" &&
      h("span", {}, `${formatCount(text.length, "UTF-16 unit")}, ${formatCount(utf8(text).length, "byte")}`),
    hasInvisible(text) && signs(),
  );
}
