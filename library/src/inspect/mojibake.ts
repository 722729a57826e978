import { findUtf8Fault, sequenceCodePoint, sequenceLength } from "../base/utf8.ts";

/** The characters of windows-1252 from 80 to 9F (https://encoding.spec.whatwg.org/#index-windows-1252); the rest equals ISO-8859-1. */
export const WINDOWS_1252 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";
/** The characters of windows-1251 from 80 to BF (https://encoding.spec.whatwg.org/#index-windows-1251); the rest is А to я. */
const WINDOWS_1251 = "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\x98™љ›њќћџ\xa0ЎўЈ¤Ґ¦§Ё©Є«¬\xad®Ї°±Ііґµ¶·ё№є»јЅѕї";

/** The evidence to report mojibake: one sequence that proves it, or two that may be mojibake. */
const ENOUGH = 2;
const MAX_SEQUENCES = 64;

/** A wrong encoding in which UTF-8 may have been decoded. */
interface Misreading {
  /** Returns the byte that the encoding decodes as this character, or a number below 80 if there is none. */
  readonly toByte: (code: number) => number;
  /** Signs that never follow a letter in real text, so that a sequence with one proves mojibake. */
  readonly misplaced: string;
  /** Returns the evidence of a sequence, by its first two bytes. */
  readonly weigh: (lead: number, second: number) => number;
}

const MISREADINGS: readonly Misreading[] = [
  {
    toByte: (code) => (code < 0x100 ? code : 0x80 + WINDOWS_1252.indexOf(String.fromCodePoint(code))),
    misplaced: "‚ƒ„‡ˆ‰˜Ÿ¡¢£¤¥¦¨ª¬¯±¶¸º¼½¾¿",
    // Real text has no C1 controls. The UTF-8 of Å, Ò and Ô looks like Ã before an ellipsis or a closing quote. Words in
    // capitals such as BLÍŽÍ look like UTF-8.
    weigh: (lead, second) => {
      if (lead === 0xc2) return second < 0xa0 ? 0 : ENOUGH;
      if (lead === 0xc3) return [0x85, 0x92, 0x94].includes(second) ? 1 : ENOUGH;
      if (isPunctuation(lead, second)) return ENOUGH;
      // ę, ě, ř and ś are more common than Ä or Å before ™ or ›.
      if ((lead === 0xc4 || lead === 0xc5) && (second === 0x99 || second === 0x9b)) return ENOUGH;
      const isLetter = [0x8a, 0x8c, 0x8e, 0x9a, 0x9c, 0x9e].includes(second); // Š, Œ, Ž, š, œ and ž
      return isLetter ? 0 : 1;
    },
  },
  {
    toByte: (code) =>
      code >= 0x410 && code < 0x450 ? code - 0x350 : 0x80 + WINDOWS_1251.indexOf(String.fromCodePoint(code)),
    misplaced: "‚„†‡‰¤¦©¬¶",
    // The UTF-8 of Cyrillic letters, except U+0460 to U+047F: words in capitals such as ТІНІ look like those.
    weigh: (lead, second) => {
      if (lead === 0xf0 || isPunctuation(lead, second)) return ENOUGH;
      return lead === 0xd0 || (lead === 0xd1 && second < 0xa0) || lead > 0xdf ? 1 : 0;
    },
  },
];

/**
 * Returns the text that was meant if a run of characters above U+007F is probably UTF-8 that was decoded as windows-1252, ISO-8859-1 or
 * windows-1251 (https://encoding.spec.whatwg.org/#single-byte-decoder): the meaning of its first 64 sequences.
 *
 * All of them have to be UTF-8 sequences; the last may be incomplete. One sequence is enough if real text never has its
 * characters next to each other. Otherwise two are needed: `É…` can be real text or the UTF-8 of U+0245.
 */
export function decodeMojibake(codePoints: readonly number[]): string | undefined {
  let meant: string | undefined;
  for (const misreading of MISREADINGS) meant ??= readMeant(codePoints, misreading);
  return meant;
}

function readMeant(codePoints: readonly number[], { toByte, misplaced, weigh }: Misreading): string | undefined {
  let evidence = 0;
  let meant = "";
  let i = 0;
  for (let count = 0; i < codePoints.length && count < MAX_SEQUENCES; count++) {
    const length = sequenceLength(toByte(codePoints[i]!));
    const characters = codePoints.slice(i, i + length);
    const bytes = characters.map(toByte);
    if (length === 1 || bytes.some((byte, k) => k > 0 && (byte & 0xc0) !== 0x80)) return undefined;
    if (bytes.length < length) break;
    const [lead = 0, second = 0] = bytes;
    if (findUtf8Fault(bytes) !== undefined) return undefined;
    const isProof = characters.some((code) => code < 0xa0 || misplaced.includes(String.fromCodePoint(code)));
    evidence += isProof ? ENOUGH : weigh(lead, second);
    meant += String.fromCodePoint(sequenceCodePoint(bytes));
    i += length;
  }
  return evidence >= ENOUGH ? meant : undefined;
}

/** U+2000 to U+203F: quotes and dashes. */
function isPunctuation(lead: number, second: number): boolean {
  return lead === 0xe2 && second === 0x80;
}
