// Text as literals of other languages. Every invisible character is an escape, so that no pasted literal controls a terminal, ends a
// bracketed paste or starts a new line of a shell.
import { escapeInvisible } from "percodec/inspect";
import { toHex, codeAt } from "./text.ts";

/** Writes a value as JSON. A string is also a literal of JavaScript. */
export function toJson(value: unknown, indent?: number): string {
  return escapeInJson(JSON.stringify(value, null, indent));
}

/**
 * Writes the invisible characters of JSON as JSON escapes (https://www.rfc-editor.org/rfc/rfc8259#section-7).
 *
 * @param json JSON, or lines of it; tabs and line feeds are outside strings and stay
 */
export function escapeInJson(json: string): string {
  // Most JSON is ASCII, and this expression takes a tenth of the time of the other.
  if (!/[^\t\n -~]/.test(json)) return json;
  return replaceInvisible(json, (character) =>
    character === "\n" || character === "\t" ? character : mapUnits(character, (unit) => `\\u${toHex(unit, 4)}`),
  );
}

/** Quotes a text for Python, whose `\u` cannot write half of a pair. */
export function quotePython(text: string): string {
  return replaceInvisible(JSON.stringify(text), (character) =>
    character.length === 1 ? `\\u${toHex(character.charCodeAt(0), 4)}` : `\\U${toHex(codeAt(character), 8)}`,
  );
}

/** Whether an argument of a program can contain a text: NUL ends it, and a lone surrogate has no UTF-8. */
export function isArgument(text: string): boolean {
  return !/[\0\p{Cs}]/u.test(text);
}

/**
 * Quotes an argument for bash and zsh: with invisible characters as `$'…'`
 * (https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_02_04), without them for any shell.
 *
 * No quotation mark is between the two, so in a shell without `$'…'` the literal is still one word.
 */
export function quotePosix(argument: string): string {
  const quoted = quoteFish(argument);
  if (escapeInvisible(argument) === argument) return quoted;
  const escaped = argument.replace(/\\/g, "\\\\").replace(/'/g, "\\047");
  return `$'${replaceInvisible(escaped, toOctal)}'`;
}

/** Writes the bytes of a character for `$'…'`: `\u` depends on the locale of the shell. */
function toOctal(character: string): string {
  return encodeURIComponent(character).replace(
    /%(..)/g,
    (_, hex: string) => `\\${Number.parseInt(hex, 16).toString(8).padStart(3, "0")}`,
  );
}

/** Quotes an argument for fish: between its quotation marks, a backslash can be an escape, and invisible characters have none. */
export function quoteFish(argument: string): string {
  const escaped = argument.replace(/['\\]/g, "'\\$&'");
  return `'${replaceInvisible(escaped, (character) => `'${encodeURIComponent(character).replace(/%/g, "\\X")}'`)}'`;
}

/** Quotes an argument for PowerShell, which reads typographic quotation marks as quotes too. Not all of its versions have escapes for all characters. */
export function quotePowerShell(argument: string): string {
  const quoted = `'${argument.replace(/['\u2018-\u201b]/g, "$&$&")}'`;
  const escaped = replaceInvisible(
    quoted,
    (character) => `'${mapUnits(character, (unit) => ` + [char]0x${toHex(unit)}`)} + '`,
  );
  return escaped === quoted ? quoted : `(${escaped})`;
}

/** Replaces invisible characters by escapes; the same characters usually repeat. */
function replaceInvisible(text: string, escape: (character: string) => string): string {
  if (escapeInvisible(text) === text) return text;
  const escapes = new Map<string, string>();
  return text.replace(/[^ -~]/gu, (character) => {
    let written = escapes.get(character);
    if (written === undefined) {
      written = escapeInvisible(character) === character ? character : escape(character);
      escapes.set(character, written);
    }
    return written;
  });
}

function mapUnits(character: string, escape: (unit: number) => string): string {
  return Array.from({ length: character.length }, (_, k) => escape(character.charCodeAt(k))).join("");
}
