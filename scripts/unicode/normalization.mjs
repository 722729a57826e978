// Writes library/src/host/normalization.generated.ts: the data of form NFC that engines with older Unicode data do not have.
// https://www.unicode.org/reports/tr15/, https://www.unicode.org/reports/tr44/#Canonical_Combining_Class_Values
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { DIGITS, digits, literal } from "./numbers.mjs";

const VERSION = "18.0.0";
/** Every engine that runs ES2020 has at least this version: V8 8.0 has ICU 65, Safari 13.1 on its oldest system ICU 59. */
const OLDEST = "9.0.0";
const VIRAMA = 9;

/** @param {string} version @param {string} property */
const points = async (version, property) =>
  new Set((await import(`@unicode/unicode-${version}/${property}/code-points.mjs`)).default);

/** The rows of the parts of the data file, split at the equals sign. */
const [, classRows = [], decompositionRows = []] = readFileSync(new URL(`data/normalization-${VERSION}.txt`, import.meta.url), "utf8")
  .split(/^\[\w+\]\n/m)
  .map((part) => part.trim().split(/;\s*/).map((row) => row.split("="))); // prettier-ignore
/** @param {string} text */
const hex = (text) => Number.parseInt(text, 16);
const classes = classRows.map(([range = "", combiningClass]) => {
  const [start, end = start] = /** @type {[number, number?]} */ (range.split("-").map(hex));
  return { start, end, combiningClass: Number(combiningClass) };
});
const marks = new Map(
  classes.flatMap(({ start, end, combiningClass }) =>
    Array.from({ length: end - start + 1 }, (_, k) => [start + k, combiningClass]),
  ),
);
const decompositions = decompositionRows.map(([code = "", parts = ""]) => ({
  code: hex(code),
  parts: parts.split(" ").map(hex),
}));

/**
 * Throws if two sources disagree about a fact.
 *
 * @param {boolean} holds @param {string} fact
 */
function confirm(holds, fact) {
  if (!holds) throw new Error(`the sources disagree: ${fact}`);
}

const { combiningClassVirama } = createRequire(import.meta.url)("tr46/lib/regexes.js");
for (let code = 0; code < 0x110000; code++) {
  const isVirama = combiningClassVirama.test(String.fromCodePoint(code));
  confirm((marks.get(code) === VIRAMA) === isVirama, `the class of ${code.toString(16)}`);
}

const old = await points(OLDEST, "Binary_Property/Assigned");
const excluded = await points(VERSION, "Binary_Property/Full_Composition_Exclusion");
const composites = decompositions.filter(({ code }) => !old.has(code));
for (const { code, parts } of composites) {
  confirm(parts.length === 2 && !excluded.has(code), `${code.toString(16)} is not composed of two`);
  // library/src/host/nfc.ts decomposes them in one pass: only the first part may be a composite, with a lower code point.
  const late = composites.find((other) => other.code === parts[1] || (other.code === parts[0] && other.code > code));
  confirm(late === undefined, `the parts of ${code.toString(16)}`);
}

const newer = [];
const active = new Set([...marks.keys(), ...composites.flatMap(({ code, parts }) => [code, ...parts])]);
for (const code of [...active].filter((one) => !old.has(one)).sort((a, b) => a - b)) {
  const last = newer.at(-1);
  // Above U+FFFF one range is enough: the scripts between are rare, and toNfc returns the same for them, only more slowly.
  if (last !== undefined && (last.end === code - 1 || last.start > 0xffff)) last.end = code;
  else newer.push({ start: code, end: code });
}
const values = [...new Set(classes.map(({ combiningClass }) => combiningClass))].sort((a, b) => a - b);
confirm(values.length <= DIGITS.length, "more classes than digits");

/** @param {number} code */
const escape = (code) => `\\u{${code.toString(16)}}`;
/** @param {{ start: number; end: number }} range */
const range = ({ start, end }) => escape(start) + (end > start + 1 ? "-" : "") + (end > start ? escape(end) : "");
let end = 0;
const gaps = classes.map((run) => {
  const gap = run.start - end;
  end = run.end;
  return digits(gap);
});

writeFileSync(
  new URL("../../library/src/host/normalization.generated.ts", import.meta.url),
  `// DO NOT EDIT: written by scripts/unicode/normalization.mjs from Unicode ${VERSION} (https://www.unicode.org/Public/${VERSION}/ucd/UnicodeData.txt,
// as data/normalization-${VERSION}.txt; the assigned code points of Unicode ${OLDEST} as @unicode/unicode-${OLDEST}).

/**
 * What Unicode 9 does not have and normalization does not leave alone: marks with a class, and parts of new composites. Above U+FFFF it
 * matches more, so that it is short.
 */
// oxlint-disable-next-line no-misleading-character-class -- each character of the class stands alone
export const NEWER: RegExp = /[${newer.map(range).join("")}]/u;

/** The primary composites that Unicode 9 does not have, each followed by the two characters of its decomposition. */
export const COMPOSITES: string =
  "${composites.map(({ code, parts }) => [code, ...parts].map(escape).join("")).join('" +\n  "')}";

/** The canonical combining classes above 0. */
export const CLASSES: readonly number[] = [
  ${values.join(", ")},
];

/** The class of each run of code points, as a digit: its index in \`CLASSES\`. */
export const RUN_CLASSES: string =${literal(classes.map((run) => DIGITS[values.indexOf(run.combiningClass)]).join(""))};

/** How far each run starts after the end of the last one. */
export const RUN_GAPS: string =${literal(gaps.join(""))};

/** How many code points each run has, less one. */
export const RUN_LENGTHS: string =${literal(classes.map((run) => digits(run.end - run.start)).join(""))};
`,
);
