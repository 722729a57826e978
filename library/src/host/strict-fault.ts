import { memoize } from "../base/memoize.ts";
import { codePointAt } from "../base/utf8.ts";
import { mapCodePoints, mapLabels, STRICT, toAsciiLabel, TOO_LONG, TOO_MANY_MARKS } from "./idna.ts";
import { MARK, NOT_VALID, readProperties } from "./idna-table.ts";
import { locateLabel, type Span } from "./labels.ts";
import { toNfc } from "./nfc.ts";

/** The first fault of a domain, and its place in the domain. */
export interface StrictFault extends Span {
  readonly reason: string;
}

/** https://www.rfc-editor.org/rfc/rfc1034#section-3.1 */
const MAX_LABEL = 63;
const MAX_DOMAIN = 253;

/**
 * Finds the first fault of a domain in ToASCII with CheckHyphens, UseSTD3ASCIIRules and VerifyDnsLength
 * (https://www.unicode.org/reports/tr46/#ToASCII, nontransitional). Its place is a character, a label, the dot next to an empty label,
 * or the domain if that is too long.
 */
export function findStrictFault(domain: string): StrictFault | undefined {
  const written = mapLabels(domain, STRICT, (label) => {
    const ascii = toAsciiLabel(label);
    const reason = label.fault ?? findLengthFault(ascii, label.unicode);
    // "!" is not valid in a label, so it marks a reason. No reason contains a dot.
    return reason === undefined ? (ascii ?? "") : `!${reason}`;
  });
  const whole = { from: 0, to: domain.length };
  if (written === undefined) return { ...whole, reason: TOO_MANY_MARKS };
  const labels = written.split(".");
  const index = labels.findIndex((label) => label.startsWith("!"));
  const reason = labels[index]?.slice(1);
  if (reason !== undefined) return { ...locateFault(domain, index, reason), reason };
  return written.length > MAX_DOMAIN ? { ...whole, reason: "a domain longer than 253 octets" } : undefined;
}

function findLengthFault(ascii: string | undefined, unicode: string): string | undefined {
  if (unicode === "") return "an empty label";
  if (ascii === undefined) return TOO_LONG;
  return ascii.length > MAX_LABEL ? "a label longer than 63 octets" : undefined;
}

function locateFault(domain: string, index: number, reason: string): Span {
  const label = locateLabel(domain, index);
  // `idna.ts` has two reasons of this kind: disallowed, and refused by STD3.
  const isCharacter = reason.startsWith("a character");
  return (isCharacter ? findRefusedCharacter(domain, label) : undefined) ?? label;
}

/** Finds the first character that is not valid, or that STD3 refuses; an `xn--` label may have none. */
function findRefusedCharacter(domain: string, { from, to }: Span): Span | undefined {
  const isRefusedOnce = memoize(isRefused);
  for (let at = from, end: number; at < to; at = end) {
    end = endOfCharacter(domain, at);
    if (!isRefusedOnce(domain.slice(at, end))) continue;
    // Marks may compose with the character: `=` and U+0338 become U+2260, which is valid.
    let marksEnd = end;
    while (marksEnd < to && isMark(domain, marksEnd)) marksEnd = endOfCharacter(domain, marksEnd);
    if (marksEnd === end || isRefusedOnce(domain.slice(at, marksEnd))) return { from: at, to: end };
  }
  return undefined;
}

function endOfCharacter(text: string, at: number): number {
  return at + (codePointAt(text, at) > 0xffff ? 2 : 1);
}

function isRefused(text: string): boolean {
  const normalized = toNfc(mapCodePoints(text));
  return STRICT.findCharacterFault(normalized) !== undefined || readProperties(normalized).includes(NOT_VALID);
}

function isMark(text: string, at: number): boolean {
  return (readProperties(text.slice(at, endOfCharacter(text, at)))[0]! & MARK) !== 0;
}
