import { quote } from "../base/excerpt.ts";
import { hexOf } from "../base/hex.ts";
import { ALL_SCRIPTS, asciiLook, JAPANESE, KOREAN, LATIN, scriptNames, scriptsOf } from "./confusables.ts";

/** Why a label misleads. */
export interface LabelFault {
  readonly code: "look-alike-host" | "mixed-script-host" | "restricted-host-character";
  /** What the label looks like, what it mixes, or the character, in printable ASCII. */
  readonly what: string;
}

/** A label as code points, and the top-level label of its host in Unicode, `""` if the host has one label only. */
interface Label {
  readonly text: string;
  readonly codes: readonly number[];
  readonly scripts: readonly number[];
  readonly top: string;
}

/** Scripts that are written together (https://www.unicode.org/reports/tr39/#highly_restrictive); Bopomofo is restricted. */
const WRITTEN_TOGETHER: readonly number[] = [LATIN | JAPANESE, LATIN | KOREAN];

/**
 * Letters that browsers take for Latin letters or digits in a label that has no others. Measured: Chromium 156 shows nine of
 * one of these as `xn--`, and nine of any other allowed letter in Unicode.
 */
const BROWSER_LOOK_ALIKES =
  /^[-0-9αηθικνορτυωагезкмопрстухъыьюѕіјҙһҽӏӡագզէլհճյշոսւօדוחיןס׳٠-٩उ०२ও০২৪৭ਤੜટડ૦૧૨૩૭ଠடப೦೧೩೭ടധനഠറดทนบปพฟมรลหเแ๐ခဂငထဒပဝ၀၂ၜვიკოპყძხሀሠሰስበተነከዐዕዘጠፐ]+$/u;

/** The top-level domains in ASCII of countries that write in a script: labels of that script are expected there. */
const AT_HOME: Readonly<Record<string, readonly string[]>> = {
  Armenian: ["am"],
  Cyrillic: ["bg", "by", "kz", "ru", "su", "ua", "uz"],
  Ethiopic: ["et"],
  Georgian: ["ge"],
  Greek: ["gr"],
  Hebrew: ["il"],
  Myanmar: ["mm"],
  Thai: ["th"],
};

/** Letters of few languages, what others take them for, and the top-level domains where those languages are at home. */
const LETTERS_AT_HOME: readonly (readonly [letter: string, look: string, tops: readonly string[]])[] = [
  ["ı", "i", ["az", "tr"]],
  ["ə", "e", ["az"]],
  ["ð", "d", ["fo", "is"]],
  ["þ", "p", ["fo", "is"]],
];

/**
 * Allowed characters that are missed all the same, and that Chromium shows nowhere: punctuation, the macron below, and letters
 * of Pinyin and of other transcriptions, whose marks are small.
 */
const EASILY_MISSED = /[ǎǐǒǔʻʼ\u0331֊ஃ\u1e00-\u1e9f‐’‧゠]/u;

/** The zeros of the decimal digits that are allowed. */
const ZEROS: readonly number[] = [
  0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20, 0x1040,
  0x1090, 0x17e0,
];

/**
 * Finds why a label of a host can be taken for another one, or is written as no name needs to be
 * (https://www.unicode.org/reports/tr39/).
 *
 * @param text the label in Unicode, mapped by UTS #46
 * @param top the last label of the host in Unicode, `""` if there is one only
 */
export function labelFault(text: string, top: string): LabelFault | undefined {
  if (!/[^\0-\x7f]/.test(text)) return undefined;
  const codes = Array.from(text, (character) => character.codePointAt(0)!);
  const label = { text, codes, scripts: codes.map(scriptsOf), top };
  return asciiFault(label) ?? restrictedFault(label) ?? mixtureFault(label) ?? digitFault(label) ?? browserFault(label);
}

/** A label of which each character looks like one of ASCII (https://www.unicode.org/reports/tr39/#Confusable_Detection). */
function asciiFault(label: Label): LabelFault | undefined {
  const { text, codes, top } = label;
  const own = LETTERS_AT_HOME.filter(([letter, , tops]) => text.includes(letter) && tops.includes(top));
  const others = LETTERS_AT_HOME.filter(([letter, , tops]) => text.includes(letter) && !tops.includes(top));
  const looks = Array.from(text, (letter, k) => {
    if (own.some(([one]) => one === letter)) return undefined;
    return others.find(([one]) => one === letter)?.[1] ?? asciiLook(codes[k]!);
  });
  if (!looks.includes(undefined)) return isExpected(label) ? undefined : lookAlike(looks.join(""));
  // Turkish has letters beside the dotless one that nobody takes for ASCII.
  if (!others.some(([letter]) => letter !== "ı")) return undefined;
  return lookAlike(looks.map((look, k) => look ?? String.fromCodePoint(codes[k]!)).join(""));
}

function lookAlike(look: string): LabelFault {
  return { code: "look-alike-host", what: quote(look) };
}

/** A character that names of today do not need (https://www.unicode.org/reports/tr39/#General_Security_Profile). */
function restrictedFault({ text, codes, scripts }: Label): LabelFault | undefined {
  const code = codes[scripts.indexOf(0)] ?? EASILY_MISSED.exec(text)?.[0].codePointAt(0);
  if (code === undefined) return undefined;
  const look = asciiLook(code);
  const name = `U+${hexOf(code, 4)}`;
  return {
    code: "restricted-host-character",
    what: look === undefined ? name : `${name}, which looks like ${quote(look)},`,
  };
}

/** Scripts that are not written together (https://www.unicode.org/reports/tr39/#Restriction_Level_Detection). */
function mixtureFault({ scripts }: Label): LabelFault | undefined {
  if (commonScripts(scripts) !== 0) return undefined;
  if (WRITTEN_TOGETHER.some((group) => scripts.every((one) => (one & group) !== 0))) return undefined;
  const names = new Set(scripts.filter((one) => one !== ALL_SCRIPTS).map((one) => scriptNames(one)[0]!));
  return { code: "mixed-script-host", what: [...names].slice(0, 3).join(" and ") };
}

/** Digits of two scripts (https://www.unicode.org/reports/tr39/#Mixed_Number_Detection). */
function digitFault({ codes }: Label): LabelFault | undefined {
  const zeros = ZEROS.filter((zero) => codes.some((code) => code >= zero && code <= zero + 9));
  return zeros.length > 1 ? { code: "mixed-script-host", what: "digits of different scripts" } : undefined;
}

/** A label all of whose letters browsers take for Latin ones. */
function browserFault(label: Label): LabelFault | undefined {
  if (!BROWSER_LOOK_ALIKES.test(label.text) || isExpected(label)) return undefined;
  const looks = label.codes.map((code) => asciiLook(code) ?? "?");
  return { code: "look-alike-host", what: looks.includes("?") ? "Latin letters or digits" : quote(looks.join("")) };
}

/** Whether a label is of one script other than Latin, in which the top-level label or its country writes. */
function isExpected({ scripts, top }: Label): boolean {
  const common = commonScripts(scripts) & ~LATIN;
  if (/^[\0-\x7f]*$/.test(top)) return scriptNames(common).some((name) => AT_HOME[name]?.includes(top) === true);
  return (common & commonScripts(Array.from(top, (letter) => scriptsOf(letter.codePointAt(0)!)))) !== 0;
}

function commonScripts(scripts: readonly number[]): number {
  return scripts.reduce((common, one) => common & one, ALL_SCRIPTS);
}
