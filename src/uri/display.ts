import { escapeInvisible } from "../base/invisible.ts";
import { requireChoice, requireText } from "../base/arguments.ts";
import { type OptionNames, readOptions } from "../base/options.ts";
import { PercentEncodingError } from "../base/errors.ts";
import { cleanText } from "./clean.ts";
import type { CleanedUri } from "./cleaner.ts";
import { hostToUnicode } from "../host/display.ts";
import { replaceEscapes } from "./iri.ts";
import { looksLikeDelimiter } from "../host/look-alikes.ts";
import { memoize } from "../base/memoize.ts";
import { completesEscape, normalizeReference, splitsAlike } from "./normalize.ts";
import { cut, joinParts, locateParts, toParts, type UriReference } from "./reference.ts";

/** Which characters may appear: the strictest, a plain rule, or what a program or a report allows. */
export type DisplayProfile = "strict" | "basic" | "chromium" | "firefox" | "uts58";

/** How a URI is shown. */
export interface DisplayOptions {
  /** Default `"strict"`: what both browsers show, less what misleads even there. */
  readonly profile?: DisplayProfile | undefined;
}

const DISPLAY_OPTIONS: OptionNames<DisplayOptions> = { profile: true };

/** Why an escape is not shown as its character. */
export type KeptReason = "reserved" | "not-utf8" | "misleading" | "position" | "profile" | "changes-uri";

/** Escapes that stay, in UTF-16 units of the cleaned URI. */
export interface KeptEscape {
  readonly index: number;
  readonly length: number;
  readonly reason: KeptReason;
}

/** What is shown, and which escapes stay. */
export interface DisplayReport {
  readonly value: string;
  /** The URI after cleaning, which changes no valid one, or the text that cleaning refuses; the places are of this text. */
  readonly cleaned: string;
  readonly kept: readonly KeptEscape[];
}

/** What Chromium never unescapes for display (components/url_formatter and base/strings/escape.cc). */
const CHROMIUM =
  /[\u034f\ufe00-\ufe0f\0-\x20\x7f\x85\xa0\xad\u0600-\u0605\u061c\u06dd\u070f\u08e2\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufeff\uffa0\ufff0-\ufffb\u{110bd}\u{110cd}\u{13430}-\u{13438}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{1f50f}\u{1f510}\u{1f512}\u{1f513}\u{e0000}-\u{e0fff}]/u;
/** What Firefox escapes besides, and what it lets pass (browser/base/content/utilityOverlay.js, losslessDecodeURI). */
const FIREFOX_TOO = /[\x80-\x9f\ufffc\u{1f511}\u{1f6e1}\p{Co}\p{Cn}]/u;
const FIREFOX_NOT = /[\u200c\u200d]/;
/** What both miss: invisible characters, and look-alikes of slash and dot. */
const GAPS =
  /[\u180f\u0890\u0891\u{13439}-\u{1343f}\u2024\u2044\u2215\u29f8\u3002\uff0e\uff0f\uff61\ufe15\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}]/u;
const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

