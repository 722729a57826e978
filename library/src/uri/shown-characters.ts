import { codePointAt } from "../base/utf8.ts";
import { looksLikeDelimiter } from "../host/confusables.ts";

/** Which characters are shown: the strictest rule, a simple rule, or the rule of Chromium or of Firefox. */
export type DisplayProfile = "strict" | "basic" | "chromium" | "firefox";

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
const IS_SHOWN: Record<DisplayProfile, (character: string) => boolean> = {
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

/** Returns why a character stays escaped at every position, or undefined. */
export function findCharacterReason(
  character: string,
  profile: DisplayProfile,
  illegalAscii: boolean,
): KeptReason | undefined {
  if (UNRESERVED.test(character)) return undefined;
  if (CONTROL.test(character)) return "misleading";
  if (character === "\\") return "misleading";
  if (character <= "\x7f" && !ILLEGAL_ASCII.test(character)) return "reserved";
  if (character <= "\x7f" && !illegalAscii) return "changes-uri";
  if (IS_SHOWN[profile](character)) return undefined;
  return character <= "\x7f" ? "profile" : "misleading";
}
