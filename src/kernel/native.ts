import { toHex } from "../base/escape.ts";
import type { ByteTable } from "../sets/percent-encode-set.ts";

// Kept as they are at import: a page may put other functions in their place later.
const encodeNative = encodeURIComponent;
const decodeNative = decodeURIComponent;

/** The characters that encodeURIComponent leaves bare and `rfc3986.component` encodes. */
const NATIVE_EXTRA = /[!'()*]/;

/** Encodes by encodeURIComponent; `undefined` if that and the set disagree on the text. */
export function encodeByPlatform(text: string, table: ByteTable): string | undefined {
  const lacking = nativeLacks(table);
  if (lacking === false || (lacking !== "" && NATIVE_EXTRA.test(text))) return undefined;
  const encoded = orUndefined(encodeNative, text);
  table.changed = encoded !== undefined && encoded.length > text.length;
  return encoded;
}

/** Decodes by decodeURIComponent; `undefined` if the text has a fault or a surrogate, since a lone one may be an issue. */
export function decodeByPlatform(text: string, plusAsSpace: boolean): string | undefined {
  const doubtful = (plusAsSpace && text.includes("+")) || /[\ud800-\udfff]/.test(text);
  return doubtful ? undefined : orUndefined(decodeNative, text);
}

/**
 * Returns the characters that a set encodes and encodeURIComponent does not, and false if there is any other difference
 * (https://tc39.es/ecma262/#sec-encodeuricomponent-uricomponent).
 */
function nativeLacks(table: ByteTable): string | false {
  if (table.lacking !== undefined) return table.lacking;
  let lacking: string | false = table.nonAscii === 7 && !table.spaceAsPlus && "";
  for (let code = 0; code < 0x80 && lacking !== false; code++) {
    const character = String.fromCharCode(code);
    const bare = encodeNative(character) === character;
    if (bare === (table.bytes[code] === 0)) continue;
    lacking = bare && NATIVE_EXTRA.test(character) && lacking + character;
  }
  return (table.lacking = lacking);
}

/** Up to this many units, one search by a regular expression, 0.6 ns a unit, is faster than the copy into the kernel's memory. */
export const MAX_SEARCHED_UNITS = 100;

/**
 * Whether a short text holds no character that the set may change. It is not searched if the text before it was changed: one search
 * of two was in vain then (20 ns of 130).
 */
export function isSeenUnchanged(text: string, table: ByteTable): boolean {
  return !table.changed && text.length < MAX_SEARCHED_UNITS && !(table.changing ?? toChanging(table)).test(text);
}

/** Returns the pattern of a unit that a set may change: its ASCII characters, the units above U+007F if it encodes any, surrogates. */
function toChanging(table: ByteTable): RegExp {
  let found = table.nonAscii ? "\\x80-\\uffff" : "\\ud800-\\udfff";
  for (let code = 0; code < 0x80; code++) if (table.bytes[code] === 1) found += `\\x${toHex(code, 2)}`;
  return (table.changing = new RegExp(`[${found}]`));
}

function orUndefined(native: (text: string) => string, text: string): string | undefined {
  try {
    return native(text);
  } catch {
    return undefined;
  }
}
