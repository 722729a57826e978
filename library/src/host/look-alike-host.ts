import { codePointAt, isAscii } from "../base/utf8.ts";
import { toHex } from "../base/escape.ts";
import { quote } from "../base/excerpt.ts";
import {
  ALL_SCRIPTS,
  toAsciiLookAlike,
  CYRILLIC,
  GREEK,
  JAPANESE,
  KOREAN,
  LATIN,
  listScripts,
  findScripts,
} from "./confusables.ts";

/**
 * Matches all but the letters that browsers treat as Latin look-alikes, beyond those of UTS #39, with digits and the hyphen. Measured in Chromium 156: it
 * shows nine times one of these letters as `xn--`, and nine times any other allowed letter in Unicode. It shows every
 * label of two of these as `xn--` too.
 */
const NOT_LIKE_LATIN: RegExp =
  /[^-0-9αηικνορτυωагекмопрстухъыьюѕіјһҽӏագզէլհյոսւօדוחיןס׳٠-٩०০৭ਤੜટડ૦૧ଠடப೦೧ടധനഠറดทนบปพฟมรลหเแ๐ခဂငထပဝ၀၂ၜიოყძხሀሠሰስበተነከዐዕዘጠፐ]/u;

/** Matches all but the letters and digits that browsers treat as look-alikes of digits, measured in the same way. */
const NOT_LIKE_DIGITS: RegExp = /[^-0-9θзҙӡճշउ२ও২৪૨૩૭೩೭ဒვკპ]/u;

/** The ASCII top-level domains of the countries that use a script: labels in that script are expected there. */
const COUNTRY_DOMAINS: Readonly<Record<string, readonly string[]>> = {
  Armenian: ["am"],
  Cyrillic: ["bg", "by", "kz", "ru", "su", "ua", "uz"],
  Ethiopic: ["et"],
  Georgian: ["ge"],
  Greek: ["gr"],
  Hebrew: ["il"],
  Myanmar: ["mm"],
  Thai: ["th"],
};

const DOTLESS_I = "ı";
/** The letters of few languages, the ASCII letters that they look like, and the top-level domains of those languages. */
const LOCAL_LETTERS: readonly (readonly [letter: string, look: string, tops: readonly string[]])[] = [
  [DOTLESS_I, "i", ["az", "tr"]],
  ["ə", "e", ["az"]],
  ["ð", "d", ["fo", "is"]],
  ["þ", "p", ["fo", "is"]],
];

// In each expression below a group captures the character at fault. None uses lookbehind, which Safari before 16.4 does not support.

/**
 * Characters that UTS #39 allows but that are easy to overlook, and that Chromium never shows: punctuation, the macron below,
 * and letters of Pinyin and other transcriptions, whose marks are small.
 */
const EASILY_MISSED = /([ǎǐǒǔʻʼ֊\u1e00-\u1e9f‐’‧゠]|\u0331)/u;

/** Characters that no name needs, at all or at this position, because they look like another character or a part of one. */
const MISPLACED: readonly RegExp[] = [
  EASILY_MISSED,
  // A hyphen at the start or end, or third and fourth, which no registry accepts.
  /^(-)|(-)$|^..(-)-/u,
  // A dot above i, j or l, and any mark on the dotless i.
  /[ijl](\u0307)|ı(\p{M})/u,
  // Katakana and Han that look like strokes, between ASCII.
  /[a-z0-9]([ソゾノン丿乀乁])[a-z0-9]/u,
  // Marks of length, repetition and separation without the kana or Han that they belong to.
  /(?:^|[^ぁ-ゖァ-ヺー])(ー)|(?:^|[^ァ-ヺ])([ヽヾ])/u,
  /[-a-z0-9가-힣](・)|(・)(?:[-a-z0-9가-힣]|$)/u,
  // Syllables that look the same in Hiragana and Katakana.
  /[ぁ-ゖ]([ヘベペ])[ぁ-ゖ]|[ァ-ヺー]([へべぺ])[ァ-ヺー]/u,
  // The Tamil aytham next to other scripts.
  /[^\u0b80-\u0bff](ஃ)|(ஃ)[^\u0b80-\u0bff]/u,
];

