import { replaceEscapes } from "../base/escape.ts";
import { escapeInvisible } from "../base/invisible.ts";
import { requireChoice } from "../base/arguments.ts";
import { type OptionNames, readOptions } from "../base/options.ts";
import { PercentEncodingError } from "../base/errors.ts";
import { findEscapeFault } from "../codec/decode-native.ts";
import { cleanPlain, cleanText } from "./clean.ts";
import type { CleanedUri } from "./cleaner.ts";
import {
  isPartOfDotSegment,
  joinParts,
  locateParts,
  splitReference,
  mapReference,
  toParts,
  readUri,
  type UrlObject,
} from "./reference.ts";
import { hostToUnicode, isSurelyRestored } from "../host/display.ts";
import { memoize } from "../base/memoize.ts";
import { browserAgrees, completesEscape, normalizeReference } from "./normalize.ts";
import { codePointAt } from "../base/utf8.ts";
import { looksLikeDelimiter } from "../host/confusables.ts";
import { findCells, findWithoutPurpose, reduceByCells } from "./scheme-table.ts";

/** How a URI is shown. */
export interface DisplayOptions {
  /** Default `"strict"`: the characters that Chromium and Firefox both show, except those that mislead. */
  readonly profile?: DisplayProfile | undefined;
}

const DISPLAY_OPTIONS: OptionNames<DisplayOptions> = { profile: true };

/** A span of escapes that stay, in UTF-16 units of the cleaned URI. */
export interface KeptEscape {
  readonly index: number;
  readonly length: number;
  readonly reason: KeptReason;
}

/** The text to show, and the escapes that stay. */
export interface DisplayReport {
  readonly value: string;
  /** The text to which the indexes of `kept` refer: the cleaned URI, or the original text if cleaning refuses it. */
  readonly cleaned: string;
  readonly kept: readonly KeptEscape[];
}

/**
 * Makes a URI readable without changing what it identifies: it decodes escapes if that is safe and lossless.
 *
 * The text is cleaned first, so that raw misleading characters are treated like escaped ones. A text that `cleanUri` refuses is
 * returned with its invisible characters written as `\u{HEX}`.
 *
 * In every profile a label of the host stays as `xn--` if it may be mistaken for another one: if it looks like ASCII, mixes
 * scripts or contains characters that no name needs (https://www.unicode.org/reports/tr39/).
 *
 * In every profile, cleaning the shown text returns a URI that is equal after normalization; escapes that would break this
 * stay. Reserved characters are not decoded, because RFC 3986 §6.2.2 keeps them distinct. The profile `advanced` decodes those that have no
 * purpose in the scheme: the cleaned text is equal by `compareUris` with `reservedWithoutPurpose`.
 *
 * @param uri a URI reference
 * @param options the profile
 * @returns the text to show; call `cleanUri` before you use it as a URI
 * @throws TypeError for wrong arguments
 * @example
 * import { displayUri } from "percodec/uri";
 * displayUri("http://xn--caf-dma.fr/%C3%BC/%2F/%E2%80%AE?q=a%20b") // → "http://café.fr/ü/%2F/%E2%80%AE?q=a%20b"
 * displayUri("http://xn--oogle-qmc.com/") // → "http://xn--oogle-qmc.com/"
 * displayUri("/a%20b%7C", { profile: "basic" }) // → "/a b|"
 * displayUri("/?u=http%3A%2F%2Fe.com%26", { profile: "advanced" }) // → "/?u=http://e.com%26"
 */
export function displayUri(uri: string | UrlObject, options?: DisplayOptions): string {
  return display(uri, options, false, "displayUri").value;
}

/**
 * Shows a URI as `displayUri` does, and reports which escapes stay and why.
 *
 * @param uri a URI reference
 * @param options the profile
 * @returns the text to show, and the escapes that stay, with their indexes in the cleaned URI
 * @throws TypeError for wrong arguments
 * @example
 * import { displayUriReport } from "percodec/uri";
 * displayUriReport("/%C3%BC%2F").kept // → [{ index: 7, length: 3, reason: "reserved" }]
 */
export function displayUriReport(uri: string | UrlObject, options?: DisplayOptions): DisplayReport {
  return display(uri, options, true, "displayUriReport");
}

type SplitUri = Pick<CleanedUri, "value" | "reference">;

function display(
  uri: string | UrlObject,
  options: DisplayOptions | undefined,
  reporting: boolean,
  owner: string,
): DisplayReport {
  uri = readUri(uri, owner);
  const given = readOptions(options, DISPLAY_OPTIONS, owner);
  const profile = requireChoice(given.profile, ["strict", "basic", "advanced", "chromium", "firefox"], "profile");
  const plain = cleanPlain(uri);
  const cleaned = plain === undefined ? cleanText(uri) : { value: plain, reference: splitReference(plain) };
  // Decoding a text that cleaning refuses could hide the reason.
  if (cleaned instanceof PercentEncodingError) {
    return {
      value: escapeInvisible(uri),
      cleaned: uri,
      kept: [{ index: 0, length: uri.length, reason: "changes-uri" }],
    };
  }
  const cells = profile === "advanced" ? findCells(cleaned.value) : [];
  // Show everything that the profile allows, then less, until the shown text identifies the same URI.
  for (const reserved of cells.length > 0 ? [findWithoutPurpose(cleaned.value, cells), NONE] : [NONE]) {
    for (const attempt of ATTEMPTS) {
      const characters = profile === "advanced" ? "basic" : profile;
      const rules = { profile: characters, ...attempt, reserved, reporting } as const;
      const { report, needsCheck } = show(cleaned, rules);
      if (!needsCheck || keepsUri(report.value, cleaned, profile)) return report;
    }
  }
  const { value } = cleaned;
  return { value, cleaned: value, kept: [{ index: 0, length: value.length, reason: "changes-uri" }] };
}

