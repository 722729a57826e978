// Writes library/src/host/confusables.generated.ts: the characters allowed in labels, their scripts, and those that look like ASCII,
// from the data of UTS #39 in data/ and from Script_Extensions. --check compares.
// https://www.unicode.org/reports/tr39/#General_Security_Profile, https://www.unicode.org/reports/tr39/#Confusable_Detection
import { readFileSync, writeFileSync } from "node:fs";
import { DIGITS, digits, literal } from "./numbers.mjs";

const TARGET = new URL("../../library/src/host/confusables.generated.ts", import.meta.url);
const CODE_POINTS = 0x110000;
/** The diacritics in skeletons of letters. Vowel signs of other scripts are not included. */
const DIACRITICS = /[\u0300-\u036f]/g;

const [, allowedText = "", prototypesText = ""] = readFileSync(
  new URL("data/security-18.0.0.txt", import.meta.url),
  "utf8",
).split(/^\[\w+\]\n/m);
/** @param {string} path */
const points = async (path) => (await import(`@unicode/unicode-18.0.0/${path}/code-points.mjs`)).default;

/** Characters that the mapping of UTS #46 removes from labels. Nontransitional processing keeps the deviations U+00DF and U+03C2. */
const mapped = new Set(await points("Binary_Property/Changes_When_NFKC_Casefolded"));
mapped.delete(0xdf);
mapped.delete(0x3c2);

/** The scripts with an allowed character that other scripts do not have, in the order of their bits. */
const SCRIPTS =
  "Latin Greek Cyrillic Han Hiragana Katakana Hangul Arabic Armenian Bengali Devanagari Ethiopic Georgian Gujarati Gurmukhi Hebrew Kannada Khmer Lao Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan".split(
    " ",
  );
const ALL = 2 ** SCRIPTS.length - 1;
const CYRILLIC = 1 << SCRIPTS.indexOf("Cyrillic");
const scripts = new Uint32Array(CODE_POINTS);
for (const [bit, script] of SCRIPTS.entries()) {
  for (const code of await points(`Script_Extensions/${script}`)) scripts[code] = (scripts[code] ?? 0) | (1 << bit);
}
for (const script of ["Common", "Inherited"]) {
  for (const code of await points(`Script_Extensions/${script}`)) scripts[code] = ALL;
}

/** @param {string} text */
const hex = (text) => Number.parseInt(text, 16);
/**
 * Runs of allowed characters above ASCII with the same scripts.
 *
 * @type {{ start: number; end: number; scripts: number | undefined }[]}
 */
const runs = [];
for (const range of allowedText.trim().split(/;\s*/)) {
  const [first, last = first] = /** @type {[number, number?]} */ (range.split("-").map(hex));
  for (let code = Math.max(first, 0x80); code <= last; code++) {
    if (mapped.has(code)) continue;
    if (scripts[code] === 0) throw new Error(`U+${code.toString(16)} is allowed but has none of the scripts`);
    const run = runs.at(-1);
    if (run?.end === code && run.scripts === scripts[code]) run.end++;
    else runs.push({ start: code, end: code + 1, scripts: scripts[code] });
  }
}

const prototypes = new Map(
  prototypesText
    .trim()
    .split(/;\s*/)
    .map((row) => {
      const sides = row.split("=").map((side) => String.fromCodePoint(...side.split(" ").map(hex)));
      return /** @type {[string, string]} */ (sides);
    }),
);

/**
 * https://www.unicode.org/reports/tr39/#def-skeleton; labels do not contain characters that are ignored.
 *
 * @param {string} text
 */
function skeleton(text) {
  const characters = Array.from(text.normalize("NFD"), (character) => prototypes.get(character) ?? character);
  return characters.join("").normalize("NFD");
}

const { default: names } = await import("@unicode/unicode-18.0.0/Names/index.mjs");
const codeByName = new Map(Array.from(names, ([code, name]) => [name, code]));

/**
 * Returns the base of a Cyrillic letter by its name, such as U+0440 for U+048F, "er with tick": such letters have no prototype.
 *
 * @param {number} code
 */
