import type { PercentEncodeSet } from "percodec/sets";
import { toHex } from "./text.ts";

const RANGES: readonly (readonly [range: RegExp, first: string, last: string])[] = [
  [/[\0-\x1f]{32}/, "U+0000", "001F"],
  [/[0-9]{10}/, "0", "9"],
  [/[A-Z]{26}/, "A", "Z"],
  [/[a-z]{26}/, "a", "z"],
];

/** Lists ASCII characters: letters and digits as ranges, controls and the space by name. */
export function nameCharacters(characters: string, dash: "-" | "–"): string {
  const ranges = RANGES.filter(([range]) => range.test(characters));
  const rest = ranges.reduce((left, [range]) => left.replace(range, ""), characters);
  return [...ranges.map(([, first, last]) => first + dash + last), ...Array.from(rest, nameCharacter)].join(" ");
}

export function nameCharacter(character: string): string {
  const code = character.charCodeAt(0);
  return code === 0x20 ? "SP" : code < 0x20 || code === 0x7f ? `U+${toHex(code, 4)}` : character;
}

/** Says which characters above U+007F a set encodes. */
export function nameNonAscii({ nonAscii }: PercentEncodeSet): string {
  if (nonAscii.length === 0) return "all kept";
  return nonAscii.length === 3 ? "all encoded" : `encoded: ${nonAscii.join(", ")} (RFC 3987)`;
}
