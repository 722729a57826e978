// Writes library/src/host/normalization.generated.ts: the data of form NFC that engines with older Unicode data do not have.
// https://www.unicode.org/reports/tr15/, https://www.unicode.org/reports/tr44/#Canonical_Combining_Class_Values
import { createRequire } from "node:module";
import {
  CODE_POINTS, DIGITS, digits, hex, literal, OLDEST, pointSet, readData, readRange, toClass, toRanges, writeTable,
} from "./tables.mjs"; // prettier-ignore

const VERSION = "18.0.0";
const VIRAMA = 9;

const data = readData(`normalization-${VERSION}`);
const classes = data["classes"].map(([range, combiningClass]) => {
  const { first: start, last: end } = readRange(range);
  return { start, end, combiningClass: Number(combiningClass) };
});
const marks = new Map(
  classes.flatMap(({ start, end, combiningClass }) =>
    Array.from({ length: end - start + 1 }, (_, k) => [start + k, combiningClass]),
  ),
);
const decompositions = data["decompositions"].map(([code, parts]) => ({
  code: hex(code),
  parts: parts.split(" ").map(hex),
}));

/** Throws if two sources disagree about a fact. */
function confirm(holds, fact) {
  if (!holds) throw new Error(`the sources disagree: ${fact}`);
}

const { combiningClassVirama } = createRequire(import.meta.url)("tr46/lib/regexes.js");
for (let code = 0; code < CODE_POINTS; code++) {
  const isVirama = combiningClassVirama.test(String.fromCodePoint(code));
  confirm((marks.get(code) === VIRAMA) === isVirama, `the class of ${code.toString(16)}`);
}

const old = await pointSet("Binary_Property/Assigned", OLDEST);
const excluded = await pointSet("Binary_Property/Full_Composition_Exclusion");
const composites = decompositions.filter(({ code }) => !old.has(code));
for (const { code, parts } of composites) {
  confirm(parts.length === 2 && !excluded.has(code), `${code.toString(16)} is not composed of two`);
  // library/src/host/nfc.ts decomposes them in one pass: only the first part may be a composite, with a lower code point.
  const late = composites.find((other) => other.code === parts[1] || (other.code === parts[0] && other.code > code));
  confirm(late === undefined, `the parts of ${code.toString(16)}`);
}

const active = new Set([...marks.keys(), ...composites.flatMap(({ code, parts }) => [code, ...parts])]);
const newer = toRanges(
  [...active].filter((one) => !old.has(one)),
  // Above U+FFFF one range is enough: the scripts between are rare, and toNfc returns the same for them, only more slowly.
  ({ start, end }, code) => end === code - 1 || start > 0xffff,
);
const values = [...new Set(classes.map(({ combiningClass }) => combiningClass))].sort((a, b) => a - b);
confirm(values.length <= DIGITS.length, "more classes than digits");

const escape = (code) => `\\u{${code.toString(16)}}`;
let end = 0;
const gaps = classes.map((run) => {
  const gap = run.start - end;
  end = run.end;
  return digits(gap);
});

writeTable(
  "host/normalization.generated.ts",
  `Unicode ${VERSION} (https://www.unicode.org/Public/${VERSION}/ucd/UnicodeData.txt,
// as data/normalization-${VERSION}.txt; the assigned code points of Unicode ${OLDEST} as @unicode/unicode-${OLDEST}).`,
  `/**
 * What Unicode 9 does not have and normalization does not leave alone: marks with a class, and parts of new composites. Above U+FFFF it
 * matches more, so that it is short.
 */
// oxlint-disable-next-line no-misleading-character-class -- each character of the class stands alone
export const NEWER: RegExp = /${toClass(newer, escape)}/u;

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