const NONE = /* @__PURE__ */ new Uint8Array();

const ATTEMPTS = [
  { unicodeHost: true, illegalAscii: true },
  { unicodeHost: false, illegalAscii: true },
  { unicodeHost: false, illegalAscii: false },
];

/** Whether a shown text, cleaned and normalized, equals the cleaned URI, normalized; in the profile `advanced` by the table of schemes. */
function keepsUri(shown: string, cleaned: SplitUri, profile: DisplayProfile): boolean {
  // Cleaning a cleaned URI changes nothing.
  if (shown === cleaned.value) return true;
  const again = cleanText(shown);
  if (again instanceof PercentEncodingError) return false;
  if (again.value === cleaned.value) return true;
  const [one, other] = [normalize(again), normalize(cleaned)];
  if (one === other || profile !== "advanced") return one === other;
  // Two slashes that were escaped would begin an authority.
  const hostAppears = again.reference.host !== undefined && cleaned.reference.host === undefined;
  return !hostAppears && reduceByCells(one) === reduceByCells(other);
}

function normalize({ value, reference }: SplitUri): string {
  return normalizeReference(reference, browserAgrees(value, reference));
}

interface DisplayRules {
  readonly profile: CharacterProfile;
  readonly unicodeHost: boolean;
  readonly illegalAscii: boolean;
  /** 1 for each index of a reserved character that is decoded. */
  readonly reserved: Uint8Array;
  readonly reporting: boolean;
}

/** Whether a text has valid escapes of invalid UTF-8. */
function hasBadUtf8(text: string): boolean {
  for (let fault = findEscapeFault(text); fault; fault = findEscapeFault(text, fault.index + fault.length)) {
    if (!fault.code.endsWith("escape")) return true;
  }
  return false;
}

/** Shows a URI. Escapes of the authority stay, because parsers disagree on which characters delimit its parts. */
function show({ value, reference }: SplitUri, rules: DisplayRules): { report: DisplayReport; needsCheck: boolean } {
  const { profile, unicodeHost, illegalAscii } = rules;
  /** Whether an ASCII character was decoded, or a host that cleaning may not restore. It encodes all other characters again, as they were. */
  let needsCheck = false;
  const kept: KeptEscape[] = [];
  // Testing the regular expressions takes ten times as long as everything else.
  const judge = memoize((character) => findCharacterReason(character, profile, illegalAscii) ?? "shown");
  // Firefox decodes nothing in a URL with invalid UTF-8 or an escaped escape.
  const keepsAll = profile === "firefox" && (/%25[0-9A-Fa-f]{2}/.test(value) || hasBadUtf8(value));
  const places = locateParts(reference);
  const shown = mapReference(reference, (text, part) => {
    if (part === "path" || part === "query" || part === "fragment") {
      const notUtf8 = keepsAll || (profile === "chromium" && hasBadUtf8(text));
      return showComponent(text, places[part], notUtf8);
    }
    if (part !== "host" || !unicodeHost) return text;
    const unicode = hostToUnicode(text);
    needsCheck ||= unicode !== text && !isSurelyRestored(text, unicode);
    return unicode;
  });
  return { report: { value: joinParts(toParts(shown)), cleaned: value, kept }, needsCheck };

  function showComponent(text: string, start: number, notUtf8: boolean): string {
    let baseEnd = -1;
    return replaceEscapes(text, (character, index, length) => {
      if (!notUtf8 && character !== undefined && FREQUENT_LETTER.test(character)) {
        baseEnd = index + length;
        return character;
      }
      if (rules.reserved[start + index] === 1) {
        needsCheck = true;
        return character;
      }
      const end = index + length;
      const isUtf8 = !notUtf8 && character !== undefined;
      const reason = isUtf8 ? findReason(character, text, index, end, baseEnd === index) : "not-utf8";
      if (reason !== undefined) {
        if (rules.reporting) kept.push({ index: start + index, length, reason });
        return undefined;
      }
      // A combining mark may follow a letter, digit or mark.
      if (isUtf8 && /[\p{L}\p{N}\p{M}]/u.test(character)) baseEnd = end;
      needsCheck ||= isUtf8 && character <= "\x7f";
      return character;
    });
  }

  /** Returns why the character whose escapes are from `from` to `to` stays escaped; a decoded letter, digit or mark may precede it. */
  function findReason(
    character: string,
    text: string,
    from: number,
    to: number,
    isAfterBase: boolean,
  ): KeptReason | undefined {
    // A program into which the text is pasted would remove a dot segment.
    if (character === "." && isPartOfDotSegment(text, from, to)) return "position";
    if (completesEscape(text, from, character.charCodeAt(0))) return "changes-uri";
    const verdict = judge(character);
    if (verdict !== "shown") return verdict;
    // A space at an edge or beside another space is invisible.
    const isEdge = from === 0 || to === text.length || text[to] === " " || text.startsWith("%20", to);
    if (character === " " && isEdge) return "position";
    // A combining mark would change a delimiter or an escape before it.
    if (isAfterBase || !/\p{M}/u.test(character)) return undefined;
    const before = text.slice(Math.max(0, from - 3), from);
    return /[A-Za-z0-9]$/.test(before) && !/^%[0-9A-Fa-f]{2}$/.test(before) ? undefined : "position";
  }
}