const UNRESERVED = /[\w.~-]/;
/** Illegal in a URI, so that cleaning encodes it again; not the backslash, which a browser reads as a slash. */
const ILLEGAL_ASCII = /[ "<>^`{|}]/;

/** Whether a profile lets a character above U+007F, or an illegal one of ASCII, appear. */
const MAY_APPEAR: Record<DisplayProfile, (character: string) => boolean> = {
  strict: (character) =>
    character > "\x7f" &&
    // U+FFFD looks like whatever was there.
    character !== "\ufffd" &&
    !looksLikeDelimiter(character.codePointAt(0)!) &&
    ![CHROMIUM, FIREFOX_TOO, GAPS, CONTROL].some((refused) => refused.test(character)),
  basic: (character) => !CONTROL.test(character) && !GAPS.test(character) && !CHROMIUM.test(character.replace(" ", "")),
  chromium: (character) => character > "\x7f" && !CHROMIUM.test(character),
  firefox: (character) =>
    FIREFOX_NOT.test(character) || (!CHROMIUM.test(character.replace(" ", "")) && !FIREFOX_TOO.test(character)),
  uts58: (character) => character > "\x7f" && !CONTROL.test(character) && !GAPS.test(character) && !/\p{White_Space}|\p{Cn}|\p{Co}/u.test(character), // prettier-ignore
};

/**
 * Makes a URI readable without changing what it names: escapes become characters where that is safe and lossless.
 *
 * The text is cleaned first, so that what is raw and misleading is treated as an escape is. A text that `cleanUri` refuses is
 * shown as it is, with invisible characters written `\u{HEX}`.
 *
 * A label of the host stays as `xn--`, in every profile, if it can be taken for another one: if it looks like ASCII, mixes
 * scripts or has characters that no name needs (https://www.unicode.org/reports/tr39/).
 *
 * Above every profile stands a law: cleaning what is shown gives a URI that is equal after normalization; what would break
 * it stays escaped. Reserved characters are never unescaped, since RFC 3986 §6.2.2 keeps them distinct.
 *
 * @param uri a URI reference
 * @param options the profile
 * @returns the text to show; not to be sent anywhere before `cleanUri`
 * @throws TypeError for wrong arguments
 * @example
 * import { displayUri } from "percodec/uri";
 * displayUri("http://xn--caf-dma.fr/%C3%BC/%2F/%E2%80%AE?q=a%20b") // → "http://café.fr/ü/%2F/%E2%80%AE?q=a%20b"
 * displayUri("http://xn--oogle-qmc.com/") // → "http://xn--oogle-qmc.com/"
 * displayUri("/a%20b%7C", { profile: "basic" }) // → "/a b|"
 */
export function displayUri(uri: string, options?: DisplayOptions): string {
  return display(uri, options, false, "displayUri").value;
}

/**
 * Shows a URI as `displayUri` does, and says which escapes stay and why.
 *
 * @param uri a URI reference
 * @param options the profile
 * @returns the text to show, and the places of the escapes in the cleaned URI
 * @throws TypeError for wrong arguments
 * @example
 * import { displayUriReport } from "percodec/uri";
 * displayUriReport("/%C3%BC%2F").kept // → [{ index: 7, length: 3, reason: "reserved" }]
 */
export function displayUriReport(uri: string, options?: DisplayOptions): DisplayReport {
  return display(uri, options, true, "displayUriReport");
}

/** @param reporting whether it is wanted which escapes stay */
function display(uri: string, options: DisplayOptions | undefined, reporting: boolean, owner: string): DisplayReport {
  requireText(uri, owner);
  const given = readOptions(options, DISPLAY_OPTIONS, owner);
  const profile = requireChoice(given.profile, ["strict", "basic", "chromium", "firefox", "uts58"], "profile");
  const cleaned = cleanText(uri);
  // A change to a text that cleaning refuses could hide why.
  if (cleaned instanceof PercentEncodingError) {
    return {
      value: escapeInvisible(uri),
      cleaned: uri,
      kept: [{ index: 0, length: uri.length, reason: "changes-uri" }],
    };
  }
  // First all that the profile allows, then less, until the law holds.
  for (const attempt of [
    { host: true, ascii: true },
    { host: false, ascii: true },
    { host: false, ascii: false },
  ]) {
    const report = new Display(cleaned, profile, attempt.ascii, reporting).show(attempt.host);
    if (keepsUri(report.value, cleaned)) return report;
  }
  const { value } = cleaned;
  return { value, cleaned: value, kept: [{ index: 0, length: value.length, reason: "changes-uri" }] };
}

/** Whether cleaning and normalization make of a text what they make of a cleaned URI. */
function keepsUri(shown: string, cleaned: CleanedUri): boolean {
  // Cleaning twice changes nothing more.
  if (shown === cleaned.value) return true;
  const again = cleanText(shown);
  if (again instanceof PercentEncodingError) return false;
  return again.value === cleaned.value || normalize(again) === normalize(cleaned);
}

function normalize({ value, reference }: CleanedUri): string {
  return normalizeReference(reference, splitsAlike(value, reference));
}

class Display {
  readonly #uri: string;
  readonly #reference: UriReference;
  readonly #profile: DisplayProfile;
  readonly #ascii: boolean;
  readonly #reporting: boolean;
  /** Firefox gives up on the whole URL after one byte that is no UTF-8, or one escape of an escape. */
  readonly #givesUp: boolean;
  readonly #kept: KeptEscape[] = [];
  /** The same characters come again: their expressions take ten times as long as all else. */
  readonly #judge = memoize((character) => this.#findRefusal(character) ?? "shown");

  constructor({ value, reference }: CleanedUri, profile: DisplayProfile, ascii: boolean, reporting: boolean) {
    this.#uri = value;
    this.#reference = reference;
    this.#profile = profile;
    this.#ascii = ascii;
    this.#reporting = reporting;
    this.#givesUp = profile === "firefox" && (/%25[0-9A-Fa-f]{2}/.test(value) || hasBadUtf8(value));
  }

  /** Escapes of an authority stay: what is data there and what delimits is seen too differently. */
  show(unicodeHost: boolean): DisplayReport {
    const { host, path, query, fragment } = this.#reference;
    const places = locateParts(this.#reference);
    const shown: UriReference = {
      ...this.#reference,
      host: unicodeHost && host !== undefined ? hostToUnicode(host) : host,
      path: this.#component(path, places.path),
      query: query === undefined ? undefined : this.#component(query, places.query),
      fragment: fragment === undefined ? undefined : this.#component(fragment, places.fragment),
    };
    return { value: joinParts(toParts(shown)), cleaned: this.#uri, kept: this.#kept };
  }

  #component(text: string, start: number): string {
    const notUtf8 = (this.#profile === "chromium" && hasBadUtf8(text)) || this.#givesUp;
    let end = -1;
    return replaceEscapes(text, (character, index, length) => {
      const reason = notUtf8 ? "not-utf8" : this.#refusal(character, text, index, index + length, end === index);
      if (reason !== undefined) {
        if (this.#reporting) this.#kept.push({ index: start + index, length, reason });
        return undefined;
      }
      // A mark may follow what it can belong to.
      if (character !== undefined && /[\p{L}\p{N}\p{M}]/u.test(character)) end = index + length;
      return character;
    });
  }

  /** Why a character that is written from `from` to `to` stays escaped. */
  #refusal(
    character: string | undefined,
    text: string,
    from: number,
    to: number,
    afterShown: boolean,
  ): KeptReason | undefined {
    if (character === undefined) return "not-utf8";
    // Dots that are a whole segment would be removed by whoever it is pasted to.
    if (character === "." && isDotSegment(text, from, to)) return "position";
    if (completesEscape(text, from, character.charCodeAt(0))) return "changes-uri";
    const verdict = this.#judge(character);
    if (verdict !== "shown") return verdict;
    // A space at an edge, or beside another, is not seen; a combining mark would change what stands before it.
    const isEdge = from === 0 || to === text.length || text[to] === " " || text.startsWith("%20", to);
    if (character === " " && isEdge) return "position";
    if (afterShown || !/\p{M}/u.test(character)) return undefined;
    const behind = text.slice(Math.max(0, from - 3), from);
    return /[A-Za-z0-9]$/.test(behind) && !/^%[0-9A-Fa-f]{2}$/.test(behind) ? undefined : "position";
  }

  /** Why a character stays escaped wherever it stands. */
  #findRefusal(character: string): KeptReason | undefined {
    if (UNRESERVED.test(character)) return undefined;
    if (CONTROL.test(character)) return "misleading";
    if (character === "\\") return "misleading";
    if (character <= "\x7f" && !ILLEGAL_ASCII.test(character)) return "reserved";
    if (character <= "\x7f" && !this.#ascii) return "changes-uri";
    if (MAY_APPEAR[this.#profile](character)) return undefined;
    return character <= "\x7f" ? "profile" : "misleading";
  }
}

/** Whether what is written from `from` to `to` belongs to a segment `.` or `..`, six units long at the most. */
function isDotSegment(path: string, from: number, to: number): boolean {
  const before = path.slice(Math.max(0, from - 6), from);
  const slash = before.lastIndexOf("/");
  if (slash < 0 && from > 6) return false;
  const [after] = cut(path.slice(to, to + 6), "/");
  return /^(?:\.|%2e){1,2}$/i.test(before.slice(slash + 1) + path.slice(from, to) + after);
}

function hasBadUtf8(text: string): boolean {
  let bad = false;
  replaceEscapes(text, (character) => {
    bad ||= character === undefined;
    return undefined;
  });
  return bad;
}
