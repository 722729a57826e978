import { diffSets, type PercentEncodeSet, namedSet } from "percodec/sets";
import { card, button, fill, h, headingBar, linkTo } from "../components/dom.ts";
import { nameCharacter, nameCharacters, nameNonAscii } from "../../shared/set-words.ts";
import { hexByte } from "../app/format.ts";
import { createView, type Page } from "../components/page.ts";
import { copyButton, drawHeads, tableCard } from "../components/results.ts";
import { drawText } from "../components/invisible-characters.ts";
import { readOption } from "../app/state.ts";

export const view = createView((host, page, state) => {
  const a = namedSet(readOption(state, "set"));
  const diff = readOption(state, "diff");
  const b = diff === "none" ? undefined : namedSet(diff);
  page.announce(b === undefined ? `${a.name}: ${a.encoded.length} of 128 encoded` : `${a.name} and ${b.name} compared`);
  fill(
    host,
    card(b === undefined ? (a.name ?? "") : `${a.name} and ${b.name}`, legend(a, b), grid(a, b)),
    b !== undefined && difference(a, b),
    facts(page, a),
    b !== undefined && facts(page, b),
  );
});

type Kind = "encoded" | "kept" | "only-a" | "only-b";

function findKind(character: string, a: PercentEncodeSet, b: PercentEncodeSet | undefined): Kind {
  const inA = a.has(character);
  const inB = b === undefined ? inA : b.has(character);
  return inA === inB ? (inA ? "encoded" : "kept") : inA ? "only-a" : "only-b";
}

const WORDS: Record<Kind, (a: string | undefined, b: string | undefined) => string> = {
  encoded: () => "encoded",
  kept: () => "kept",
  "only-a": (a) => `encoded only by ${a}`,
  "only-b": (_, b) => `encoded only by ${b}`,
};

function legend(a: PercentEncodeSet, b: PercentEncodeSet | undefined): HTMLElement {
  const kinds: readonly Kind[] = b === undefined ? ["encoded", "kept"] : ["encoded", "kept", "only-a", "only-b"];
  return h(
    "ul.legend",
    ...kinds.map((kind) => h("li", h(`span.swatch.${kind}`, { "aria-hidden": "true" }), WORDS[kind](a.name, b?.name))),
  );
}

/** Draws the 128 ASCII characters, 16 a row. */
function grid(a: PercentEncodeSet, b: PercentEncodeSet | undefined): HTMLElement {
  const heads = ["", ...Array.from("0123456789ABCDEF")];
  const rows = Array.from({ length: 8 }, (_, high) => {
    const cells = Array.from({ length: 16 }, (__, low) => drawCode(high * 16 + low, a, b));
    return h("tr", h("th", { scope: "row" }, `${high}_`), ...cells);
  });
  return h(
    "div.scroll",
    { tabindex: "0", role: "group", "aria-label": "The 128 characters" },
    h("table.ascii", drawHeads(heads), h("tbody", ...rows)),
  );
}

function drawCode(code: number, a: PercentEncodeSet, b: PercentEncodeSet | undefined): HTMLElement {
  const character = String.fromCharCode(code);
  const kind = findKind(character, a, b);
  const words = WORDS[kind](a.name, b?.name);
  const becomes = a.has(character) ? `, ${code === 0x20 && a.spaceAsPlus ? "+" : `%${hexByte(code)}`}` : "";
  return h(
    "td",
    { class: kind, title: `U+00${hexByte(code)}: ${words}${becomes}` },
    code === 0x20 ? "SP" : drawText(character, { breaks: false }),
    h("span.unseen", ` ${words}`),
  );
}

function difference(a: PercentEncodeSet, b: PercentEncodeSet): HTMLElement {
  const found = diffSets(a, b);
  const list = (ascii: string, classes: readonly string[]) =>
    [...Array.from(ascii, nameCharacter), ...classes].join(" ") || "nothing";
  return tableCard(
    "Differences",
    ["Set", "Encoded only by this set"],
    [
      [a.name, h("code", list(found.onlyA, found.nonAsciiOnlyA))],
      [b.name, h("code", list(found.onlyB, found.nonAsciiOnlyB))],
    ],
    found.spaceDiffers && h("p.notes", `Only ${(a.spaceAsPlus ? a : b).name} writes a space as +.`),
  );
}

function facts(page: Page, set: PercentEncodeSet): HTMLElement {
  const { name = "", source, encoded, kept, reversible, spaceAsPlus } = set;
  const options = name === "rfc3986-component" ? {} : { set: name };
  const encode = button("Encode with this set", () => page.go({ mode: "encode", options }));
  return tableCard(
    headingBar(name, encode, copyButton(name, "Copy the name")),
    ["Property", "Value"],
    [
      ["Source", source && linkTo(source)],
      ["Encodes", h("code", nameCharacters(encoded, "–") || "nothing")],
      ["Keeps", h("code", nameCharacters(kept, "–") || "nothing")],
      ["Above U+007F", nameNonAscii(set)],
      ["A space becomes", set.has(" ") ? (spaceAsPlus ? "+" : "%20") : "a space"],
      ["Reversible", reversible ? "yes" : "not always: it keeps %, or keeps + and writes a space as +"],
    ],
  );
}
