import { FORBIDDEN_HOST_CODE_POINT, parseDomain } from "../../host/idna.ts";
import { endsInANumber, isIpv6Address, parseIpv4, parseIpv4Number, parseIpv6 } from "../../host/ip-address.ts";
import { locateLabel, type Span } from "../../host/labels.ts";
import { findStrictFault } from "../../host/strict-fault.ts";
import { characterLength, createFaultPattern, listFaults, listPlanes } from "./grammar.ts";
import type { ErrorHandler, ValidationError } from "./issue.ts";
import { ESCAPED_CHARACTER, MAXIMAL_SUBPART } from "../../base/escape.ts";
import { decodeNative } from "../../codec/decode-native.ts";

/** Reports the validation errors of a host that begins at an index (https://url.spec.whatwg.org/#concept-host-parser); returns whether it is one. */
export function checkHost(text: string, at: number, isOpaque: boolean, report: ErrorHandler): boolean {
  const reportHere: ErrorHandler = (name, from, to, reason) => report(name, at + from, at + to, reason);
  if (text.startsWith("[")) {
    if (text.endsWith("]")) return checkIpv6(text.slice(1, -1), at + 1, report);
    reportHere("IPv6-unclosed", text.length, text.length);
    return false;
  }
  return isOpaque ? checkOpaqueHost(text, reportHere) : checkDomain(text, reportHere);
}

/** https://url.spec.whatwg.org/#concept-opaque-host-parser */
function checkOpaqueHost(text: string, report: ErrorHandler): boolean {
  const forbidden = text.search(FORBIDDEN_HOST_CODE_POINT);
  if (forbidden >= 0) report("host-invalid-code-point", forbidden, forbidden + 1);
  else checkUnits(text, 0, report);
  return forbidden < 0;
}

/** Reports what is not a URL unit (https://url.spec.whatwg.org/#url-units); in the path of a special URL a backslash is a slash. */
export function checkUnits(text: string, at: number, report: ErrorHandler, isSpecialPath: boolean = false): void {
  for (const { index, length } of listFaults(text, isSpecialPath ? NOT_SPECIAL_PATH_UNITS : NOT_URL_UNITS)) {
    report("invalid-URL-unit", at + index, at + index + length);
  }
  const backslashes = isSpecialPath ? text.matchAll(/\\/g) : [];
  for (const { index } of backslashes) report("invalid-reverse-solidus", at + index, at + index + 1);
}

/** https://url.spec.whatwg.org/#url-code-points, and `more` */
function createUrlPattern(more: string): RegExp {
  const codePoints = `\\w.~!$&'()*+,;=:@/?\\-\\xa0-\\ud7ff\\ue000-\\ufdcf\\ufdf0-\\ufffd${listPlanes(1, 16)}`;
  return createFaultPattern(codePoints + more);
}

const NOT_URL_UNITS = /* @__PURE__ */ createUrlPattern("");
const NOT_SPECIAL_PATH_UNITS = /* @__PURE__ */ createUrlPattern("\\\\");

function checkDomain(text: string, report: ErrorHandler): boolean {
  const escape = text.search(/%[\dA-Fa-f]{2}/);
  if (escape >= 0) report("domain-percent-encoded", escape, escape + 3);
  const { text: domain, locate } = decodeHostWithPlaces(text);
  const reportSpan: SpanHandler = (name, span, reason) => {
    const { from, to } = locate(span);
    report(name, from, to, reason);
  };
  const fault = findStrictFault(domain);
  if (fault !== undefined) reportSpan("domain-to-ASCII", fault, fault.reason);
  const ascii = parseDomain(domain);
  if (typeof ascii !== "string") return false;
  if (!endsInANumber(ascii)) return true;
  const from = domain.search(/[^\0-\x7f]/);
  if (from >= 0) reportSpan("IPv4-non-ASCII-input", { from, to: from + characterLength(domain, from) });
  return checkIpv4(ascii, domain, reportSpan);
}

type SpanHandler = (name: ValidationError, span: Span, reason?: string) => void;

/** https://url.spec.whatwg.org/#concept-ipv4-parser; the ASCII domain and the decoded domain have the same number of labels. */
function checkIpv4(ascii: string, domain: string, report: SpanHandler): boolean {
  const end = domain.length;
  const parts = ascii.split(".");
  if (parts[parts.length - 1] === "") {
    report("IPv4-empty-part", locateLabel(domain, parts.length - 1));
    parts.pop();
  }
  if (parts.length < 4) report("IPv4-too-few-parts", { from: end, to: end });
  if (parts.length > 4) {
    report("IPv4-too-many-parts", { from: locateLabel(domain, 4).from, to: end });
    return false;
  }
  for (const [k, part] of parts.entries()) {
    if (parseIpv4Number(part) === undefined) {
      report("IPv4-non-numeric-part", locateLabel(domain, k));
      return false;
    }
    if (/^0./.test(part)) report("IPv4-non-decimal-part", locateLabel(domain, k));
  }
  const tooLarge = parts.findIndex((part) => (parseIpv4Number(part) ?? 0) > 255);
  if (tooLarge >= 0) report("IPv4-out-of-range-part", locateLabel(domain, tooLarge));
  return parseIpv4(ascii) !== undefined;
}

