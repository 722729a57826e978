import type { DecodedText } from "../base/branded-text.ts";
import { ESCAPED_CHARACTER, indexOfPercent, readEscaped, readHexPair, upperHex } from "../base/escape.ts";
import { decodeNative } from "../codec/decode-native.ts";
import { RESERVED_KEPT } from "./parse.ts";

/** The classes of characters: unreserved characters and `%`, then reserved ones (https://www.rfc-editor.org/rfc/rfc6570#section-1.5). */
const CLASSES: readonly string[] =
  /* @__PURE__ */ "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~% , / ; = & ? # :[]@!$'()*+".split(
    " ",
  );

/** The first class as a bit, and all classes. */
export const UNRESERVED = 1;
export const ANY_CLASS: number = /* @__PURE__ */ (() => (1 << CLASSES.length) - 1)();

/** The class of each ASCII character, as a bit. */
export const CLASS_OF: Uint16Array = /* @__PURE__ */ (() => {
  const classes = new Uint16Array(128);
  for (const [k, members] of CLASSES.entries()) for (const one of members) classes[one.charCodeAt(0)] = 1 << k;
  return classes;
})();

export function findClasses(characters: string): number {
  let classes = 0;
  for (const one of characters) classes |= CLASS_OF[one.charCodeAt(0)] ?? 0;
  return classes;
}

/** Returns the end of the characters of some classes from `from` on. */
export function findRunEnd(text: string, from: number, to: number, classes: number): number {
  let end = from;
  for (let code; end < to && (code = text.charCodeAt(end)) < 128 && (CLASS_OF[code]! & classes) !== 0;) end++;
  return end;
}

/** Whether a URI has a part of a template at an index, with its escapes in either letter case. */
export function startsWithPart(uri: string, part: string, at: number): boolean {
  return (
    uri.startsWith(part, at) || (part.includes("%") && upperHex(uri.slice(at, at + part.length)) === upperHex(part))
  );
}

/**
 * Finds the places of literals in a run, from first to last; undefined unless there is only one way. After the first literal only unreserved
 * characters follow. Any choice of places lies between the first ones and the last ones.
 */
export function findOnlyCuts(
  uri: string,
  from: number,
  to: number,
  literals: readonly string[],
): readonly number[] | undefined {
  const cuts: number[] = [];
  let start = to;
  while (start > from && CLASS_OF[uri.charCodeAt(start - 1)] === UNRESERVED) start--;
  let at = Math.max(from, start - (literals[0] ?? "").length);
  for (const literal of literals) {
    const cut = findLiteral(uri, literal, at, to, 1);
    if (cut < 0) return undefined;
    cuts.push(cut);
    at = cut + literal.length;
  }
  let end = to;
  for (let k = literals.length - 1; k >= 0; k--) {
    const [literal, cut] = [literals[k]!, cuts[k]!];
    if (findLiteral(uri, literal, cut, end, -1) !== cut) return undefined;
    end = cut;
  }
  return cuts;
}

/** Returns the index of the first or, with the step -1, the last literal from `from` to `to` that does not begin inside an escape, or -1. */
function findLiteral(uri: string, literal: string, from: number, to: number, step: 1 | -1): number {
  const last = to - literal.length;
  for (let at = step === 1 ? from : last; at >= from && at <= last; at += step) {
    if (startsWithPart(uri, literal, at) && !isInEscape(uri, at)) return at;
  }
  return -1;
}

function isInEscape(uri: string, at: number): boolean {
  return uri[at - 1] === "%" || uri[at - 2] === "%";
}

/** Decodes a value, or returns undefined for a fault: for short values `decodeURIComponent` takes 1.5 times as long, `percentDecode` 3 times. */
export function decodeStrictly(text: string): DecodedText | undefined {
  let decoded = "";
  let from = 0;
  for (let at = indexOfPercent(text, 0); at >= 0; at = indexOfPercent(text, from)) {
    const { codePoint, length } = readEscaped(text, at);
    if (codePoint === undefined) return undefined;
    decoded += text.slice(from, at) + String.fromCodePoint(codePoint);
    from = at + length;
  }
  return from === 0 ? text : decoded + text.slice(from);
}

/** Decodes the escapes that `{+x}` writes: those of characters not allowed in a URI, and `%25` for a raw `%`. `decodeStrictly` accepts the text. */
export function decodeReserved(text: string): DecodedText {
  return text.replace(CHARACTER, (escapes: string, index: number) => {
    const character = decodeNative(escapes);
    const isWritten =
      character === "%"
        ? readHexPair(text, index + 3) < 0
        : escapes.length > 3 || RESERVED_KEPT.bytes[character.charCodeAt(0)] !== 0;
    return isWritten ? character : escapes;
  });
}

const CHARACTER = /* @__PURE__ */ (() => new RegExp(ESCAPED_CHARACTER, "gi"))();
