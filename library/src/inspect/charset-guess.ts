import { isBytes } from "../base/arguments.ts";
import { readEscapedBytes } from "./escaped-bytes.ts";
import { JAPANESE, KOREAN, SIMPLIFIED, SINGLE_BYTE, TRADITIONAL } from "./charset-guess.generated.ts";

/**
 * Rarer bytes take more bits in an encoding. At most 3 encodings are returned: each takes at most 12 bits more than
 * the best one, and 8 more than random bytes.
 */
const MAX_RETURNED = 3;
const MAX_BITS_BEHIND_BEST = 12;
const MAX_BITS_BEHIND_RANDOM = 8;

/** The bits of a random byte, of an ASCII character, and of an ASCII letter that the language does not use. */
const RANDOM_BITS = 7;
const ASCII_BITS = 4.5;
const FOREIGN_BITS = 5;
/** The bits that an ASCII letter adds next to a letter of another script, and next to a multi-byte character. */
const MIXED_BITS = 7;
const MIXED_WIDE_BITS = 4;

/** The bits of a letter by its rank, and the bits to add by how often it follows the letter before it. */
const RANK_BITS: readonly number[] = [3, 4, 5, 6.5, 8.5, 11];
const FOLLOW_BITS: readonly number[] = [-2.5, -1.2, -0.3, 0.5, 1.5, 3, 5, 8];
const CLASS_COUNT = 6;
/** The bits of a lower-case and an upper-case letter: at the start of a word, after lower case, after upper case. */
const CASE_BITS: readonly number[] = [0, 1.5, 0, 9, 1, 1.5];
/** The punctuation that the windows encodings share, its bits, and those of other signs. */
const SHARED_PUNCTUATION = "\x80\x85\x91\x92\x93\x94\x96\x97\xa0\xa3\xa9\xab\xae\xb0\xb7\xbb";
const PUNCTUATION_BITS = 8;
const SIGN_BITS = 15;

/** The bits of characters in the two tiers of common characters, and the bits to subtract for kana. */
const COMMON_BITS: readonly number[] = [8.5, 11.5];
const KANA_BITS = 1.5;
/** The bits of half-width katakana, of a character outside the grid, and of an incomplete character. */
const HALF_WIDTH_BITS = 11;
const OUTSIDE_BITS = 19;
const CUT_OFF_BITS = 20;

/** How the generated strings encode numbers. */
const ZERO_DIGIT = 0x23;
const UNDEFINED = 30;
const CAPITAL = 64;
const LONG_GAP = 90;

type SingleByte = (typeof SINGLE_BYTE)[number];

interface MultiByte {
  readonly name: string;
  readonly common: string;
  /** The length of a row of the grid. */
  readonly width: number;
  /** The first row of each range of rows, followed by the bits of its uncommon characters. */
  readonly rows: readonly number[];
  /** Returns the index in the grid, -1 for a character outside it, undefined if the two bytes are not a character. */
  readonly toIndex: (lead: number, trail: number) => number | undefined;
}

const GRID_WIDTH = 94;
const BIG5_WIDTH = 157;
const JIS_ROWS: readonly number[] = [0, 12, 3, 14, 5, 19, 15, 15, 47, 18];
const MULTI_BYTE: readonly MultiByte[] = [
  {
    name: "GBK",
    common: SIMPLIFIED,
    width: GRID_WIDTH,
    rows: [0, 12, 3, 19, 15, 15, 55, 17],
    toIndex: (lead, trail) => (lead < 0x81 || trail < 0x40 || trail === 0x7f ? undefined : toGridIndex(lead, trail)),
  },
  {
    name: "Big5",
    common: TRADITIONAL,
    width: BIG5_WIDTH,
    rows: [0, 12, 3, 15, 38, 19],
    toIndex: (lead, trail) => {
      if (lead < 0x87 || trail < 0x40 || (trail > 0x7e && trail < 0xa1)) return undefined;
      return lead < 0xa1 ? -1 : (lead - 0xa1) * BIG5_WIDTH + trail - (trail < 0x7f ? 0x40 : 0x62);
    },
  },
  {
    name: "EUC-KR",
    common: KOREAN,
    width: GRID_WIDTH,
    rows: [0, 12, 3, 19, 15, 15, 40, 18],
    toIndex: (lead, trail) =>
      lead < 0x81 || (trail < 0x81 && !isLetter(trail)) ? undefined : toGridIndex(lead, trail),
  },
  {
    name: "EUC-JP",
    common: JAPANESE,
    width: GRID_WIDTH,
    rows: JIS_ROWS,
    toIndex: (lead, trail) => {
      return trail < 0xa1 || (lead < 0xa1 && lead !== 0x8e && lead !== 0x8f) ? undefined : toGridIndex(lead, trail);
    },
  },
  {
    name: "Shift_JIS",
    common: JAPANESE,
    width: GRID_WIDTH,
    rows: JIS_ROWS,
    toIndex: (lead, trail) => {
      if (lead < 0x81 || lead === 0xa0 || lead > 0xfc || trail < 0x40 || trail === 0x7f || trail > 0xfc)
        return undefined;
      return (lead - (lead < 0xa0 ? 0x81 : 0xc1)) * 2 * GRID_WIDTH + trail - (trail < 0x7f ? 0x40 : 0x41);
    },
  },
];

