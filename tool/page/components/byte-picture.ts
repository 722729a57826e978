import { guessCharsets } from "percodec/inspect";
import { namedSet } from "percodec/sets";
import { type BytePicture, pictureBytes } from "../app/byte-picture.ts";
import { groupDecoders, groupEncoders, type LanguageGroup } from "../app/language-groups.ts";
import type { ExplainedStep } from "../../shared/explain/steps.ts";
import { findCutExample } from "../../shared/reading/verdict.ts";
import { encodingFor } from "../app/charset-loader.ts";
import { decodeAs } from "../../shared/text.ts";
import { type PageState, readOption } from "../app/state.ts";
import { findCharacter } from "./cells.ts";
import { fill, formatCount, h } from "./dom.ts";
import { drawCode, drawIsolated, formatCodePoint } from "./invisible-characters.ts";
import type { Page } from "./page.ts";
import { table } from "./results.ts";

/** The most bytes of one character that are drawn. */
const MAX_BYTES = 4;

/**
 * Draws how a character becomes bytes and escapes, or escapes a character, and what the languages do with it.
 *
 * @param steps those of one character or of one fault of `text`
 * @param encoding whether a character is encoded; otherwise escapes are decoded
 * @param charset the name of the encoding of the bytes; undefined for UTF-8
 */
export function drawPicture(steps: readonly ExplainedStep[], encoding: boolean, text: string, charset?: string) {
  const [input, output] = [steps.map((step) => step.input).join(""), steps.map((step) => step.output).join("")];
  const bytes = steps.flatMap((step) => step.bytes);
  const { code, index } = steps[0]!;
  const isBroken = code?.endsWith("-escape") === true;
  const isDrawn = bytes.length > 0 && bytes.length <= MAX_BYTES && !isBroken;
  const picture = isDrawn ? pictureBytes(bytes, code, charset === undefined) : undefined;
  const character = encoding ? input : code === undefined ? output : undefined;
  // Some decoders read other units after a %.
  const read = isBroken ? (/^%(?:u[\da-f]{4}|[^%]{0,2})/i.exec(text.slice(index))?.[0] ?? "") : input;
  const isKept = input === output;
  const title =
    character === undefined
      ? ["Why ", read, isBroken ? " is not an escape" : " is not a character"]
      : ["How ", input, isKept ? " stays as it is" : " becomes ", isKept ? "" : output];
  const sentence = isBroken
    ? "Two hex digits must follow a %."
    : code === "lone-surrogate"
      ? "Half of a surrogate pair has no bytes in UTF-8: U+FFFD is written."
      : picture === undefined || picture.kind === "foreign"
        ? `The bytes are those of the table of ${charset}. UTF-8 has other ones.`
        : describe(picture, input, text.slice(index + input.length));
  const legacy = picture?.kind === "cut" || picture?.kind === "stray" ? guessCharsets(text)[0] : undefined;
  const legacyCharacter = legacy === undefined || legacy === "UTF-8" ? undefined : decodeAs(input, legacy);
  return h(
    "div.picture",
    h(
      "div",
      h("h3", ...title.map((part) => drawIsolated(part))),
      h(
        "p",
        sentence,
        ...(legacyCharacter === undefined ? [] : [` In ${legacy} it is `, drawIsolated(legacyCharacter), "."]),
      ),
      picture && drawRows(picture, encoding, character),
      picture &&
        h("p.soft", `An escape is 3 characters: ${3 * bytes.length} for ${formatCount(bytes.length, "byte")}.`),
    ),
    h(
      "div",
      h("h3", "What languages do"),
      !encoding && drawLanguages("They read", groupDecoders(read)),
      character !== undefined && drawLanguages("They write", groupEncoders(character)),
    ),
  );
}

