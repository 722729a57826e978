import { codePointAt, isAscii, isHighSurrogate, isLowSurrogate } from "../base/utf8.ts";
import { decodeShortLabel } from "../host/display.ts";
import { DOTS } from "../host/labels.ts";
import { isLabelCharacter } from "./link-table.ts";
import type { IsTopLevelDomain } from "./top-level-domains.ts";

const MAX_PORT = 0xffff;
/** The most units of a label that is looked up or mapped (https://www.rfc-editor.org/rfc/rfc1035#section-2.3.4). */
const MAX_LABEL_UNITS = 63;

function isDot(code: number): boolean {
  return code === 0x2e || code === 0x3002 || code === 0xff0e || code === 0xff61;
}

/** Whether a character may be in a label of a host: an ASCII letter or digit, a hyphen, or a letter, mark or digit of any script. */
export function isHostCharacter(code: number): boolean {
  if (code >= 0x80) return isLabelCharacter(code);
  const lower = code | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x2d;
}

const isInHost = (code: number): boolean => isDot(code) || isHostCharacter(code);

/** Returns the start, from `least` on, of the run of characters of a kind (default: labels and dots) that ends at `end`. */
export function findStart(text: string, end: number, least: number, isKind: typeof isInHost = isInHost): number {
  let start = end;
  while (start > least) {
    const isPair =
      start > 1 && isLowSurrogate(text.charCodeAt(start - 1)) && isHighSurrogate(text.charCodeAt(start - 2));
    const before = start - (isPair ? 2 : 1);
    if (before < least || !isKind(codePointAt(text, before))) break;
    start = before;
  }
  return start;
}

/** Returns the end of the run of characters of a kind that begins at `start`. */
export function findEnd(text: string, start: number, isKind: typeof isInHost = isInHost): number {
  let end = start;
  while (end < text.length) {
    const code = codePointAt(text, end);
    if (!isKind(code)) break;
    end += code > 0xffff ? 2 : 1;
  }
  return end;
}

export function skipFinalDots(text: string, start: number, end: number): number {
  while (end > start && isDot(text.charCodeAt(end - 1))) end--;
  return end;
}

/** Whether labels and dots are a domain under a listed top-level domain: at least two labels that may be valid. */
export function isListedDomain(host: string, isTopLevelDomain: IsTopLevelDomain): boolean {
  const labels = host.split(DOTS);
  const top = labels[labels.length - 1]!;
  return labels.length > 1 && top.length <= MAX_LABEL_UNITS && isTopLevelDomain(top) && hasValidLabels(host);
}

/** Characters of right-to-left scripts. BIDI below matches labels that the Bidi Rule accepts in a host with such a character. */
const RTL = "\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}";
const IS_RTL = /* @__PURE__ */ (() => new RegExp(`(?!\\p{M}|[\u06f0-\u06f9])[${RTL}]`, "u"))();
const BIDI = /* @__PURE__ */ new RegExp(
  `^(?=\\p{L})(?:(?!(?=.*[0-9\u06f0-\u06f9]).*[\u0660-\u0669])[${RTL}][${RTL}\\p{M}0-9-]*|[^${RTL}]*(?![${RTL}])[\\p{L}\\p{N}]\\p{M}*)$`,
  "u",
);
/** Lower-case letters that ToASCII maps to others, and their neighbours: Armenian, Cherokee, Cyrillic, Greek. */
const FOLDED = /[\u0345\u0587\u13f8-\u13fd\u1c80-\u1c8a\u1f80-\u1fff\uab70-\uabbf]/;
/** What ToASCII refuses at the start or end of a label, and invisible characters. */
const REFUSED = /^(?:\p{M}|xn--)|-\p{M}+$|[\p{DI}\p{C}\p{Z}]/u;

/**
 * Whether ToASCII accepts a host: no label is empty, or begins or ends with a hyphen, each A-label is valid, and right-to-left labels
 * follow the Bidi Rule (https://www.unicode.org/reports/tr46/#Validity_Criteria).
 */
export function hasValidLabels(host: string): boolean {
  const labels = host.split(DOTS);
  if (labels.some((label) => /^-|-$|^$/.test(label))) return false;
  if (isAscii(host) && !/xn--/i.test(host)) return true;
  const shown = labels.map(toMapped);
  if (shown.includes("") || !IS_RTL.test(shown.join("."))) return !shown.includes("");
  // Between A-labels alone browsers do not apply the Bidi Rule, only within each.
  return shown.every((label) => BIDI.test(label) || (isAscii(host) && !IS_RTL.test(label)));
}

/** Returns a label as ToASCII maps it, or nothing if it may be invalid. A label too long for the DNS is not mapped. */
function toMapped(label: string): string {
  if (label.length > MAX_LABEL_UNITS) return isAscii(label) ? label : "";
  const unicode = decodeShortLabel(label);
  const mapped = unicode.normalize("NFKC").toLowerCase();
  const isPlain = (one: string): boolean => isHostCharacter(codePointAt(one, 0));
  const isValid = /^xn--/i.test(label)
    ? mapped === unicode && !isAscii(unicode) && isAscii(label) && !FOLDED.test(unicode)
    : Array.from(mapped).every(isPlain);
  return isValid && !REFUSED.test(mapped) ? mapped : "";
}

/** Returns the end of the port whose colon is at `colon`; `colon` without a port, or -1 if the port is greater than 65535. */
export function findPortEnd(text: string, colon: number): number {
  const pattern = /:(\d+)/y;
  pattern.lastIndex = colon;
  const [, port = ""] = pattern.exec(text) ?? [];
  if (port === "") return colon;
  return Number(port) > MAX_PORT ? -1 : pattern.lastIndex;
}