/**
 * Guesses the legacy encodings of a text: the ones in which it takes the fewest bits
 * (https://encoding.spec.whatwg.org/#names-and-labels).
 *
 * A letter takes fewer bits if it is common in its language and common after the letter before it; a multi-byte
 * character, if it is common. ISO-2022-JP and UTF-16 are never returned. A returned encoding may fail to decode some bytes.
 *
 * @param source bytes that are not UTF-8, at most a few thousand, or a string with the escapes of such bytes
 * @returns at most three names, the likeliest first; none if the bytes do not look like text
 * @throws TypeError for anything but a string or a Uint8Array
 * @example
 * import { guessCharsets } from "percodec/inspect";
 * guessCharsets("%93%FA%96%7B%8C%EA") // → ["Shift_JIS"]
 */
export function guessCharsets(source: string | Uint8Array): readonly string[] {
  if (typeof source !== "string" && !isBytes(source))
    throw new TypeError("guessCharsets takes a string or a Uint8Array");
  const bytes = typeof source === "string" ? readEscapedBytes(source, 0, source.length) : source;
  const bits = new Map<string, number>();
  for (const row of SINGLE_BYTE) {
    const [name, extraBits] = row;
    bits.set(name, Math.min(bits.get(name) ?? Infinity, extraBits + countSingleByteBits(bytes, row)));
  }
  for (const encoding of MULTI_BYTE) bits.set(encoding.name, countMultiByteBits(bytes, encoding));
  const ranked = [...bits].sort((a, b) => a[1] - b[1]);
  const random = bytes.reduce((sum, byte) => sum + (byte < 0x80 ? ASCII_BITS : RANDOM_BITS), 0);
  const maxBits = Math.min(random + MAX_BITS_BEHIND_RANDOM, ranked[0]![1] + MAX_BITS_BEHIND_BEST);
  return ranked.flatMap(([name, needed]) => (needed <= maxBits ? [name] : [])).slice(0, MAX_RETURNED);
}

function isLetter(byte: number): boolean {
  const lower = byte | 0x20;
  return lower > 0x60 && lower < 0x7b;
}

/** Decoded tables, by the generated data that they come from. */
const tables: Map<unknown, Int8Array> = /* @__PURE__ */ new Map();

function readOnce<From>(from: From, read: (from: From) => Int8Array): Int8Array {
  const table = tables.get(from) ?? read(from);
  tables.set(from, table);
  return table;
}

/** Returns for each byte its class and rank in one number, and a bit for capitals; -1 if it is not a letter. */
function readKinds([, , letters, capitals]: SingleByte): Int8Array {
  const kinds = new Int8Array(0x100).fill(-1);
  let at = 0x61;
  for (let i = 0; i < letters.length; i++) {
    const kind = letters.charCodeAt(i) - ZERO_DIGIT;
    if (kind > UNDEFINED) at += kind - UNDEFINED;
    else kinds[at++] = kind;
  }
  kinds.copyWithin(0x41, 0x61, 0x7b);
  const ranges = [0x41, 0x5a, ...capitals];
  for (let i = 0; i < ranges.length; i += 2) {
    for (let byte = ranges[i]!; byte <= ranges[i + 1]!; byte++) if (kinds[byte]! >= 0) kinds[byte]! |= CAPITAL;
  }
  return kinds;
}