const SENTENCES: Readonly<Record<string, string>> = {
  character:
    "The first byte begins with a 1 for each byte, and each other byte with 10. The bits after these markers are those of the character.",
  stray: "No character of UTF-8 begins with this byte.",
  "overlong-utf8":
    "Fewer bytes are enough for this number: it is overlong. A decoder that accepts it lets a / or a dot pass a filter.",
  "encoded-surrogate": "The number is half of a surrogate pair, which is not a character.",
  "code-point-out-of-range": "The number is greater than that of the last character, U+10FFFF.",
};

function describe({ kind, bytes }: BytePicture, input: string, after: string): string {
  const next = after.slice(0, 2);
  if (input === "%25" && /^[\da-f]{2}$/i.test(next))
    return `Decoded once, %25${next} is the text %${next}: this % is data now, and does not begin an escape.`;
  if (kind === "character" && bytes.length === 1) return "One byte, which begins with 0: ASCII.";
  const written = bytes.map(({ escape = "" }) => escape.slice(1)).join(" and ");
  if (kind === "character")
    return `UTF-8 writes it as ${bytes.length} bytes, ${written}; each byte becomes % and two hex digits. ${SENTENCES[kind]}`;
  if (kind !== "cut") return SENTENCES[kind]!;
  const example = findCutExample(input);
  const of = `${formatCount(bytes.length, "byte")}${example === undefined ? "" : ` of ${example}, for example`}`;
  return `${input.length / 3} of ${of}: ${after === "" ? "the text was cut here" : "the next one does not begin with 10"}.`;
}

/** Draws a row for each stage, from the character to the escapes, or back. */
function drawRows({ kind, bytes, codePoint }: BytePicture, encoding: boolean, character: string | undefined) {
  const point = character?.codePointAt(0) ?? codePoint;
  const row = (name: string, ...cells: readonly HTMLElement[]): HTMLElement =>
    h("tr", h("th", { scope: "row" }, name), ...cells);
  const whole = (content: Node | string) => h("td", { colspan: bytes.length }, content);
  const each = (draw: (byte: (typeof bytes)[number]) => readonly (Node | string)[]) =>
    bytes.map((byte) => h("td", { class: byte.escape === undefined ? "missing" : "" }, ...draw(byte)));
  const isUtf8 = kind !== "foreign";
  const rows = [
    row("Character", whole(character === undefined ? "none" : drawIsolated(character))),
    row("Code point", whole(point === undefined ? "unknown" : formatCodePoint(point))),
    row("Bits", ...each(({ payload }) => [h("b", payload)])),
    isUtf8 && row("With markers", ...each(({ marker, payload }) => [`${marker}·`, h("b", payload)])),
    row("Bytes", ...each(({ escape }) => [escape?.slice(1) ?? "missing"])),
    row("Escapes", ...each(({ escape }) => [escape ?? "missing"])),
  ];
  if (!encoding) rows.reverse();
  return h("table", { class: character === undefined ? "poured faulty" : "poured" }, h("tbody", ...rows));
}

function drawLanguages(head: string, groups: readonly LanguageGroup[]): HTMLElement {
  return table(
    [head, "Who", "Why"],
    groups.map(({ names, result, why }) => [
      result === undefined ? h("span.refused", "refused") : drawCode(result),
      names.join(", "),
      why,
    ]),
  );
}

/** Draws the picture of the character at an index of the text, and returns its place; undefined while the tables of its encoding load. */
export function drawLesson(host: HTMLElement, page: Page, state: PageState, index: number) {
  const charset = encodingFor(readOption(state, "encoding"), page.redraw);
  if (charset === "loading") return undefined;
  const { mode, text } = state;
  const isEncode = mode === "encode";
  const set = namedSet(isEncode ? readOption(state, "set") : "rfc3986-component");
  const character = findCharacter(text, index, charset, isEncode ? set.remove(readOption(state, "keep")) : set);
  fill(host, drawPicture(character.steps, character.encoding, text, charset?.name));
  return { index: character.steps[0]!.index, length: character.steps.reduce((sum, { length }) => sum + length, 0) };
}
