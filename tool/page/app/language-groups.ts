import { toHex } from "../../shared/text.ts";
import { compareDecoders } from "../../shared/explain/decoder-comparison.ts";
import { compareEncoders, groupByValue } from "../../shared/explain/encoder-comparison.ts";

/** What several decoders or encoders return for the same text, and why. */
export interface LanguageGroup {
  readonly names: readonly string[];
  /** The text, or the hex digits of bytes that are not UTF-8; undefined if they refuse the input. */
  readonly result: string | undefined;
  readonly why: string;
}

/** Why decoders do what they do: by the rule of the difference and the action, or by the action alone. */
const READ: Readonly<Record<string, string>> = {
  literal: "a + is a plus sign outside forms",
  space: "a + is a space in forms",
  latin1: "older than UTF-8: each byte is the character of the same number",
  refused: "strict: stops at a fault",
  kept: "leaves what is not an escape",
  "reserved-escape kept": "reads a whole URI, whose delimiters stay escaped",
  "lone-surrogate kept": "does not check raw text",
  replaced: "writes U+FFFD for bytes that are not UTF-8, without an error",
  "replaced-once": "writes one U+FFFD for the whole surrogate",
  bytes: "returns bytes, and does not check that they are UTF-8",
  "malformed-escape decoded": "also accepts a sign, and digits of other scripts",
  "percent-u decoded": "reads the form of old JavaScript, which no standard of URLs has",
  decoded: "each escape is a byte, and the bytes are UTF-8",
};

/** Groups what decoders return for one character or fault. */
export function groupDecoders(text: string): readonly LanguageGroup[] {
  const { results, differences } = compareDecoders(text);
  const [{ rule, decoders } = { rule: "", decoders: { decoded: results.map(({ decoder }) => decoder) } }] = differences;
  return Object.entries(decoders).map(([action, names]) => {
    const { value, bytes } = results.find(({ decoder }) => decoder === names[0])!;
    const result = value ?? (bytes && Array.from(bytes, (byte) => toHex(byte, 2)).join(" "));
    return { names, result, why: READ[`${rule} ${action}`] ?? READ[action]! };
  });
}

/** Groups what encoders write for one character. */
export function groupEncoders(character: string): readonly LanguageGroup[] {
  return groupByValue(compareEncoders(character).results).map((group) => {
    const [{ encoder, value }] = group as [(typeof group)[0]];
    const names = group.map((result) => result.encoder);
    return { names, result: value, why: explainEncoder(character, encoder, value) };
  });
}

function explainEncoder(character: string, encoder: string, value: string | undefined): string {
  if (value === undefined) return "half of a surrogate pair has no UTF-8";
  if (value === character) return "its set keeps this character";
  if (value === "+") return "a space in a form";
  if (encoder === "escape" && character > "\x7f") return "older than UTF-8: writes UTF-16 units";
  return /\p{Surrogate}/u.test(character)
    ? "writes something else for what has no UTF-8"
    : "each byte of UTF-8 is an escape";
}
