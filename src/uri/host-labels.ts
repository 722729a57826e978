import { percentEncode } from "../codec/encode.ts";
import { rfc3986 } from "../sets/rfc.ts";
import { decodeHost } from "./host.ts";
import { domainToAscii, domainToUnicode, toAscii } from "./idna.ts";
import { memo } from "./memo.ts";

/** What separates labels (https://www.unicode.org/reports/tr46/#Notation). */
export const DOTS: RegExp = /[.\u3002\uff0e\uff61]/;

/**
 * Writes the labels of a host that are not ASCII when decoded as A-labels; the others stay as they are typed.
 *
 * @param host a host with raw characters, escapes, or both in one label
 * @returns undefined if the decoded host is no domain (https://url.spec.whatwg.org/#concept-domain-to-ascii)
 */
export function hostToAscii(host: string): string | undefined {
  const ascii = domainToAscii(decodeHost(host));
  if (ascii === undefined) return undefined;
  const labels = ascii.split(".");
  const typed = host.split(DOTS);
  // An escaped dot, or a character that is mapped to several, makes more labels.
  if (typed.length !== labels.length) return percentEncode(ascii, rfc3986.regName);
  return typed
    .map((label, k) => (isAscii(decodeHost(label)) ? label : percentEncode(labels[k]!, rfc3986.regName)))
    .join(".");
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

/** The scripts whose letters a label may show, each with those that it is written with (https://www.unicode.org/reports/tr39/#Restriction_Level_Detection). */
const SCRIPTS: readonly RegExp[] = [
  /^[\p{scx=Latin}]+$/u,
  /^[\p{scx=Greek}]+$/u,
  /^[\p{scx=Cyrillic}]+$/u,
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]+$/u,
  /^[\p{scx=Han}\p{scx=Hangul}]+$/u,
  /^[\p{scx=Han}\p{scx=Bopomofo}]+$/u,
  ...["Arabic", "Armenian", "Bengali", "Devanagari", "Ethiopic", "Georgian", "Gujarati", "Gurmukhi", "Hebrew", "Kannada"].map(oneScript), // prettier-ignore
  ...["Khmer", "Lao", "Malayalam", "Myanmar", "Oriya", "Sinhala", "Tamil", "Telugu", "Thaana", "Thai", "Tibetan"].map(oneScript), // prettier-ignore
];

function oneScript(script: string): RegExp {
  return new RegExp(`^[\\p{scx=${script}}]+$`, "u");
}

/** Whether letters are of one script, or of scripts that are written together. */
export function isOneScript(letters: string): boolean {
  return SCRIPTS.some((script) => script.test(letters));
}

/** Letters of other scripts that look Latin (https://www.unicode.org/Public/security/17.0.0/confusables.txt). */
const LIKE_LATIN: readonly (readonly [script: RegExp, letters: RegExp])[] = [
  [/^\p{scx=Cyrillic}+$/u, /^[асԁеһіјӏорԛѕԝхуѵьꙇ]+$/u],
  [/^\p{scx=Greek}+$/u, /^[αικνορυ]+$/u],
];

/** Whether letters can be taken for Latin ones, where the top-level label is in another script than they are. */
export function looksLatin(letters: string, top: string): boolean {
  return LIKE_LATIN.some(([script, alike]) => alike.test(letters) && !script.test(top));
}

/** Shows the A-labels of a host where each is of one script, looks like no other, and ToASCII gives it back. */
export function hostToUnicode(host: string): string {
  const labels = host.split(".");
  const top = labels.length > 1 ? domainToUnicode(labels[labels.length - 1]!) : "";
  return labels.map(memo((label) => labelToUnicode(label, top))).join(".");
}

function labelToUnicode(label: string, top: string): string {
  if (!/^xn--/i.test(label)) return label;
  const unicode = domainToUnicode(label);
  const letters = unicode.replace(/[0-9-]/g, "");
  const clear = isOneScript(letters) && !looksLatin(letters, top);
  return clear && toAscii(unicode, false) === label.toLowerCase() ? unicode : label;
}
