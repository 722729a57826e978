import type { LostCharacters } from "../app/losses.ts";
import { formatCount, formatNumber, h } from "./dom.ts";
import { drawText } from "./invisible-characters.ts";

const MAX_NAMED = 5;

/** Draws which characters became references because the encoding lacks them, with the ways out; false if there is none. */
export function drawLost(
  { count, characters }: LostCharacters,
  encoding: string,
  ...actions: readonly Node[]
): HTMLElement | false {
  const [first] = characters;
  if (first === undefined) return false;
  const more = characters.length - MAX_NAMED;
  const named = characters
    .slice(0, MAX_NAMED)
    .flatMap(({ character, reference }, k) => [
      k > 0 && ", ",
      h("code", h("bdi", drawText(character))),
      " became ",
      h("code", reference),
    ]);
  return h(
    "article.card.lost",
    h("h2", `${formatCount(count, "character")} ${count === 1 ? "is" : "are"} not in ${encoding}`),
    h("p", ...named, more > 0 && `, and ${formatNumber(more)} more are written in this way`, "."),
    h(
      "p.soft",
      "The result contains each reference percent-encoded, as in ",
      h("code", `%26%23${first.reference.slice(2, -1)}%3B`),
      ". A reader cannot tell it from the same characters in the text. UTF-8 has every character.",
    ),
    h("p.actions", ...actions),
  );
}
