// Shared by the generators: they read the data of Unicode, and write ranges and numbers.
import { readFileSync, writeFileSync } from "node:fs";

export const CODE_POINTS = 0x110000;
/** Every engine that runs ES2020 has at least this version: V8 8.0 has ICU 65, Safari 13.1 on its oldest system ICU 59. */
export const OLDEST = "9.0.0";

/** Imports what the package of a version of Unicode has for a property, such as its code points: a list, or a map to its values. */
export const importProperty = async (path, version = "18.0.0") =>
  (await import(`@unicode/unicode-${version}/${path}.mjs`)).default;
export const points = (property, version) => importProperty(`${property}/code-points`, version);
export const pointSet = async (property, version) => new Set(await points(property, version));

/** Reads a number in hexadecimal. */
export const hex = (text) => Number.parseInt(text, 16);
/** Reads the first and the last code point of a range, such as `41-5a`, or of a single one. */
export function readRange(text) {
  const [first = 0, last = first] = text.split("-").map(hex);
  return { first, last };
}
/** Reads the characters of code points, such as `41 308`. */
export const readText = (text) => String.fromCodePoint(...text.split(" ").map(hex));

/** Reads the rows of each part of a file of data/, split at the equals sign. What comes before the parts has the name `""`. */
export function readData(name) {
  const text = readFileSync(new URL(`data/${name}.txt`, import.meta.url), "utf8").replace(/^#.*\n/gm, "");
  const parts = ["", ...text.split(/^\[(\w+)\]\n/m)];
  const toRows = (part) => part.trim().split(/;\s*/).map((row) => row.split("=")); // prettier-ignore
  return Object.fromEntries(parts.flatMap((part, k) => (k % 2 === 0 ? [[part, toRows(parts[k + 1])]] : [])));
}

/** Writes items of a file of data/ in lines. */
export const wrap = (items) => items.join(";").match(/.{1,120}(?:;|$)/g)?.join("\n"); // prettier-ignore

/**
 * Joins code points to ranges in order.
 *
 * @param {(range: { start: number; end: number }, code: number) => boolean} isNext whether a code point continues the last range
 */
export function toRanges(codes, isNext = ({ end }, code) => code === end + 1) {
  /** @type {{ start: number; end: number }[]} */
  const ranges = [];
  for (const code of [...codes].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && isNext(last, code)) last.end = code;
    else ranges.push({ start: code, end: code });
  }
  return ranges;
}

/** Writes ranges as a class of a regular expression. */
export function toClass(ranges, escape) {
  const parts = ranges.map(
    ({ start, end }) => escape(start) + (end > start + 1 ? "-" : "") + (end > start ? escape(end) : ""),
  );
  return `[${parts.join("")}]`;
}

/** The digits of numbers in the generated tables, which library/src/host/idna-table.ts reads. */
export const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Writes a number as digits of five bits, the highest first. All digits except the last have the sixth bit set. */
export function digits(number) {
  let text = DIGITS.charAt(number & 31);
  for (let rest = number >> 5; rest > 0; rest >>= 5) text = DIGITS.charAt(32 | (rest & 31)) + text;
  return text;
}

/** Writes digits as a literal of several lines. */
export const literal = (value) => `\n  "${value.match(/.{1,114}/g)?.join('" +\n  "')}"`;

/** Writes a table of the library by its path in library/src/. Its head names the running script, and the origin of the data. */
export function writeTable(path, origin, code) {
  const script = process.argv[1]?.replace(/.*[\\/]/, "");
  const text = `// DO NOT EDIT: written by scripts/unicode/${script} from ${origin}\n\n${code}`;
  writeFileSync(new URL(`../../library/src/${path}`, import.meta.url), text);
}
