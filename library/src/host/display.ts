import { memoize } from "../base/memoize.ts";
import { isAscii } from "../base/utf8.ts";
import { findLabelFault } from "./look-alike-host.ts";
import { punycodeDecode, punycodeDecodeShort, punycodeEncode } from "./punycode.ts";

const A_LABEL = /^xn--/i;
const HAS_A_LABEL = /(?:^|\.)xn--/i;

/** `findLabelFault` accepts no mark and no composite that is newer than Unicode 9, so the data of any engine is right here and for NFC. */
const MARK_FIRST = /^\p{M}/u;
/** More marks than a label can contain: normalization would sort them in quadratic time (`MAX_MARKS_IN_A_ROW` in idna.ts). */
const TOO_MANY_MARKS = /\p{M}{64}/u;
/** A letter or an Arabic-Indic digit: with one the Bidi Rule applies (https://www.rfc-editor.org/rfc/rfc5893#section-2). The digits from U+06F0 on are European numbers. */
const RIGHT_TO_LEFT = /(?![\u06f0-\u06f9]|\p{M})[\u0590-\u08ff]/u;
const DIGIT_FIRST = /^[0-9\u0660-\u0669\u06f0-\u06f9]/;

/** Converts the A-labels of a host to Unicode, except those that mislead and those that ToASCII would not restore. */
export function hostToUnicode(host: string): string {
  if (!HAS_A_LABEL.test(host)) return host;
  const labels = host.split(".");
  const top = labels.length > 1 ? decodeLabel(labels[labels.length - 1] ?? "", punycodeDecode) : "";
  return labels.map(memoize((label) => labelToUnicode(label, top))).join(".");
}

/**
 * Whether ToASCII surely converts the result of `hostToUnicode` to the host again: the host is in lower case, no A-label is left, which may
 * be invalid, and the Bidi Rule, which depends on the other labels, does not apply.
 */
export function isSurelyRestored(host: string, unicode: string): boolean {
  return /^[a-z0-9.-]*$/.test(host) && !HAS_A_LABEL.test(unicode) && !RIGHT_TO_LEFT.test(unicode);
}

/** Converts an A-label to Unicode; returns any other label, and one that misleads or that ToASCII would not restore, unchanged. */
function labelToUnicode(label: string, top: string): string {
  const unicode = decodeLabel(label, punycodeDecode);
  const isRestored = A_LABEL.test(label) && punycodeEncode(unicode) === label.slice(4).toLowerCase();
  return isRestored && isClearLabel(unicode, top) ? unicode : label;
}

/** Decodes the Punycode of an A-label and returns any other label in lower case. */
function decodeLabel(label: string, decode: typeof punycodeDecode): string {
  const lower = label.toLowerCase();
  return A_LABEL.test(label) ? (decode(lower.slice(4)) ?? lower) : lower;
}

/** Does the same for a label of the DNS; an A-label that is too long stays. */
export function decodeShortLabel(label: string): string {
  return decodeLabel(label, punycodeDecodeShort);
}

/**
 * Whether a label in Unicode does not mislead, and ToASCII encodes it without mapping it (https://www.unicode.org/reports/tr46/#Validity_Criteria).
 *
 * Each character that `findLabelFault` accepts is valid and not mapped, because its table has no others. So only the rules about
 * several characters are checked here, and the table of the mapping is not needed.
 */
export function isClearLabel(label: string, top: string): boolean {
  return (
    !isAscii(label) &&
    !TOO_MANY_MARKS.test(label) &&
    findLabelFault(label, top) === undefined &&
    !MARK_FIRST.test(label) &&
    label.normalize("NFC") === label &&
    !(RIGHT_TO_LEFT.test(label) && DIGIT_FIRST.test(label))
  );
}
