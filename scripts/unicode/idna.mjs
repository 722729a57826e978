// Writes library/src/host/idna.generated.ts: the UTS #46 mapping of Unicode 18 and the properties for the validity of labels. --check compares.
// https://www.unicode.org/reports/tr46/#IDNA_Mapping_Table, https://www.rfc-editor.org/rfc/rfc5892#appendix-A.1,
// https://www.rfc-editor.org/rfc/rfc5893#section-2
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { DIGITS, digits, literal } from "./numbers.mjs";

const require = createRequire(import.meta.url);
const mappingTable = require("tr46/lib/mappingTable.json");
const { combiningClassVirama } = require("tr46/lib/regexes.js");
const { MAPPED, VALID, DISALLOWED, DEVIATION, IGNORED } = Object.fromEntries(
  Object.entries(require("tr46/lib/statusMapping.js").STATUS_MAPPING).map(([name, status]) => [
    name.toUpperCase(),
    status,
  ]),
);
const CODE_POINTS = 0x110000;
const TARGET = new URL("../../library/src/host/idna.generated.ts", import.meta.url);

/** @param {string} path */
const points = async (path) => new Set((await import(`@unicode/unicode-18.0.0/${path}/code-points.mjs`)).default);
const marks = await points("General_Category/Mark");

/** The bits of valid code points, which library/src/host/idna-table.ts reads. */
const MARK = 1;
const VIRAMA = 2;
const TRANSPARENT = 4 << 2;
/** @type {[value: string, bit: number][]} */
const JOINING = [
  ["Dual_Joining", 1 << 2],
  ["Left_Joining", 2 << 2],
  ["Right_Joining", 3 << 2],
  ["Transparent", TRANSPARENT],
];
/**
 * The classes that the rules of RFC 5893 distinguish.
 *
 * @type {[value: string, bit: number][]}
 */
const BIDI = [
  ["Left_To_Right", 1 << 5],
  ["Right_To_Left", 2 << 5],
  ["Arabic_Letter", 2 << 5],
  ["Arabic_Number", 3 << 5],
  ["European_Number", 4 << 5],
  ["Nonspacing_Mark", 5 << 5],
  ["European_Separator", 6 << 5],
  ["European_Terminator", 6 << 5],
  ["Common_Separator", 6 << 5],
  ["Other_Neutral", 6 << 5],
  ["Boundary_Neutral", 6 << 5],
];
/** @param {string} property @param {[value: string, bit: number][]} values */
const readBits = async (property, values) => {
  const bits = new Map();
  for (const [value, bit] of values) for (const code of await points(`${property}/${value}`)) bits.set(code, bit);
  return bits;
};
const joining = await readBits("Joining_Type", JOINING);
/**
 * The package has only the code points of ArabicShaping.txt. Nonspacing and enclosing marks and format characters not listed there are transparent
 * (https://www.unicode.org/Public/18.0.0/ucd/extracted/DerivedJoiningType.txt).
 */
const listed = await readBits("Joining_Type", [...JOINING, ["Join_Causing", 0], ["Non_Joining", 0]]);
for (const category of ["Nonspacing_Mark", "Enclosing_Mark", "Format"]) {
  for (const code of await points(`General_Category/${category}`)) {
    if (!listed.has(code)) joining.set(code, TRANSPARENT);
  }
}
const bidi = await readBits("Bidi_Class", BIDI);
/** @param {number} code */
const readProperties = (code) =>
  (marks.has(code) ? MARK : 0) |
  (combiningClassVirama.test(String.fromCodePoint(code)) ? VIRAMA : 0) |
  (joining.get(code) ?? 0) |
  (bidi.get(code) ?? 0);

/**
 * For each code point "disallowed", "ignored", its properties if it is valid, or its mapping.
 *
 * @type {(string | number)[]}
 */
const meaning = [];
for (const [range, status, mapping] of mappingTable) {
  const [first, last] = Array.isArray(range) ? range : [range, range];
  for (let code = first; code <= last; code++) {
    if (status === VALID || status === DEVIATION) meaning[code] = readProperties(code);
    else if (status === MAPPED) meaning[code] = mapping;
    else if (status === DISALLOWED) meaning[code] = "disallowed";
    else if (status === IGNORED) meaning[code] = "ignored";
    else throw new Error(`unknown status ${status}`);
  }
}

/**
 * Counts the code points from `from` on, in steps, that have the expected entry.
 *
 * @param {number} from @param {number} step @param {(code: number) => boolean} expected
 */
function runLength(from, step, expected) {
  let length = 0;
  for (let code = from; code < CODE_POINTS && expected(code); code += step) length++;
  return length;
}

const LETTER = readProperties(0x61);
/** @param {string | number | undefined} value @returns {value is string} */
const isMapping = (value) => typeof value === "string" && value !== "disallowed" && value !== "ignored";

/** Every engine that runs ES2020 has at least this version (scripts/unicode/normalization.mjs). */
const OLDEST = "9.0.0";
/** @param {string} version */
const lowercase = async (version) =>
  (await import(`@unicode/unicode-${version}/Simple_Case_Mapping/Lowercase/code-points.mjs`)).default;
