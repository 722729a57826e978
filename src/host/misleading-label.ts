import { toHex } from "../base/escape.ts";
import { quote } from "../base/excerpt.ts";
import { ALL_SCRIPTS, asciiLook, CYRILLIC, GREEK, JAPANESE, KOREAN, LATIN, scriptNames, findScripts } from "./confusables.ts"; // prettier-ignore
import {
  CATALAN_DOTS,
  COUNTRIES,
  DOTLESS_I,
  DOUBLE_MARK,
  LIKE_DIGITS,
  LIKE_LATIN,
  LOCAL_LETTERS,
  MIDDLE_DOT,
  MISPLACED,
  STROKES,
  ZEROS,
} from "./misleading-characters.ts";

/** Why a label misleads. */
export interface LabelFault {
  readonly code: "look-alike-host" | "mixed-script-host" | "restricted-host-character";
  /** What the label looks like, what it mixes, or the character, in printable ASCII. */
  readonly what: string;
}

/** A label as code points, and the last label of its host in Unicode, `""` if the host has one label only. */
interface Label {
  readonly text: string;
  readonly codes: readonly number[];
  readonly scripts: readonly number[];
  readonly top: string;
}

/**
 * Scripts that are written together, and beside letters of ASCII (https://www.unicode.org/reports/tr39/#highly_restrictive;
 * other Latin letters are not written there, and Bopomofo is restricted).
 */
const WRITTEN_TOGETHER: readonly number[] = [JAPANESE, KOREAN];

/**
 * Finds why a label of a host can be taken for another one, or is written as no name needs to be
 * (https://www.unicode.org/reports/tr39/).
 *
 * @param text the label in Unicode, mapped by UTS #46
 * @param top the last label of the host in Unicode, `""` if there is one only
 */
export function findLabelFault(text: string, top: string): LabelFault | undefined {
  if (!/[^\0-\x7f]/.test(text)) return undefined;
  const codes = Array.from(text, (character) => character.codePointAt(0)!);
  const label = { text, codes, scripts: codes.map(findScripts), top };
  return asciiFault(label) ?? characterFault(label) ?? mixtureFault(label) ?? digitFault(label) ?? browserFault(label);
}

/** A label of which each character looks like one of ASCII (https://www.unicode.org/reports/tr39/#Confusable_Detection). */
function asciiFault(label: Label): LabelFault | undefined {
  const { text, codes, top } = label;
  const looks = codes.map(asciiLook);
  let isForeign = false;
  for (const [letter, look, tops] of LOCAL_LETTERS) {
    if (!text.includes(letter)) continue;
    const isAtHome = tops.includes(top);
    // A dotless i is no surprise beside the other letters of Turkish.
    isForeign ||= !isAtHome && letter !== DOTLESS_I;
    for (const [k, code] of codes.entries()) if (code === letter.charCodeAt(0)) looks[k] = isAtHome ? undefined : look;
  }
  if (!looks.includes(undefined)) return isExpected(label) ? undefined : lookAlike(looks.join(""));
  return isForeign ? lookAlike(looks.map((look, k) => look ?? String.fromCodePoint(codes[k]!)).join("")) : undefined;
}

function lookAlike(look: string): LabelFault {
  return { code: "look-alike-host", what: quote(look) };
}

/**
 * A character that no name of today needs (https://www.unicode.org/reports/tr39/#General_Security_Profile), or not where it
 * stands.
 */
function characterFault(label: Label): LabelFault | undefined {
  const code = label.codes[label.scripts.indexOf(0)] ?? misplacedCharacter(label);
  if (code === undefined) return undefined;
  const look = code > 0x7f ? asciiLook(code) : undefined;
  const name = `U+${toHex(code, 4)}`;
  return { code: "restricted-host-character", what: look === undefined ? name : `${name}, which looks like ${look},` };
}

function misplacedCharacter({ text, codes, scripts, top }: Label): number | undefined {
  const strokes = /[a-z]/.test(text) ? STROKES.exec(text) : null;
  const dot = MIDDLE_DOT.exec(top === "cat" ? text.replace(CATALAN_DOTS, "") : text);
  const found = [...MISPLACED.map((rule) => rule.exec(text)), strokes, dot, DOUBLE_MARK.exec(text.normalize("NFD"))];
  const character = found
    .find((match) => match !== null)
    ?.slice(1)
    .find((group: string | undefined) => group !== undefined);
  if (character !== undefined) return character.codePointAt(0);
  // A diacritic belongs to a letter of Latin, Greek or Cyrillic.
  return codes.find((code, k) => isDiacritic(code) && !takesDiacritic(codes[k - 1]!, scripts[k - 1]!));
}

function isDiacritic(code: number): boolean {
  return code >= 0x300 && code <= 0x36f;
}

function takesDiacritic(code: number, scripts: number): boolean {
  return !isDiacritic(code) && scripts !== ALL_SCRIPTS && (scripts & (LATIN | GREEK | CYRILLIC)) !== 0;
}

/** Scripts that are not written together (https://www.unicode.org/reports/tr39/#Restriction_Level_Detection). */
function mixtureFault({ codes, scripts }: Label): LabelFault | undefined {
  if (commonScripts(scripts) !== 0) return undefined;
  const isWritten = (group: number): boolean => scripts.every((one, k) => (one & group) !== 0 || codes[k]! < 0x80);
  if (WRITTEN_TOGETHER.some(isWritten)) return undefined;
  const names = new Set(scripts.filter((one) => one !== ALL_SCRIPTS).map((one) => scriptNames(one)[0]!));
  return { code: "mixed-script-host", what: [...names].slice(0, 3).join(" and ") };
}

/** Digits of two scripts (https://www.unicode.org/reports/tr39/#Mixed_Number_Detection). */
function digitFault({ codes }: Label): LabelFault | undefined {
  const zeros = ZEROS.filter((zero) => codes.some((code) => code >= zero && code <= zero + 9));
  return zeros.length > 1 ? { code: "mixed-script-host", what: "digits of two scripts" } : undefined;
}

/** A label all of whose letters browsers take for Latin letters, or for digits. */
function browserFault(label: Label): LabelFault | undefined {
  const likeLatin = LIKE_LATIN.test(label.text);
  if ((!likeLatin && !LIKE_DIGITS.test(label.text)) || isExpected(label)) return undefined;
  return { code: "look-alike-host", what: likeLatin ? "Latin letters" : "digits" };
}

/** Whether a label is of one script other than Latin, in which the last label is written too, or its country writes. */
function isExpected({ scripts, top }: Label): boolean {
  const common = commonScripts(scripts) & ~LATIN;
  if (/^[\0-\x7f]*$/.test(top)) return scriptNames(common).some((name) => COUNTRIES[name]?.includes(top) === true);
  return (common & commonScripts(Array.from(top, (letter) => findScripts(letter.codePointAt(0)!)))) !== 0;
}

/** The scripts of which all characters are. */
function commonScripts(scripts: readonly number[]): number {
  return scripts.reduce((common, one) => common & one, ALL_SCRIPTS);
}
