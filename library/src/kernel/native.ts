import { toHex } from "../base/escape.ts";
import type { ByteTable, NativeDifference } from "../sets/byte-table.ts";

// Kept at import: a page may replace these functions later.
export const encodeNative: (text: string) => string = encodeURIComponent;
export const decodeNative: (text: string) => string = decodeURIComponent;

/** Up to this many units, one search with a regular expression is faster than a search for each character. */
const MAX_ONE_SEARCH_UNITS = 200;

/**
 * Encodes with encodeURIComponent; returns `undefined` if the set differs too much from that function, for a lone surrogate, and, unless
 * `rewrites`, for a character that the set writes differently.
 */
export function encodeByPlatform(text: string, table: ByteTable, rewrites: boolean): string | undefined {
  const difference = (table.difference ??= findDifference(table));
  if (difference === false) return undefined;
  const differs = hasAny(text, difference);
  if (differs && !rewrites) return undefined;
  try {
    const encoded = encodeNative(text);
    table.changed = encoded.length > text.length;
    return differs ? encoded.replace(difference.written, (written) => difference.rewritten[written]!) : encoded;
  } catch {
    return undefined;
  }
}

export function decodeByPlatform(text: string, plusAsSpace: boolean): string | undefined {
  return tryDecode(plusAsSpace ? text.replace(/\+/g, " ") : text);
}

/** Decodes with decodeURIComponent; returns `undefined` if the text has a fault. */
export function tryDecode(text: string): string | undefined {
  try {
    return decodeNative(text);
  } catch {
    return undefined;
  }
}

/** Returns how a set differs from encodeURIComponent, or false if it differs above U+007F or encodes letters or digits. */
function findDifference(table: ByteTable): NativeDifference | false {
  if (table.bytes[0x80] !== 1) return false;
  let characters = "";
  const written: string[] = [];
  const rewritten: Record<string, string> = {};
  for (let code = 0; code < 0x80; code++) {
    const character = String.fromCharCode(code);
    const native = encodeNative(character);
    const wanted =
      table.bytes[code] === 0 ? character : table.spaceAsPlus && code === 0x20 ? "+" : `%${toHex(code, 2)}`;
    if (native === wanted) continue;
    // A digit, or a letter from A to F, also occurs in escapes.
    if (/^[A-Za-z0-9]$/.test(native)) return false;
    characters += character;
    rewritten[native] = wanted;
    written.push(native.length === 1 ? `\\${native}` : native);
  }
  const pattern = characters === "" ? undefined : new RegExp(toClass(characters));
  return { characters, pattern, written: new RegExp(written.join("|"), "g"), rewritten };
}

function hasAny(text: string, { characters, pattern }: NativeDifference): boolean {
  if (pattern === undefined) return false;
  if (text.length <= MAX_ONE_SEARCH_UNITS) return pattern.test(text);
  for (const character of characters) if (text.includes(character)) return true;
  return false;
}

/** Up to this many units, a search with a regular expression (0.6 ns a unit) is faster than the copy into the kernel's memory. */
export const MAX_SEARCHED_UNITS = 100;

/**
 * Whether a text is short and has no character that the set may change. After a changed text the next one is not
 * searched: half of such searches find a change, which wastes 20 of 130 ns.
 */
export function isKnownUnchanged(text: string, table: ByteTable): boolean {
  return !table.changed && text.length < MAX_SEARCHED_UNITS && !(table.pattern ?? toPattern(table)).test(text);
}

/** Compiles the pattern of the units that a set may change: its ASCII characters, units above U+007F if it encodes any, and surrogates. */
function toPattern(table: ByteTable): RegExp {
  const above = table.bytes[0x80] === 0 ? "\\ud800-\\udfff" : "\\x80-\\uffff";
  let changed = "";
  for (let code = 0; code < 0x80; code++) if (table.bytes[code] === 1) changed += String.fromCharCode(code);
  return (table.pattern = new RegExp(toClass(changed, above)));
}

/** Returns the character class of ASCII characters and further ranges. */
function toClass(characters: string, more = ""): string {
  return `[${Array.from(characters, (character) => `\\x${toHex(character.charCodeAt(0), 2)}`).join("")}${more}]`;
}
