import type { Texts } from "../app/store.ts";
import { byId, fill, formatCount, h } from "./dom.ts";
import { drawText, hasInvisible } from "./invisible-characters.ts";
import { utf8 } from "./results.ts";

/** The most units of the beginning that are drawn, if the text has invisible characters. */
const SHOWN_UNITS = 256;

/** Shows the size of each text under its field, and its invisible characters as signs. */
export function showTextSizes({ text, other }: Texts): void {
  document.body.classList.toggle("has-text", text !== "");
  fill(byId("text-size"), ...drawSize(text));
  fill(byId("other-size"), ...drawSize(other));
}

function drawSize(text: string): readonly (Node | false)[] {
  const signs = (): HTMLElement =>
    h(
      "span.with-signs",
      "with invisible characters: ",
      h("bdi", drawText(text.slice(0, SHOWN_UNITS), { breaks: false }), text.length > SHOWN_UNITS && "…"),
    );
  const bytes = utf8(text).length;
  const characters = text.replace(/[\ud800-\udbff](?=[\udc00-\udfff])/g, "").length;
  return [
    text !== "" &&
      h("span", formatCount(characters, "character"), bytes !== characters && `, ${formatCount(bytes, "byte")}`),
    hasInvisible(text) && signs(),
  ];
}
