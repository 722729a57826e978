import { codePointAt } from "../base/utf8.ts";
import { DIGITS, EXPANSIONS, KINDS, LENGTHS, LONGEST_EXPANSION, TARGETS, VALID_PROPERTIES } from "./idna.generated.ts";

/**
 * The kinds of runs, as tools/unicode/idna.mjs numbers them. Next come one kind for each length of expansions, and
 * one for each set of properties of valid code points.
 */
const DISALLOWED = 0;
const IGNORED = 1;
/** Pairs of code points: the first is mapped to the second, which is valid. */
const ALTERNATING = 2;
const ASCENDING = 3;
const CONSTANT = 4;
const FIRST_EXPANSION = 5;
const FIRST_VALID = FIRST_EXPANSION + LONGEST_EXPANSION - 1;

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
  /** For an ascending or constant run its first target, for an expansion its index. */
  readonly targets: Uint32Array;
  readonly expansions: readonly string[];
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

/** Decodes the generated table, at the first use; it takes 4 ms and 70 kB. */
function decodeTable(): Table {
  const runs = KINDS.length;
  const starts = new Uint32Array(runs + 1);
  const kinds = Uint8Array.from(KINDS, (digit) => DIGITS.indexOf(digit));
  const targets = new Uint32Array(runs);
  const expansions: string[] = [];
  const nextLength = createNumberReader(LENGTHS);
  const nextTarget = createNumberReader(TARGETS);
  const nextExpansionUnit = createNumberReader(EXPANSIONS);
  const previous = Array.from({ length: LONGEST_EXPANSION }, () => 0);
  let predicted = 0;
  for (let run = 0; run < runs; run++) {
    const kind = kinds[run]!;
    const expands = kind >= FIRST_EXPANSION && kind < FIRST_VALID;
    const length = expands ? 1 : nextLength() + 1;
    starts[run + 1] = starts[run]! + (kind === ALTERNATING ? 2 * length : length);
    if (kind === ASCENDING || kind === CONSTANT) {
      targets[run] = predicted + toSigned(nextTarget());
      predicted = targets[run]! + length;
    } else if (expands) {
      const size = kind - FIRST_EXPANSION + 2;
      for (let place = 0; place < size; place++) previous[place]! += toSigned(nextExpansionUnit());
      targets[run] = expansions.push(String.fromCodePoint(...previous.slice(0, size))) - 1;
    }
  }
  const pages = new Uint16Array(0x1101).fill(runs - 1);
  for (let run = 0, page = 0; run < runs; run++) {
    for (; page << 8 < starts[run + 1]!; page++) pages[page] = run;
  }
  return { starts, pages, kinds, targets, expansions };
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
  const offset = code - table.starts[run]!;
  if (kind === ALTERNATING) return offset & 1 ? undefined : String.fromCodePoint(code + 1);
  const target = table.targets[run]!;
  if (kind === ASCENDING) return String.fromCodePoint(target + offset);
  return kind === CONSTANT ? String.fromCodePoint(target) : table.expansions[target];
}

/** Whether a code point is disallowed in domains and has no mapping. */
export function isDisallowed(code: number): boolean {
  table ??= decodeTable();
  return table.kinds[findRun(table, code)] === DISALLOWED;
}

/** Returns the properties of each code point of a text. */
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