/**
 * Which characters are shown: the strictest rule, a simple rule, the simple rule and reserved characters without a purpose, or the rule of
 * Chromium or of Firefox.
 */
export type DisplayProfile = CharacterProfile | "advanced";
/** The profiles that judge each character alone. */
type CharacterProfile = "strict" | "basic" | "chromium" | "firefox";

/** Why an escape is not decoded; `position` means that it misleads only there. */
export type KeptReason = "reserved" | "not-utf8" | "misleading" | "position" | "profile" | "changes-uri";

/** Characters that Chromium keeps escaped for display (components/url_formatter and base/strings/escape.cc). */
const ESCAPED_BY_CHROMIUM =
  /[\u034f\ufe00-\ufe0f\0-\x20\x7f\x85\xa0\xad\u0600-\u0605\u061c\u06dd\u070f\u08e2\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufeff\uffa0\ufff0-\ufffb\u{110bd}\u{110cd}\u{13430}-\u{13438}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{1f50f}\u{1f510}\u{1f512}\u{1f513}\u{e0000}-\u{e0fff}]/u;
/** Characters that only Firefox escapes, and those that only Chromium escapes (browser/base/content/utilityOverlay.js, losslessDecodeURI). */
const ESCAPED_ONLY_BY_FIREFOX = /[\x80-\x9f\ufffc\u{1f511}\u{1f6e1}\p{Co}\p{Cn}]/u;
const ESCAPED_ONLY_BY_CHROMIUM = /[\u200c\u200d]/;
/** Characters that both browsers show although they mislead: invisible characters, and look-alikes of slash and dot. */
const MISLEADING_BUT_SHOWN =
  /[\u180f\u0890\u0891\u{13439}-\u{1343f}\u2024\u2044\u2215\u29f8\u3002\uff0e\uff0f\uff61\ufe15\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}]/u;
const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

const UNRESERVED = /[\w.~-]/;
/** ASCII characters that are illegal in a URI, so that cleaning encodes them again; except the backslash, a slash to browsers. */
const ILLEGAL_ASCII = /[ "<>^`{|}]/;

/** Whether a profile shows a character that is not ASCII, or illegal ASCII. */
const IS_SHOWN: Record<CharacterProfile, (character: string) => boolean> = {
  strict: (character) =>
    character > "\x7f" &&
    // U+FFFD also replaces undecodable bytes, so its original would be unclear.
    character !== "\ufffd" &&
    !looksLikeDelimiter(codePointAt(character, 0)) &&
    ![ESCAPED_BY_CHROMIUM, ESCAPED_ONLY_BY_FIREFOX, MISLEADING_BUT_SHOWN, CONTROL].some((refused) =>
      refused.test(character),
    ),
  basic: (character) =>
    !CONTROL.test(character) &&
    !MISLEADING_BUT_SHOWN.test(character) &&
    !ESCAPED_BY_CHROMIUM.test(character.replace(" ", "")),
  chromium: (character) => character > "\x7f" && !ESCAPED_BY_CHROMIUM.test(character),
  firefox: (character) =>
    ESCAPED_ONLY_BY_CHROMIUM.test(character) ||
    (!ESCAPED_BY_CHROMIUM.test(character.replace(" ", "")) && !ESCAPED_ONLY_BY_FIREFOX.test(character)),
};

/** Frequent letters beyond ASCII that every profile shows at every position: the other rules take ten times as long. */
export const FREQUENT_LETTER: RegExp =
  /[\xc0-\xd6\xd8-\xf6\xf8-\u01bf\u0391-\u03a1\u03a3-\u03ce\u0400-\u0481\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fa5\uac00-\ud7a3]/;

export function findCharacterReason(
  character: string,
  profile: CharacterProfile,
  illegalAscii: boolean,
): KeptReason | undefined {
  if (UNRESERVED.test(character)) return undefined;
  if (CONTROL.test(character) || character === "\\") return "misleading";
  if (character <= "\x7f" && !ILLEGAL_ASCII.test(character)) return "reserved";
  if (character <= "\x7f" && !illegalAscii) return "changes-uri";
  if (IS_SHOWN[profile](character)) return undefined;
  return character <= "\x7f" ? "profile" : "misleading";
}
