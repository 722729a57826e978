import { isBytes } from "../base/arguments.ts";
import { readEscape } from "../base/escape.ts";
import { platformGlobal } from "../base/platform.ts";
import { WINDOWS_1252 } from "./mojibake.ts";

const MAX_GUESSED_BYTES = 2048;
/** At most 3 encodings are returned; each takes at most 9 bits more than the best, and 6 more than random bytes. */
const MAX_RETURNED = 3;
const MAX_BITS_AFTER_BEST = 9;
const MAX_BITS_AFTER_RANDOM = 6;
/** The bits of a random byte above 7F, an ASCII character, punctuation, and a sign that words do not contain. */
const [RANDOM, ASCII, PUNCTUATION, SIGN] = [7, 4, 8, 14] as const;

/** A character of UTF-8 beyond ASCII, and one that is cut where a value ends. */
const COMPLETE =
  /[\xc2-\xdf][\x80-\xbf]|(?:\xe0[\xa0-\xbf]|[\xe1-\xef][\x80-\xbf])[\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}/g;
const CUT = /(?:[\xc2-\xdf]|\xe0[\xa0-\xbf]?|[\xe1-\xef][\x80-\xbf]?|\xf0(?:[\x90-\xbf][\x80-\xbf]?)?)(?=[&+/;= ]|$)/g;

/** The letters of languages beyond ASCII, the most frequent first, and the ASCII letters that are rare in these languages. */
const LETTERS: readonly (readonly [encoding: string, letters: string, rare: string])[] = [
  ["windows-1252", "éèàêçœôîùâûëï", "kw"],
  ["windows-1252", "üäöß", "q"],
  ["windows-1252", "óíáñéúü", "kw"],
  ["windows-1252", "ãçáéíóõêúâôà", "kwy"],
  ["windows-1252", "àèùòìé", "jkwxy"],
  ["windows-1252", "äöåéøæ", "qwz"],
  ["windows-1252", "íáðóþéúæöý", "cqwz"],
  ["windows-1250", "łąęóśżćńź", "qvx"],
  ["windows-1250", "íáěéščřžýůúťňóď", "gqwx"],
  ["windows-1250", "áéőöíóüűú", "qwx"],
  ["windows-1251", "оеаинтсрвлкмдпуяыьгзбчйхіжшюцщэфъёїєґўј", "abcdefghijklmnopqrstuvwxyz"],
];

/** What words of an encoding do not contain: letters at places where they are rare, and Cyrillic words without a vowel. */
const ODD: Readonly<Record<string, RegExp>> = {
  "windows-1252":
    /[çñ](?![aeiouáâãéêíóôõúü])|[ìòù](?=\p{L})|(?<!\p{L})[èï](?=\p{L})|ø(?=[aeiouáéíóú])|õ(?!e)|œ(?!u)|\p{L}[¿¡]/giu,
  "windows-1251":
    /(?<!\p{L})(?:[ьъы]|[^\P{L}аеёиоуыэюяіїєј]{2,}(?!\p{L}))|[аеёиоуыэюя][ьъ]|[йьъ]{2}|(.)\1\1|й[аиуыэюя]/giu,
};
const ODD_BITS = 6;
const VOWEL = /[aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýœąęěőůű]/i;
const SHARED_PUNCTUATION = "\xa0«»‘’“”„–—…°·№¿¡§®";

/** Frequent characters of Chinese and Japanese, and frequent syllables of Korean. */
const HAN =
  "的一是不了在人有我他这這個个们們中来來上大为為和国國地到以说說时時要就出会會可也你对對生能而子那得于着下自之年过過发發后後作里用道行所然家种種事成方多经經么去法学學如都同现現当當没動动面起看定天分还進进好小部其些主样理心本前开開但因只从想实實日者意无無力与長长把机機十民第公此已工使情明性知全三又关關点點正业業外将兩两高间間由问問很最重并物手应應向头文体體政美相見见利二等产產新己制身果加西月话話合回特代内信表化老世位次度門门任常先海通教原东東声提立及比员員解水名真论處处走各入几口平系气氣题題活更别打女四神总電电数數安少报報才结結反受目太量再感建务做接必場场件计計管期市直德资資命山金指克许统区區保至社便空治展马馬科司五基書书非则白界达光放强難权思王式色路记記南品住告类求程北边張张交规万取望领共确传師清今切院京影音乐樂载載图圖片免费網网站車香港台灣店食愛爱春花歌曲版語田村府県町川島木林映画像写検索料円駅红黑青黄绿李刘陈杨赵吴周孙朱诗词集肉牛鱼鸡茶酒饭菜冰火票房租买卖价银服装衣包球笔脑软编言据库络器闻历艺育校医药病健康横浜沢園示州説護士続状屋米付味汁単純番編聞籍雑誌";
