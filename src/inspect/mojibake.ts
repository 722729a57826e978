import { judgeSequence, sequenceLength } from "../base/utf8.ts";

/** What windows-1252 reads from 80 to 9F (https://encoding.spec.whatwg.org/#index-windows-1252); the rest is ISO-8859-1. */
const WINDOWS_1252 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";
/** What windows-1251 reads from 80 to BF (https://encoding.spec.whatwg.org/#index-windows-1251); the rest is А to я. */
const WINDOWS_1251 = "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\x98™љ›њќћџ\xa0ЎўЈ¤Ґ¦§Ё©Є«¬\xad®Ї°±Ііґµ¶·ё№є»јЅѕї";

/** Š, Œ, Ž, š, œ and ž. */
const LETTERS_1252: readonly number[] = [0x8a, 0x8c, 0x8e, 0x9a, 0x9c, 0x9e];

/** How much evidence is enough: one sequence that tells, or two that may be. */
const ENOUGH = 2;
/** After so many sequences the rest is not looked at. */
const MOST_SEQUENCES = 64;

/** An encoding that UTF-8 was read in. */
interface Misreading {
  /** The byte that a character was read from; one below 80 where there is none. */
  readonly toByte: (code: number) => number;
  /** Signs that nobody writes right behind a letter, so that a sequence with such a sign tells. */
  readonly misplaced: string;
  /** How much evidence a sequence is, by its first two bytes. */
  readonly weigh: (lead: number, second: number) => number;
}

const MISREADINGS: readonly Misreading[] = [
  {
    toByte: (code) => (code < 0x100 ? code : 0x80 + WINDOWS_1252.indexOf(String.fromCodePoint(code))),
    misplaced: "‚ƒ„‡ˆ‰˜Ÿ¡¢£¤¥¦¨ª¬¯±¶¸º¼½¾¿",
    // No text has C1 controls; Å, Ò and Ô look like Ã before an ellipsis or a closing quote; BLÍŽÍ has capitals that look
    // like UTF-8.
    weigh: (lead, second) => {
      if (lead === 0xc2) return second < 0xa0 ? 0 : ENOUGH;
      if (lead === 0xc3) return [0x85, 0x92, 0x94].includes(second) ? 1 : ENOUGH;
      if (isPunctuation(lead, second)) return ENOUGH;
      // ę, ě, ř and ś are commoner than Ä or Å before ™ or ›.
      if ((lead === 0xc4 || lead === 0xc5) && (second === 0x99 || second === 0x9b)) return ENOUGH;
      return LETTERS_1252.includes(second) ? 0 : 1;
    },
  },
  {
    toByte: (code) =>
      code >= 0x410 && code < 0x450 ? code - 0x350 : 0x80 + WINDOWS_1251.indexOf(String.fromCodePoint(code)),
    misplaced: "‚„†‡‰¤¦©¬¶",
    // The letters of UTF-8 in Cyrillic, but not U+0460 to U+047F; ТІНІ has capitals that look like others.
    weigh: (lead, second) => {
      if (lead === 0xf0 || isPunctuation(lead, second)) return ENOUGH;
      return lead === 0xd0 || (lead === 0xd1 && second < 0xa0) || lead > 0xdf ? 1 : 0;
    },
  },
];

/**
 * Tells whether characters are likely bytes of UTF-8 that were read as windows-1252, ISO-8859-1 or windows-1251
 * (https://encoding.spec.whatwg.org/#single-byte-decoder).
 *
 * All of them have to be sequences of UTF-8, of which the last may be cut off. One is enough where no text has its
 * characters side by side; else there must be two: `É…` is U+0245, too.
 *
 * @param codePoints a run of adjacent characters above U+007F
 */
export function isMojibake(codePoints: readonly number[]): boolean {
  return MISREADINGS.some((misreading) => isReadAs(codePoints, misreading));
}

function isReadAs(codePoints: readonly number[], { toByte, misplaced, weigh }: Misreading): boolean {
  let evidence = 0;
  let i = 0;
  for (let count = 0; i < codePoints.length && count < MOST_SEQUENCES; count++) {
    const length = sequenceLength(toByte(codePoints[i]!));
    const characters = codePoints.slice(i, i + length);
    const bytes = characters.map(toByte);
    if (length === 1 || bytes.some((byte, k) => k > 0 && (byte & 0xc0) !== 0x80)) return false;
    if (bytes.length < length) break;
    const [lead = 0, second = 0] = bytes;
    if (judgeSequence(bytes) !== "character") return false;
    const tells = characters.some((code) => code < 0xa0 || misplaced.includes(String.fromCodePoint(code)));
    evidence += tells ? ENOUGH : weigh(lead, second);
    i += length;
  }
  return evidence >= ENOUGH;
}

/** U+2000 to U+203F: quotes and dashes. */
function isPunctuation(lead: number, second: number): boolean {
  return lead === 0xe2 && second === 0x80;
}