const lower = await lowercase("18.0.0");
const oldLower = await lowercase(OLDEST);
const old = new Set((await import(`@unicode/unicode-${OLDEST}/Binary_Property/Assigned/code-points.mjs`)).default);

/**
 * Whether every engine has the mapping of a code point: it is its lowercase form NFKC with an iota for the iota subscript. That form never
 * changes for characters of the oldest version (https://www.unicode.org/policies/stability_policy.html). Their lowercase letters are the
 * same today.
 * @param {number} code
 */
function isFolded(code) {
  const character = String.fromCodePoint(code);
  const normalized = character.normalize("NFKC");
  const codes = Array.from(normalized, (one) => one.codePointAt(0));
  return (
    isMapping(meaning[code]) &&
    [code, ...codes].every((one) => old.has(one) && lower.get(one) === oldLower.get(one)) &&
    // The iota subscript is the only character that case folding maps and toLowerCase keeps.
    normalized.toLowerCase().normalize("NFD").replace("\u0345", "\u03b9").normalize("NFKC") === meaning[code]
  );
}

/**
 * Divides the code points into runs: a kind, the number of code points or pairs, and the target of a mapping.
 *
 * @param {number} code
 */
function runAt(code) {
  const value = meaning[code];
  const same = runLength(code, 1, (at) => meaning[at] === value);
  if (!isMapping(value)) return { kind: value ?? "disallowed", length: same, size: same, target: [] };
  const pairs = runLength(code, 2, (at) => meaning[at] === String.fromCodePoint(at + 1) && meaning[at + 1] === LETTER);
  if (pairs > 0) return { kind: "alternating", length: pairs, size: 2 * pairs, target: [] };
  const folded = runLength(code, 1, isFolded);
  if (folded > 0) return { kind: "folded", length: folded, size: folded, target: [] };
  const target = Array.from(value, (character) => character.codePointAt(0) ?? 0);
  if (target.length > 1) return { kind: "expansion", length: 1, size: 1, target };
  const [first = 0] = target;
  const shift = first - code;
  const ascending = runLength(code, 1, (at) => meaning[at] === String.fromCodePoint(at + shift));
  return { kind: "ascending", length: ascending, size: ascending, target };
}
const runs = [];
for (let code = 0; code < CODE_POINTS;) {
  const run = runAt(code);
  runs.push(run);
  code += run.size;
}

/** The kinds in the order of their numbers: the fixed ones, then valid ones by their properties. */
const FIXED = ["disallowed", "ignored", "alternating", "folded", "ascending", "expansion"];
const valid = [...new Set(runs.map(({ kind }) => kind).filter((kind) => typeof kind === "number"))].sort(
  (a, b) => a - b,
);
const kinds = [...FIXED, ...valid];

if (kinds.length > DIGITS.length) throw new Error("more kinds than digits");

/** @param {number} number */
const signed = (number) => digits(number < 0 ? -2 * number - 1 : 2 * number);

// Differences compress best with gzip.
const text = { kinds: "", lengths: "", targets: "" };
const expansions = [];
let expected = 0;
for (const { kind, length, target } of runs) {
  const [first = 0] = target;
  text.kinds += DIGITS[kinds.indexOf(kind)];
  text.lengths += digits(length - 1);
  if (kind === "expansion") expansions.push(String.fromCodePoint(...target));
  if (kind !== "ascending") continue;
  text.targets += signed(first - expected);
  expected = first + length;
}

if (expansions.some((one) => one.includes(","))) throw new Error("an expansion contains the separator");

const output = `// DO NOT EDIT: written by scripts/unicode/idna.mjs from Unicode 18.0.0 (https://www.unicode.org/Public/18.0.0/idna/IdnaMappingTable.txt,
// as mappingTable.json of tr46 7.0.0; General_Category, Bidi_Class and Joining_Type of @unicode/unicode-18.0.0;
// the assigned code points and lowercase letters of Unicode ${OLDEST} as @unicode/unicode-${OLDEST}).

/** The digits of all numbers below: five bits each, the highest first, the sixth bit on all but the last. */
export const DIGITS = "${DIGITS}";

/** The properties of the valid code points, by kind. */
export const VALID_PROPERTIES: readonly number[] = [${valid.join(", ")}];

/** The kind of each run of code points, from U+0000 on. */
export const KINDS: string =${literal(text.kinds)};

/** How many code points or pairs each run has, less one. */
export const LENGTHS: string =${literal(text.lengths)};

/** The first target of each ascending run, as signed difference to the end of the last such run. */
export const TARGETS: string =${literal(text.targets)};

/** The expansions, in the order of their code points, separated by commas. */
export const EXPANSIONS: string =${literal(expansions.join())};
`;

if (!process.argv.includes("--check")) writeFileSync(TARGET, output);
else if (readFileSync(TARGET, "utf8") !== output) {
  console.error("library/src/host/idna.generated.ts is not what scripts/unicode/idna.mjs writes");
  process.exitCode = 1;
}