const HANGUL =
  "이다는의에가고하지을사기리나자어로아시대도스한인해라서정일수보장부여주전만그제동구원상게들성과모무비관국신생공회문년오세우안음면조물유방소진학마거중경식영선트드내재있미연요습니었했은를화치위발개입분타디카레르프크터와름김검색날씨울산";

/** The first level of characters, as lead bytes and the least trail byte, with the bits of its characters, and those of frequent ones. */
interface TwoByte {
  readonly frequent: string;
  readonly leads: readonly [first: number, last: number];
  readonly minTrail: number;
  readonly bits: readonly [frequent: number, first: number, kana: number];
}

const TWO_BYTE: Readonly<Record<string, TwoByte>> = {
  Shift_JIS: { frequent: HAN, leads: [0x88, 0x97], minTrail: 0x40, bits: [8.5, 12, 7] },
  "EUC-JP": { frequent: HAN, leads: [0xb0, 0xcf], minTrail: 0xa1, bits: [8.5, 12, 7] },
  "EUC-KR": { frequent: HANGUL, leads: [0xb0, 0xc8], minTrail: 0xa1, bits: [7.8, 11, 16] },
  GBK: { frequent: HAN, leads: [0xb0, 0xd7], minTrail: 0xa1, bits: [8.5, 11.8, 16] },
  Big5: { frequent: HAN, leads: [0xa4, 0xc6], minTrail: 0x40, bits: [8.5, 12, 16] },
};
/** The bits of a character beyond the first level, of half-width katakana, of wide punctuation, and of an incomplete character. */
const [RARE, HALF_WIDTH, WIDE_PUNCTUATION, INCOMPLETE] = [17, 10, 12, 16] as const;
/** The bits that a letter adds next to a wide character. */
const MIXED = 4;

/**
 * Guesses the encoding of bytes: UTF-8, or the encodings in which they decode without a fault and as words of one script
 * (https://encoding.spec.whatwg.org/#names-and-labels).
 *
 * The candidates are UTF-8, which may be cut within a character, windows-1252, windows-1251, windows-1250, Shift_JIS, EUC-JP, EUC-KR, GBK and Big5:
 * the encodings of nearly all pages that are not UTF-8. ISO-8859-2 is left out since it differs from windows-1250 in few letters. All but UTF-8
 * and windows-1252 need a `TextDecoder` that supports them.
 *
 * @param source bytes, or a string with their escapes; the first 2,048 bytes count
 * @returns at most three names, the likeliest first; none if the bytes are ASCII, or do not look like text
 * @throws TypeError for anything but a string or a Uint8Array
 * @example
 * import { guessCharsets } from "percodec/inspect";
 * guessCharsets("%93%FA%96%7B%8C%EA") // → ["Shift_JIS"]
 * guessCharsets("Gr%FC%DFe")[0] // → "windows-1252"
 * guessCharsets("q=%E6%97%A5%E6%9C") // → ["UTF-8"]
 */
export function guessCharsets(source: string | Uint8Array): readonly string[] {
  if (typeof source !== "string" && !isBytes(source))
    throw new TypeError("guessCharsets takes a string or a Uint8Array");
  const bytes =
    typeof source === "string" ? readEscapedBytes(source, 0, source.length) : source.subarray(0, MAX_GUESSED_BYTES);
  if (bytes.every((byte) => byte < 0x80)) return [];
  if (isUtf8(bytes)) return ["UTF-8"];
  const bitsByName = countBits(bytes);
  const ranked = [...bitsByName].sort((a, b) => a[1] - b[1]);
  const random = bytes.reduce((sum, byte) => sum + (byte < 0x80 ? ASCII : RANDOM), 0);
  const max = Math.min(random + MAX_BITS_AFTER_RANDOM, Math.min(...bitsByName.values()) + MAX_BITS_AFTER_BEST);
  return ranked.flatMap(([name, bits]) => (bits <= max ? [name] : [])).slice(0, MAX_RETURNED);
}

/** Reads the first bytes that a part of a string stands for; a malformed escape stays, and a raw character above U+007F is a space. */
export function readEscapedBytes(text: string, from: number, to: number): Uint8Array {
  const bytes: number[] = [];
  for (let i = from; i < to && bytes.length < MAX_GUESSED_BYTES; i++) {
    const unit = text.charCodeAt(i);
    const value = readEscape(text, i);
    bytes.push(value >= 0 ? value : unit < 0x80 ? unit : 0x20);
    if (value >= 0) i += 2;
  }
  return Uint8Array.from(bytes);
}