/** Han that look like ASCII, next to an ASCII letter, digit or hyphen. */
const STROKES: RegExp =
  /[-a-z0-9]([〇一丁七丅丨丶乛亅二亠冖十宀巛工讠])|([〇一丁七丅丨丶乛亅二亠冖十宀巛工讠])[-a-z0-9]/u;

/** The same mark twice on one character, in a string in NFD. */
const DOUBLE_MARK: RegExp = /(\p{Mn})\p{Mn}*\1/u;

/** The middle dot, which Catalan writes between two l. */
const MIDDLE_DOT: RegExp = /(·)/u;
const CATALAN_DOTS: RegExp = /l·(?=l)/gu;

/** The digit zero of each script whose decimal digits are allowed. */
const ZEROS: readonly number[] = [
  0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20, 0x1040,
  0x1090, 0x17e0,
];

/** Why a label misleads. */
export interface LabelFault {
  readonly code: "look-alike-host" | "mixed-script-host" | "restricted-host-character";
  /** What the label looks like, which scripts it mixes, or the character at fault, in printable ASCII. */
  readonly what: string;
  /** For `look-alike-host`, the ASCII text that the label looks like; otherwise `undefined`. So is it if only the script is known. */
  readonly look: string | undefined;
}

interface Label {
  readonly text: string;
  readonly codes: readonly number[];
  /** The scripts of each code point, as bits. */
  readonly scripts: readonly number[];
  /** The last label of the host in Unicode, `""` if the host has only one label. */
  readonly top: string;
}

/**
 * Scripts that are written together, and with ASCII letters (https://www.unicode.org/reports/tr39/#highly_restrictive).
 * Departures: non-ASCII Latin letters are not allowed next to them, and Bopomofo is restricted.
 */
const WRITTEN_TOGETHER: readonly number[] = [JAPANESE, KOREAN];

/**
 * Finds why a label in Unicode, mapped by UTS #46, misleads: it looks like another one, or has characters that no name needs
 * (https://www.unicode.org/reports/tr39/).
 *
 * @param top the last label of the host in Unicode, `""` if the host has only one label
 */
export function findLabelFault(text: string, top: string): LabelFault | undefined {
  if (isAscii(text)) return undefined;
  const codes = Array.from(text, (character) => codePointAt(character, 0));
  const label = { text, codes, scripts: codes.map(findScripts), top };
  return (
    findAsciiFault(label) ??
    findCharacterFault(label) ??
    findMixtureFault(label) ??
    findDigitFault(label) ??
    findBrowserFault(label)
  );
}

/** Finds a label that looks like ASCII, or has a local letter under another top-level domain (https://www.unicode.org/reports/tr39/#Confusable_Detection). */
function findAsciiFault(label: Label): LabelFault | undefined {
  const { text, codes, top } = label;
  const looks = codes.map(toAsciiLookAlike);
  let hasForeignLetter = false;
  for (const [letter, look, tops] of LOCAL_LETTERS) {
    if (!text.includes(letter)) continue;
    const isLocal = tops.includes(top);
    // A dotless i is expected next to other letters of Turkish, so it is a fault only if all letters look like ASCII.
    hasForeignLetter ||= !isLocal && letter !== DOTLESS_I;
    for (const [k, code] of codes.entries()) if (code === letter.charCodeAt(0)) looks[k] = isLocal ? undefined : look;
  }
  if (looks.includes(undefined) ? !hasForeignLetter : isExpected(label)) return undefined;
  const look = looks.map((each, k) => each ?? String.fromCodePoint(codes[k]!)).join("");
  return { code: "look-alike-host", what: quote(look), look };
}

