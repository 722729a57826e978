import { isIpv6Address, parseIpv6 } from "../../host/ip-address.ts";
import { characterLength } from "./grammar.ts";
import type { ErrorHandler, ValidationError } from "./issue.ts";

/** A piece with a needless zero, after the colon before it. */
const LEADING_ZERO = /(?:^|:)(0[\dA-Fa-f]{1,3})(?=:|$)/g;

/**
 * Reports the validation errors of an IPv6 address (https://url.spec.whatwg.org/#concept-ipv6-parser).
 *
 * @param text the address without brackets
 * @param at the index of the text in the input
 * @returns whether the text is an address
 */
export function checkIpv6(text: string, at: number, report: ErrorHandler): boolean {
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