/** Decodes a host as `decodeHost` does; `locate` returns the span in the written host for a span of the decoded text. */
export function decodeHostWithPlaces(host: string): { readonly text: string; readonly locate: (span: Span) => Span } {
  if (!host.includes("%")) return { text: host, locate: (span) => span };
  const starts: number[] = [];
  const text = host.replace(CHARACTER, (written: string, subpart: string | undefined, index: number) => {
    const character = subpart !== undefined ? "\ufffd" : written.length < 3 ? written : decodeNative(written);
    for (let k = 0; k < character.length; k++) starts.push(index);
    return character;
  });
  starts.push(host.length);
  // Both units of a surrogate pair have the same start, so the end of a span is the start of the next character.
  return { text, locate: ({ from, to }) => ({ from: starts[from]!, to: starts[to]! }) };
}

/** An escaped character, a maximal subpart (captured), or a raw unit. */
const CHARACTER = /* @__PURE__ */ (() => new RegExp(`${ESCAPED_CHARACTER}|(${MAXIMAL_SUBPART})|[^]`, "gi"))();

/** A piece with a needless zero, after the colon before it. */
const LEADING_ZERO = /(?:^|:)(0[\dA-Fa-f]{1,3})(?=:|$)/g;

/** Reports the validation errors of an address without its brackets (https://url.spec.whatwg.org/#concept-ipv6-parser). */
function checkIpv6(text: string, at: number, report: ErrorHandler): boolean {
  const parsed = parseIpv6(text);
  const stop = isIpv6Address(parsed) ? text.length : parsed.index;
  for (const { 0: match, 1: piece = "", index } of text.matchAll(LEADING_ZERO)) {
    const end = index + match.length;
    if (end < stop || stop === text.length) report("IPv6-piece-leading-zero", at + end - piece.length, at + end);
  }
  if (isIpv6Address(parsed)) return true;
  const [name, from = stop, to = from + characterLength(text, from)] = nameFailure(text, stop);
  report(name, at + from, at + to);
  return false;
}

/** The name of an error, and its span if that is not the character at which `parseIpv6` stopped. */
type Failure = readonly [name: ValidationError, from?: number, to?: number];

/** Returns the error that ends parsing at an index, where the text may end. */
function nameFailure(text: string, stop: number): Failure {
  const end = text.length;
  if (stop === 0 && text.startsWith(":")) return ["IPv6-invalid-compression"];
  // A colon ends each piece; the first of two at the start ends none.
  const pieces = text.slice(text.startsWith(":") ? 1 : 0, stop).split(":").length - 1; // prettier-ignore
  if (pieces === 8) return ["IPv6-too-many-pieces", stop, end];
  const start = text.lastIndexOf(":", stop - 1) + 1;
  const hasIpv4 = /^[\dA-Fa-f]{0,4}\./.test(text.slice(start));
  if (hasIpv4 && text[start] !== "." && pieces > 6) return ["IPv4-in-IPv6-too-many-pieces", start, end];
  const numbers = text.slice(start).split(".");
  if (hasIpv4 && (stop < end || numbers.length < 4 || text.endsWith("."))) return nameIpv4Failure(text, start, stop);
  if (stop === end) return ["IPv6-too-few-pieces"];
  if (text[stop] !== ":") return ["IPv6-invalid-code-point"];
  return text[stop - 1] === ":" ? ["IPv6-multiple-compression"] : ["IPv6-invalid-code-point", end];
}

/** Does the same for the IPv4 address at the end, which begins at `start`. */
function nameIpv4Failure(text: string, start: number, stop: number): Failure {
  const from = Math.max(start, text.slice(0, stop).lastIndexOf(".") + 1);
  const [digits] = /^\d*/.exec(text.slice(from))!;
  if (stop < from + digits.length && text[from] !== "0")
    return ["IPv4-in-IPv6-out-of-range-part", from, from + digits.length];
  const isCut = stop === text.length && digits !== "";
  return [isCut ? "IPv4-in-IPv6-too-few-parts" : "IPv4-in-IPv6-invalid-code-point"];
}
