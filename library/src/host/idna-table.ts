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
export const VIRAMA = 2;
export const JOINING_TYPE: number = 7 << 2;
export const DUAL_JOINING: number = 1 << 2;
export const LEFT_JOINING: number = 2 << 2;
export const RIGHT_JOINING: number = 3 << 2;
export const TRANSPARENT: number = 4 << 2;
export const BIDI_CLASS: number = 7 << 5;
export const BIDI_L: number = 1 << 5;
export const BIDI_R_AL: number = 2 << 5;
export const BIDI_AN: number = 3 << 5;
export const BIDI_EN: number = 4 << 5;
export const BIDI_NSM: number = 5 << 5;
/** ES, CS, ET, ON and BN. */
export const BIDI_NEUTRAL: number = 6 << 5;
export const NOT_VALID = 0xff;

interface Table {
  /** The first code point of each run, then the end of the last run. */
  readonly starts: Uint32Array;
  /** The run that contains each 256th code point, then the last run. */
  readonly pages: Uint16Array;
  readonly kinds: Uint8Array;
  /** For an ascending run its first target, for an expansion its index. */
  readonly targets: Uint32Array;
  readonly expansions: readonly string[];
  /** The mappings of folded code points that were needed, at most 6,000: the engine takes 0.8 µs for one, this map 0.1 µs. */
  readonly folded: Map<number, string>;
}

let table: Table | undefined;

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
function decodeTable(): Table {
  const runs = KINDS.length;
  const starts = new Uint32Array(runs + 1);
  const kinds = Uint8Array.from(KINDS, (digit) => DIGITS.indexOf(digit));
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
  const pages = new Uint16Array(0x1101).fill(runs - 1);
  for (let run = 0, page = 0; run < runs; run++) {
    for (; page << 8 < starts[run + 1]!; page++) pages[page] = run;
  }
  return { starts, pages, kinds, targets, expansions: EXPANSIONS.split(","), folded: new Map() };
}

function findRun({ starts, pages }: Table, code: number): number {
  let low = pages[code >> 8]!;
  let high = pages[(code >> 8) + 1]!;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (code < starts[middle]!) high = middle - 1;
    else low = middle;
  }
  return low;
}

/**
 * Returns what a code point is mapped to, `""` if it is ignored
 * (https://www.unicode.org/reports/tr46/#IDNA_Mapping_Table, nontransitional).
 *
 * @returns `undefined` if it is not mapped: it is valid or disallowed
 */
export function findMapping(code: number): string | undefined {
  table ??= decodeTable();
  const run = findRun(table, code);
  const kind = table.kinds[run]!;
  if (kind >= FIRST_VALID || kind === DISALLOWED) return undefined;
  if (kind === IGNORED) return "";
  if (kind === FOLDED) return table.folded.get(code) ?? fold(table, code);
  const offset = code - table.starts[run]!;
  if (kind === ALTERNATING) return offset & 1 ? undefined : String.fromCodePoint(code + 1);
  const target = table.targets[run]!;
  return kind === ASCENDING ? String.fromCodePoint(target + offset) : table.expansions[target];
}

function fold({ folded }: Table, code: number): string {
  const lower = String.fromCodePoint(code).normalize("NFKC").toLowerCase();
  const mapping = lower.normalize("NFD").replace("\u0345", "\u03b9").normalize("NFKC");
  folded.set(code, mapping);
  return mapping;
}

/** Whether a code point is disallowed in domains and has no mapping. */
export function isDisallowed(code: number): boolean {
  table ??= decodeTable();
  return table.kinds[findRun(table, code)] === DISALLOWED;
}

/** Returns the properties of each code point of a string. */
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
  table ??= decodeTable();
  const run = findRun(table, code);
  const kind = table.kinds[run]!;
  if (kind >= FIRST_VALID) return VALID_PROPERTIES[kind - FIRST_VALID]!;
  return kind === ALTERNATING && (code - table.starts[run]!) & 1 ? BIDI_L : NOT_VALID;
}
