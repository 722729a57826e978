import { characterLength } from "./grammar.ts";
import type { ErrorHandler, ValidationError } from "./issue.ts";

const isDigit = (text: string | undefined): boolean => text !== undefined && /^\d$/.test(text);
const isHexDigit = (text: string | undefined): boolean => text !== undefined && /^[\dA-Fa-f]$/.test(text);

/** An error that ends parsing. */
interface Failure {
  readonly name: ValidationError;
  readonly from: number;
  readonly to: number;
}

/**
 * Reports the validation errors of an IPv6 address (https://url.spec.whatwg.org/#concept-ipv6-parser). `parseIpv6` follows the same
 * steps without the names, which would make every bundle with a host parser larger.
 *
 * @param text the address without brackets
 * @param at the index of the text in the input
 * @returns whether the text is an address
 */
export function checkIpv6(text: string, at: number, report: ErrorHandler): boolean {
  const failure = findFailure(text, (name, from, to) => report(name, at + from, at + to));
  if (failure !== undefined) report(failure.name, at + failure.from, at + failure.to);
  return failure === undefined;
}

function findFailure(text: string, report: ErrorHandler): Failure | undefined {
  let pieceIndex = 0;
  let isCompressed = false;
  let pointer = 0;
  if (text.startsWith(":")) {
    if (text[1] !== ":") return { name: "IPv6-invalid-compression", from: 0, to: 1 };
    pointer = 2;
    pieceIndex = 1;
    isCompressed = true;
  }
  while (pointer < text.length) {
    if (pieceIndex === 8) return { name: "IPv6-too-many-pieces", from: pointer, to: text.length };
    if (text[pointer] === ":") {
      if (isCompressed) return atCharacter("IPv6-multiple-compression", text, pointer);
      pointer++;
      pieceIndex++;
      isCompressed = true;
      continue;
    }
    const start = pointer;
    while (pointer - start < 4 && isHexDigit(text[pointer])) pointer++;
    if (text[pointer] === ".") {
      const failure = findIpv4Failure(text, start, pointer, pieceIndex);
      if (failure !== undefined) return failure;
      pieceIndex += 2;
      break;
    }
    const end = pointer;
    if (end < text.length && (text[end] !== ":" || ++pointer === text.length)) {
      return atCharacter("IPv6-invalid-code-point", text, pointer);
    }
    if (end - start > 1 && text[start] === "0") report("IPv6-piece-leading-zero", start, end);
    pieceIndex++;
  }
  return isCompressed || pieceIndex === 8 ? undefined : atCharacter("IPv6-too-few-pieces", text, text.length);
}

/** A failure at a character, or at the end of the text, where something is missing. */
function atCharacter(name: ValidationError, text: string, from: number): Failure {
  return { name, from, to: from + characterLength(text, from) };
}

/**
 * Parses the IPv4 address at the end.
 *
 * @param dot the index of its first dot
 */
function findIpv4Failure(text: string, start: number, dot: number, pieceIndex: number): Failure | undefined {
  if (dot === start) return atCharacter("IPv4-in-IPv6-invalid-code-point", text, dot);
  if (pieceIndex > 6) return { name: "IPv4-in-IPv6-too-many-pieces", from: start, to: text.length };
  let numbersSeen = 0;
  for (let pointer = start; pointer < text.length; numbersSeen++) {
    if (numbersSeen > 0 && text[pointer] === "." && numbersSeen < 4) pointer++;
    else if (numbersSeen > 0) return atCharacter("IPv4-in-IPv6-invalid-code-point", text, pointer);
    const first = pointer;
    while (isDigit(text[pointer])) pointer++;
    const failure = findNumberFailure(text, first, pointer);
    if (failure !== undefined) return failure;
  }
  return numbersSeen === 4 ? undefined : atCharacter("IPv4-in-IPv6-too-few-parts", text, text.length);
}

/** Checks the digits of one number, which may be missing. */
function findNumberFailure(text: string, from: number, to: number): Failure | undefined {
  if (to === from) return atCharacter("IPv4-in-IPv6-invalid-code-point", text, from);
  if (text[from] === "0" && to - from > 1) return atCharacter("IPv4-in-IPv6-invalid-code-point", text, from + 1);
  return Number(text.slice(from, to)) > 255 ? { name: "IPv4-in-IPv6-out-of-range-part", from, to } : undefined;
}
