import { codePointAt } from "../base/utf8.ts";
import { DIGITS, EXPANSIONS, KINDS, LENGTHS, TARGETS, VALID_PROPERTIES } from "./idna.generated.ts";

/** The kinds of runs, as scripts/unicode/idna.mjs numbers them. Next comes one kind for each set of properties of valid code points. */
const DISALLOWED = 0;
const IGNORED = 1;
/** Pairs of code points: the first is mapped to the second, which is valid. */
const ALTERNATING = 2;
/** The mapping is the lowercase form NFKC of every engine, with an iota for the iota subscript. */
const FOLDED = 3;
const ASCENDING = 4;
/** One code point that is mapped to several. */
const EXPANSION = 5;
const FIRST_VALID = 6;

/** The properties of a valid code point, as bits of a byte; any other code point has `NOT_VALID`. */
export const MARK = 1;
const VIRAMA = 2;
const JOINING_TYPE = 7 << 2;
const DUAL_JOINING = 1 << 2;
const LEFT_JOINING = 2 << 2;
const RIGHT_JOINING = 3 << 2;
const TRANSPARENT = 4 << 2;
const BIDI_CLASS_SHIFT = 5;
const BIDI_L = 1 << BIDI_CLASS_SHIFT;
export const NOT_VALID = 0xff;

let table: ReturnType<typeof decodeTable> | undefined;

/** Returns a function that reads the next number of a generated table. */
export function createNumberReader(text: string): () => number {
  const digitValues = new Uint8Array(0x80);
  for (let value = 0; value < DIGITS.length; value++) digitValues[DIGITS.charCodeAt(value)] = value;
  let at = 0;
  return () => {
    let number = 0;
    let digit: number;
    do {
      digit = digitValues[text.charCodeAt(at++)]!;
      number = (number << 5) | (digit & 31);
    } while (digit > 31);
    return number;
  };
}

/** Numbers with a sign are generated as 2n, or -2n - 1 if n is negative. */
const toSigned = (number: number): number => (number & 1 ? -(number + 1) >> 1 : number >> 1);

/** Decodes the generated table, at the first use; it takes 2 ms and 45 kB. */
function decodeTable() {
  const runs = KINDS.length;
  // The first code point of each run, then the end of the last run.
  const starts = new Uint32Array(runs + 1);
  const kinds = Uint8Array.from(KINDS, (digit) => DIGITS.indexOf(digit));
  // For an ascending run its first target, for an expansion its index.
  const targets = new Uint32Array(runs);
  const nextLength = createNumberReader(LENGTHS);
  const nextTarget = createNumberReader(TARGETS);
  let predicted = 0;
  let expansions = 0;
  for (let run = 0; run < runs; run++) {
    const kind = kinds[run]!;
    const length = nextLength() + 1;
    starts[run + 1] = starts[run]! + (kind === ALTERNATING ? 2 * length : length);
    if (kind === EXPANSION) targets[run] = expansions++;
    if (kind !== ASCENDING) continue;
    targets[run] = predicted + toSigned(nextTarget());
    predicted = targets[run]! + length;
  }
  // The run that contains each 256th code point, then the last run.
  const pages = new Uint16Array(0x1101).fill(runs - 1);
  for (let run = 0, page = 0; run < runs; run++) {
    for (; page << 8 < starts[run + 1]!; page++) pages[page] = run;
  }
  // The mappings of folded code points that were needed, at most 6,000: the engine takes 0.8 µs for one, this map 0.1 µs.
  const folded = new Map<number, string>();
  return { starts, pages, kinds, targets, expansions: EXPANSIONS.split(","), folded };
}

function findRun(code: number): number {
  const { starts, pages } = (table ??= decodeTable());
  let low = pages[code >> 8]!;
  let high = pages[(code >> 8) + 1]!;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (code < starts[middle]!) high = middle - 1;
    else low = middle;
  }
  return low;
}

