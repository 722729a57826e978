import { toHex } from "../base/escape.ts";
import type { ByteTable } from "../sets/percent-encode-set.ts";

// Kept at import: a page may replace these functions later.
const encodeNative = encodeURIComponent;
const decodeNative = decodeURIComponent;

/** The characters that `rfc3986.component` encodes and encodeURIComponent does not. */
const NATIVE_EXTRA = /[!'()*]/;

/** Encodes with encodeURIComponent; returns `undefined` if the set encodes the text differently. */
export function encodeByPlatform(text: string, table: ByteTable): string | undefined {
  const extra = findExtra(table);
  if (extra === false || (extra !== "" && NATIVE_EXTRA.test(text))) return undefined;
  const encoded = tryNative(encodeNative, text);
  table.changed = encoded !== undefined && encoded.length > text.length;
  return encoded;
}

/** Decodes with decodeURIComponent; returns `undefined` if the text has a fault, a `+` to decode, or a surrogate, which may be lone. */
export function decodeByPlatform(text: string, plusAsSpace: boolean): string | undefined {
  const needsScalar = (plusAsSpace && text.includes("+")) || /[\ud800-\udfff]/.test(text);
  return needsScalar ? undefined : tryNative(decodeNative, text);
}

/**
 * Returns the characters that a set encodes and encodeURIComponent does not, or false if there is another difference
 * (https://tc39.es/ecma262/#sec-encodeuricomponent-uricomponent).
 */
function findExtra(table: ByteTable): string | false {
  if (table.extra !== undefined) return table.extra;
  let extra: string | false = table.nonAscii === 7 && !table.spaceAsPlus && "";
  for (let code = 0; code < 0x80 && extra !== false; code++) {
    const character = String.fromCharCode(code);
    const isUnencoded = encodeNative(character) === character;
    if (isUnencoded === (table.bytes[code] === 0)) continue;
    extra = isUnencoded && NATIVE_EXTRA.test(character) && extra + character;
  }
  return (table.extra = extra);
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
  let units = table.nonAscii ? "\\x80-\\uffff" : "\\ud800-\\udfff";
  for (let code = 0; code < 0x80; code++) if (table.bytes[code] === 1) units += `\\x${toHex(code, 2)}`;
  return (table.pattern = new RegExp(`[${units}]`));
}

function tryNative(native: (text: string) => string, text: string): string | undefined {
  try {
    return native(text);
  } catch {
    return undefined;
  }
}