/** Returns the bits of a text in one language and single-byte encoding; Infinity if a byte is undefined or a C1 control. */
function countSingleByteBits(bytes: Uint8Array, row: SingleByte): number {
  const [name, , , , follows] = row;
  const kinds = readOnce(row, readKinds);
  const punctuation = name.startsWith("w") ? SHARED_PUNCTUATION : "";
  let bits = -ASCII_BITS;
  let classBefore = 0;
  let caseBefore = 0;
  let wasHigh = false;
  let wasForeign = false;
  // The end of the text ends a word, as a space does.
  for (let i = 0; i <= bytes.length; i++) {
    const byte = bytes[i] ?? 0x20;
    const kind = kinds[byte]!;
    const letter = kind % CAPITAL;
    if (letter === UNDEFINED) return Infinity;
    const isHigh = byte > 0x7f;
    const classNow = kind < 0 ? 0 : 1 + ((letter / RANK_BITS.length) | 0);
    const caseNow = kind < CAPITAL ? 0 : 1;
    const isForeign = classNow === 0 && !isHigh && isLetter(byte);
    if ((wasHigh && classBefore > 0) || (isHigh && classNow > 0)) {
      bits += FOLLOW_BITS[follows.charCodeAt(classBefore * CLASS_COUNT + classNow) - 0x30]!;
      if (classNow > 0) bits += CASE_BITS[2 * caseBefore + caseNow]!;
      if (wasForeign || isForeign) bits += MIXED_BITS;
    }
    if (!isHigh) bits += isForeign ? FOREIGN_BITS : ASCII_BITS;
    else if (classNow > 0) bits += RANK_BITS[letter % RANK_BITS.length]!;
    else bits += punctuation.includes(String.fromCharCode(byte)) ? PUNCTUATION_BITS : SIGN_BITS;
    classBefore = classNow;
    caseBefore = classNow === 0 ? 0 : 1 + caseNow;
    wasHigh = isHigh;
    wasForeign = isForeign;
  }
  return bits;
}

/** Returns the bits of a text in a multi-byte encoding; Infinity if some bytes are not a character. */
function countMultiByteBits(bytes: Uint8Array, { name, common, width, rows, toIndex }: MultiByte): number {
  const tiers = readOnce(common, readTiers);
  let bits = 0;
  let wasWide = false;
  let wasLetter = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    const isWide = byte > 0x7f;
    const letter = !isWide && isLetter(byte);
    if ((wasWide && letter) || (wasLetter && isWide)) bits += MIXED_WIDE_BITS;
    wasWide = isWide;
    wasLetter = letter;
    if (!isWide) bits += letter ? FOREIGN_BITS : ASCII_BITS;
    else if (name === "Shift_JIS" && byte > 0xa0 && byte < 0xe0) bits += HALF_WIDTH_BITS;
    else if (++i === bytes.length) bits += CUT_OFF_BITS;
    else {
      const at = byte === 0xff || bytes[i] === 0xff ? undefined : toIndex(byte, bytes[i]!);
      if (at === undefined) return Infinity;
      if (name === "EUC-JP" && byte === 0x8f) i++;
      const row = (at / width) | 0;
      bits += at < 0 ? OUTSIDE_BITS : (COMMON_BITS[tiers[at]! - 1] ?? findRowBits(row, rows));
      if (common === JAPANESE && (row === 3 || row === 4)) bits -= KANA_BITS;
    }
  }
  return bits;
}

/** Returns the index of two bytes from A1 to FE in a grid of 94 × 94, or -1. */
function toGridIndex(lead: number, trail: number): number {
  return lead < 0xa1 || trail < 0xa1 ? -1 : (lead - 0xa1) * GRID_WIDTH + trail - 0xa1;
}

/** Returns the tier, 1 or 2, of each common character of a grid, and 0 for the others. */
function readTiers(common: string): Int8Array {
  const tiers = new Int8Array(GRID_WIDTH * BIG5_WIDTH);
  let at = 0;
  for (let i = 0; i < common.length; i++) {
    const gap = common.charCodeAt(i) - ZERO_DIGIT;
    at += gap >> 1;
    if (gap < LONG_GAP) tiers[at++] = 1 + (gap & 1);
  }
  return tiers;
}

function findRowBits(row: number, rows: readonly number[]): number {
  let k = rows.length - 2;
  while (rows[k]! > row) k -= 2;
  return rows[k + 1]!;
}