function withoutMark(code) {
  const [, base] = /^(CYRILLIC .+?) WITH /.exec(names.get(code) ?? "") ?? [];
  return codeByName.get(base) ?? code;
}

const digitsOfScripts = new Set(await points("General_Category/Decimal_Number"));

/**
 * Returns the ASCII character that a character looks like. A letter with a diacritic looks different, except in Cyrillic:
 * Cyrillic words seldom have diacritics, and readers who mistake them for Latin overlook these. Characters that are not allowed
 * in labels anyway are included generously, so that messages can name what they look like. Pairs such as `ae` for U+00E6 and
 * letters that look like digits, such as U+0431, are left out: otherwise too few words could be displayed.
 * @param {number} code
 */
function toAsciiLookAlike(code) {
  const full = skeleton(String.fromCodePoint(withoutMark(code)));
  const isOfOthers = ((scripts[code] ?? 0) & ~CYRILLIC) !== 0;
  const look = isOfOthers ? full : full.replace(DIACRITICS, "");
  if (!/^[!-~]$/.test(look)) return undefined;
  return /[0-9]/.test(look) && scripts[code] !== 0 && !digitsOfScripts.has(code) ? undefined : look.toLowerCase();
}
const looks = [];
for (let code = 0x80; code < CODE_POINTS; code++) {
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  const look = isSurrogate || mapped.has(code) ? undefined : toAsciiLookAlike(code);
  if (look !== undefined) looks.push({ code, look });
}

const sets = [...new Set(runs.map((run) => run.scripts))];
if (sets.length > DIGITS.length) throw new Error("more sets of scripts than digits");
const text = { gaps: "", lengths: "", sets: "", lookGaps: "", looks: "" };
let end = 0x80;
for (const run of runs) {
  text.gaps += digits(run.start - end);
  text.lengths += digits(run.end - run.start - 1);
  text.sets += DIGITS[sets.indexOf(run.scripts)];
  end = run.end;
}
end = 0x80;
for (const { code, look } of looks) {
  text.lookGaps += digits(code - end);
  text.looks += look;
  end = code + 1;
}

/**
 * Writes the ASCII characters as a literal; they include quotes and backslashes.
 *
 * @param {string} value
 */
const quoted = (value) => `\n  ${(value.match(/.{1,114}/g) ?? []).map((line) => JSON.stringify(line)).join(" +\n  ")}`; // prettier-ignore
const output = `// DO NOT EDIT: written by scripts/unicode/confusables.mjs from Unicode 18.0.0 (https://www.unicode.org/Public/security/18.0.0/,
// IdentifierStatus.txt and confusables.txt, by the crate unicode-security 0.1.3; Script_Extensions of @unicode/unicode-18.0.0).

/** The scripts in the order of their bits. */
export const SCRIPTS: readonly string[] = [
  ${SCRIPTS.map((script) => `"${script}",`)
    .join(" ")
    .replace(/(.{100}\S*) /g, "$1\n  ")}
];

/** The sets of scripts, as bits, that the digits of SETS stand for. */
export const SCRIPT_SETS: readonly number[] = [
  ${sets.join(", ").replace(/(.{100}\d*,) /g, "$1\n  ")},
];

/** For each run of allowed characters of one set, from U+0080 on, how many characters are not allowed before it. */
export const GAPS: string =${literal(text.gaps)};

/** How many characters each run has, less one. */
export const LENGTHS: string =${literal(text.lengths)};

/** The set of each run. */
export const SETS: string =${literal(text.sets)};

/** For each character from U+0080 on that looks like ASCII, the number of other characters before it. */
export const LOOK_GAPS: string =${literal(text.lookGaps)};

/** What each of them looks like, in lower case. */
export const LOOKS: string =${quoted(text.looks)};
`;

if (!process.argv.includes("--check")) writeFileSync(TARGET, output);
else if (readFileSync(TARGET, "utf8") !== output) {
  console.error("library/src/host/confusables.generated.ts is not what scripts/unicode/confusables.mjs writes");
  process.exitCode = 1;
}
console.log(`${runs.length} runs, ${sets.length} sets, ${looks.length} look-alikes`);