/** Finds a character that no name needs, at all or at its position (https://www.unicode.org/reports/tr39/#General_Security_Profile). */
function findCharacterFault(label: Label): LabelFault | undefined {
  const code = label.codes[label.scripts.indexOf(0)] ?? findMisplaced(label);
  if (code === undefined) return undefined;
  const look = code > 0x7f ? toAsciiLookAlike(code) : undefined;
  const name = `U+${toHex(code, 4)}`;
  const what = look === undefined ? name : `${name}, which looks like ${look},`;
  return { code: "restricted-host-character", what, look: undefined };
}

function findMisplaced({ text, codes, scripts, top }: Label): number | undefined {
  const strokes = /[a-z]/.test(text) ? STROKES.exec(text) : null;
  const dot = MIDDLE_DOT.exec(top === "cat" ? text.replace(CATALAN_DOTS, "") : text);
  const found = [...MISPLACED.map((rule) => rule.exec(text)), strokes, dot, DOUBLE_MARK.exec(text.normalize("NFD"))];
  // Of the groups of an expression only one matches.
  const character = found
    .find((match) => match !== null)
    ?.slice(1)
    .join("");
  if (character !== undefined) return codePointAt(character, 0);
  // A diacritic belongs to a letter of Latin, Greek or Cyrillic.
  const canHaveDiacritic = (k: number): boolean =>
    !isDiacritic(codes[k] ?? 0) && scripts[k] !== ALL_SCRIPTS && ((scripts[k] ?? 0) & (LATIN | GREEK | CYRILLIC)) !== 0;
  return codes.find((code, k) => isDiacritic(code) && !canHaveDiacritic(k - 1));
}

function isDiacritic(code: number): boolean {
  return code >= 0x300 && code <= 0x36f;
}

/** Finds scripts that are not written together (https://www.unicode.org/reports/tr39/#Restriction_Level_Detection). */
function findMixtureFault({ codes, scripts }: Label): LabelFault | undefined {
  if (toCommonScripts(scripts) !== 0) return undefined;
  const areInGroup = (group: number): boolean => scripts.every((bits, k) => (bits & group) !== 0 || codes[k]! < 0x80);
  if (WRITTEN_TOGETHER.some(areInGroup)) return undefined;
  const names = new Set(scripts.filter((bits) => bits !== ALL_SCRIPTS).map((bits) => listScripts(bits)[0]));
  return { code: "mixed-script-host", what: [...names].slice(0, 3).join(" and "), look: undefined };
}

/** Finds digits of two scripts (https://www.unicode.org/reports/tr39/#Mixed_Number_Detection). */
function findDigitFault({ codes }: Label): LabelFault | undefined {
  const zeros = ZEROS.filter((zero) => codes.some((code) => code >= zero && code <= zero + 9));
  return zeros.length > 1 ? { code: "mixed-script-host", what: "digits of two scripts", look: undefined } : undefined;
}

/** Finds a label whose letters all look like Latin letters, or like digits, to browsers. */
function findBrowserFault(label: Label): LabelFault | undefined {
  const likeLatin = !NOT_LIKE_LATIN.test(label.text);
  if ((!likeLatin && NOT_LIKE_DIGITS.test(label.text)) || isExpected(label)) return undefined;
  return { code: "look-alike-host", what: likeLatin ? "Latin letters" : "digits", look: undefined };
}

/** Whether a label is in one script other than Latin, and the last label is in that script or belongs to a country that uses it. */
function isExpected({ scripts, top }: Label): boolean {
  const common = toCommonScripts(scripts) & ~LATIN;
  if (isAscii(top)) return listScripts(common).some((name) => COUNTRY_DOMAINS[name]?.includes(top) === true);
  return (common & toCommonScripts(Array.from(top, (letter) => findScripts(codePointAt(letter, 0))))) !== 0;
}

function toCommonScripts(scripts: readonly number[]): number {
  return scripts.reduce((common, bits) => common & bits, ALL_SCRIPTS);
}
