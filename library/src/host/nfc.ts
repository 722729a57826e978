import { DIGITS } from "./idna.generated.ts";
import { createNumberReader } from "./idna-table.ts";
import { CLASSES, COMPOSITES, NEWER, RUN_CLASSES, RUN_GAPS, RUN_LENGTHS } from "./normalization.generated.ts";

let table: ReturnType<typeof decodeTable> | undefined;

function decodeTable() {
  // The canonical combining class of each code point that has one above 0.
  const classes = new Map<string, number>();
  const nextGap = createNumberReader(RUN_GAPS);
  const nextLength = createNumberReader(RUN_LENGTHS);
  let code = 0;
  for (const digit of RUN_CLASSES) {
    code += nextGap();
    const end = code + nextLength();
    for (; code <= end; code++) classes.set(String.fromCodePoint(code), CLASSES[DIGITS.indexOf(digit)]!);
    code = end;
  }
  // The composites newer than Unicode 9, by the two characters that they decompose to, and their full canonical decompositions.
  const composites = new Map<string, string>();
  const decompositions = new Map<string, string>();
  const characters = Array.from(COMPOSITES);
  for (let i = 0; i < characters.length; i += 3) {
    const [composite = "", first = "", second = ""] = characters.slice(i, i + 3);
    composites.set(first + second, composite);
    // A composite's parts precede it in the table.
    decompositions.set(composite, (decompositions.get(first) ?? first) + second);
  }
  return { classes, composites, decompositions };
}

/**
 * Returns a string in NFC of Unicode 18, in every engine that has Unicode 9 or later (https://www.unicode.org/reports/tr15/).
 *
 * Unicode never changes the normalization of an assigned character. So an engine's result is right unless the text contains a
 * newer character that is a mark with a combining class or a part of a composite. For such a string the engine normalizes only
 * the characters of Unicode 9; the generated table adds the rest.
 */
export function toNfc(text: string): string {
  return NEWER.test(text) ? compose(inCanonicalOrder(decompose(text))) : text.normalize("NFC");
}

function decompose(text: string): string[] {
  const { decompositions } = (table ??= decodeTable());
  const characters = Array.from(text, (character) => decompositions.get(character) ?? character);
  return Array.from(characters.join("").normalize("NFD"));
}

/** https://www.unicode.org/versions/Unicode18.0.0/core-spec/chapter-3/#G49591 */
function inCanonicalOrder(characters: readonly string[]): string[] {
  const { classes } = (table ??= decodeTable());
  let starters = 0;
  const ordered = characters.map((character) => {
    const ownClass = classes.get(character);
    // A class is below 256.
    return { character, order: ownClass === undefined ? ++starters * 256 : starters * 256 + ownClass };
  });
  return ordered.sort((a, b) => a.order - b.order).map(({ character }) => character);
}

/** https://www.unicode.org/versions/Unicode18.0.0/core-spec/chapter-3/#G50628 */
function compose(characters: readonly string[]): string {
  const { classes, composites } = (table ??= decodeTable());
  const composed: string[] = [];
  let starter = -1;
  for (const character of characters) {
    const ownClass = classes.get(character) ?? 0;
    const isAdjacent = starter === composed.length - 1;
    // A character between a starter and this character blocks the composition unless its class is lower.
    const isBlocked = starter < 0 || (!isAdjacent && (classes.get(composed[composed.length - 1]!) ?? 0) >= ownClass);
    const composite = isBlocked ? undefined : findComposite(composites, composed[starter]!, character);
    if (composite !== undefined) composed[starter] = composite;
    else {
      composed.push(character);
      if (ownClass === 0) starter = composed.length - 1;
    }
  }
  return composed.join("");
}

/** Returns the primary composite of two characters: from the table, or from the engine if Unicode 9 has it. */
function findComposite(composites: ReadonlyMap<string, string>, first: string, second: string): string | undefined {
  const newer = composites.get(first + second);
  if (newer !== undefined) return newer;
  const pair = (first + second).normalize("NFC");
  return pair.length === ((pair.codePointAt(0) ?? 0) > 0xffff ? 2 : 1) ? pair : undefined;
}