/** Whether bytes are UTF-8, whose last characters may be cut. */
function isUtf8(bytes: Uint8Array): boolean {
  const text = String.fromCharCode(...bytes);
  // The placeholder keeps a lead byte before a character from being at the end of a value.
  const rest = text.replace(COMPLETE, "\x01");
  if (rest !== text) return !/[\x80-\xff]/.test(rest.replace(CUT, ""));
  // Without a complete character, one or two bytes can be letters of windows-1252. Others are cut: C2 and C3 after a small letter, which would be
  // capitals, three bytes, a second byte below A0, and two bytes that follow no letter.
  const cut = /^(?:[a-z][\xc2\xc3]$|[^][^]{3}|[^][^][\x80-\x9f]|[^A-Za-z][^]{2})/;
  const drop = (part: string, at: number) => (cut.test((text[at - 1] ?? " ") + part) ? "" : part);
  return !/[\x80-\xff]/.test(text.replace(CUT, drop));
}

/** Returns the bits that the bytes take in each encoding; Infinity if they are invalid in it. */
function countBits(bytes: Uint8Array): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [name, letters, rare] of LETTERS) {
    const text = decode(name, bytes);
    const isValid = text !== undefined && !/[\x80-\x9f]/.test(text);
    const bits = isValid ? countLetterBits(text, name, letters) + countRareBits(text, rare) : Infinity;
    counts.set(name, Math.min(counts.get(name) ?? Infinity, bits));
  }
  for (const [name, row] of Object.entries(TWO_BYTE)) {
    const text = decode(name, bytes);
    counts.set(name, text === undefined ? Infinity : countWideBits(text, bytes, row));
  }
  return counts;
}

/** Decodes bytes strictly, without an incomplete last character; undefined for invalid bytes, and for an encoding that the platform does not support. */
function decode(name: string, bytes: Uint8Array): string | undefined {
  // The decoder of Node 20 reads windows-1252 as ISO-8859-1.
  if (name === "windows-1252")
    return Array.from(bytes, (byte) => WINDOWS_1252[byte - 0x80] ?? String.fromCharCode(byte)).join("");
  const Decoder = platformGlobal("TextDecoder");
  try {
    return Decoder && new Decoder(name, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

/** Returns the bits of text as words with these letters. */
function countLetterBits(text: string, name: string, letters: string): number {
  const isCyrillic = name === "windows-1251";
  let bits = ODD_BITS * (text.match(ODD[name] ?? /$^/g)?.length ?? 0) + (name === "windows-1250" ? 0.5 : 0);
  let [before, wasLetter, wasHigh] = [" ", false, false];
  for (const character of text) {
    const lower = character.toLowerCase();
    const isHigh = character > "\x7f";
    const isLetter = isHigh ? /\p{L}/u.test(character) : lower >= "a" && lower <= "z";
    const rank = isHigh ? letters.indexOf(lower) : -1;
    if (!isHigh) bits += ASCII;
    else bits += rank >= 0 ? 3 + rank / 6 : SHARED_PUNCTUATION.includes(character) ? PUNCTUATION : SIGN;
    if (isLetter && wasLetter) {
      if (lower !== character && before.toUpperCase() !== before) bits += ODD_BITS + 2;
      if (isCyrillic) bits += wasHigh === isHigh ? 0 : ODD_BITS;
      else if (wasHigh || isHigh)
        bits += (wasHigh && isHigh ? 4 : 0) + (VOWEL.test(before) === VOWEL.test(character) ? 1.5 : 0);
    } else if (isCyrillic && isHigh) bits += 2;
    [before, wasLetter, wasHigh] = [character, isLetter, isHigh];
  }
  return bits;
}

/** Returns the bits of rare ASCII letters in words that have other letters. */
function countRareBits(text: string, rare: string): number {
  const words = text.match(/[a-z]*[^\0-\x7f][^\0-\x40]*/gi) ?? [];
  return 2.5 * Array.from(words.join("").toLowerCase()).filter((letter) => rare.includes(letter)).length;
}

function countWideBits(
  text: string,
  bytes: Uint8Array,
  { frequent, leads, minTrail, bits: [common, first, kana] }: TwoByte,
): number {
  let bits = (text.match(/[a-z][^\0-\x7f]|[^\0-\x7f](?=[a-z])/gi) ?? []).length * MIXED;
  let at = 0;
  for (const character of text) {
    const [lead, trail] = [bytes[at]!, bytes[at + 1]!];
    const isHalf = /[\0-\x7f\uff61-\uff9f]/.test(character);
    if (isHalf) bits += character < "\x80" ? ASCII : HALF_WIDTH;
    else if (frequent.includes(character)) bits += common;
    else if (/[\u3041-\u30ff]/.test(character)) bits += kana;
    else if (/[\u3000-\u301f\uff01-\uff5e]/.test(character)) bits += WIDE_PUNCTUATION;
    else bits += lead >= leads[0] && lead <= leads[1] && trail >= minTrail ? first : RARE;
    at += isHalf ? 1 : 2;
  }
  return at < bytes.length ? bits + INCOMPLETE : bits;
}