/** Returns what a code point is mapped to; undefined if it is valid or disallowed (https://www.unicode.org/reports/tr46/#IDNA_Mapping_Table). */
export function findMapping(code: number): string | undefined {
  const { starts, kinds, targets, expansions, folded } = (table ??= decodeTable());
  const run = findRun(code);
  const kind = kinds[run]!;
  if (kind >= FIRST_VALID || kind === DISALLOWED) return undefined;
  if (kind === IGNORED) return "";
  if (kind === FOLDED) return folded.get(code) ?? fold(folded, code);
  const offset = code - starts[run]!;
  if (kind === ALTERNATING) return offset & 1 ? undefined : String.fromCodePoint(code + 1);
  const target = targets[run]!;
  return kind === ASCENDING ? String.fromCodePoint(target + offset) : expansions[target];
}

function fold(folded: Map<number, string>, code: number): string {
  const lower = String.fromCodePoint(code).normalize("NFKC").toLowerCase();
  const mapping = lower.normalize("NFD").replace("\u0345", "\u03b9").normalize("NFKC");
  folded.set(code, mapping);
  return mapping;
}

/** Whether a code point is disallowed in domains and has no mapping. */
export function isDisallowed(code: number): boolean {
  const { kinds } = (table ??= decodeTable());
  return kinds[findRun(code)] === DISALLOWED;
}

export function readProperties(text: string): Uint8Array {
  const properties = new Uint8Array(text.length);
  let count = 0;
  for (let i = 0; i < text.length; count++) {
    const code = codePointAt(text, i);
    properties[count] = findProperties(code);
    i += code > 0xffff ? 2 : 1;
  }
  return count === text.length ? properties : properties.subarray(0, count);
}

function findProperties(code: number): number {
  const { starts, kinds } = (table ??= decodeTable());
  const run = findRun(code);
  const kind = kinds[run]!;
  if (kind >= FIRST_VALID) return VALID_PROPERTIES[kind - FIRST_VALID]!;
  return kind === ALTERNATING && (code - starts[run]!) & 1 ? BIDI_L : NOT_VALID;
}

/** Whether each joiner comes after a virama, or U+200C between letters that join (https://www.rfc-editor.org/rfc/rfc5892#appendix-A.1 and A.2). */
export function followsContextJ(label: string, properties: Uint8Array): boolean {
  if (!/[\u200c\u200d]/.test(label)) return true;
  const joining = (at: number): number => (properties[at] ?? 0) & JOINING_TYPE;
  return Array.from(label).every((character, at) => {
    if (character !== "\u200c" && character !== "\u200d") return true;
    if (((properties[at - 1] ?? 0) & VIRAMA) !== 0) return true;
    if (character === "\u200d") return false;
    let before = at - 1;
    while (joining(before) === TRANSPARENT) before--;
    let after = at + 1;
    while (joining(after) === TRANSPARENT) after++;
    const left = joining(before);
    const right = joining(after);
    return (left === LEFT_JOINING || left === DUAL_JOINING) && (right === RIGHT_JOINING || right === DUAL_JOINING);
  });
}

/** The letter of the Bidi class of a valid code point: L, R or AL, AN, EN, NSM, a neutral one (ES, CS, ET, ON or BN), and `-` for others. */
const bidiClass = (properties: number): string => "-LRAEMN".charAt(properties >> BIDI_CLASS_SHIFT);

/** Whether a code point makes a domain a Bidi domain name. */
export const isRightToLeft = (properties: number): boolean => ["R", "A"].includes(bidiClass(properties));

/** Whether a label of a Bidi domain name follows the Bidi Rule (https://www.rfc-editor.org/rfc/rfc5893#section-2). */
export function followsBidiRule(properties: Uint8Array): boolean {
  const classes = Array.from(properties, bidiClass).join("");
  return /^(?:L(?:[LENM]*[LE])?|(?:(?!.*A)|(?!.*E))R(?:[RAENM]*[RAE])?)M*$/.test(classes);
}
