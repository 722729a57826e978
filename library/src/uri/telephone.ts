import { toText } from "../base/arguments.ts";
import { encodeRuns } from "../codec/encode-runs.ts";
import type { PairSyntax } from "./pair-editor.ts";
import { HOLE, type Hole, holeError, type Take, uriError } from "./uri-error.ts";

/** What a global number and a local number cannot contain (https://www.rfc-editor.org/rfc/rfc3966#section-3). */
const NOT_GLOBAL = /[^\d\-.()]/;
const NOT_LOCAL = /[^\dA-Fa-f*#\-.()]/;
/** What the value of a parameter cannot contain: all but unreserved characters, and `+` of a global number in `phone-context`. */
const NOT_PARAMETER = /[^\w\-.~!*'()+]+/g;

/** Fills the number and the parameters of `tel:`. RFC 3966 requires `phone-context` of a local number; here it is optional: `tel:112` is in use. */
export function fillTelephone(path: string, take: Take): string {
  let first: readonly [hole: Hole, value: string] | undefined;
  const fill = (text: string, findFault: (value: string, before: string) => number) =>
    text.split(HOLE).reduce((before, after) => {
      const [hole, given] = take();
      const value = toText(given, "a part of a telephone number");
      const index = findFault(value, before);
      if (index >= 0) throw holeError(hole, "invalid-uri", value, index, NUMBER_RULE);
      first ??= [hole, value];
      return before + value.replace(/#/g, "%23") + after;
    });
  const findFault = (value: string, before: string) =>
    value === "" || !before.includes("=") ? 0 : value.search(NOT_PARAMETER);
  const parts = path.split(";").map((text, k) => fill(text, k === 0 ? findNumberFault : findFault));
  if (parts.every((text, k) => (k === 0 ? isNumber(text) : isParameter(text)))) return parts.join(";");
  if (first !== undefined) throw holeError(first[0], "invalid-uri", first[1], 0, NUMBER_RULE);
  throw new TypeError("tel: needs a telephone number, then parameters");
}

/** The parameters that an editor writes: each once, `ext` and `isub` first, then `phone-context` (https://www.rfc-editor.org/rfc/rfc3966#section-3). */
export const TELEPHONE_SYNTAX: PairSyntax = {
  separator: ";",
  toKey: (name) => (/^(?:ext|isub)$/.test(name) ? 0 : name === "phone-context" ? 1 : 2) + name,
  encode(text, operation, name) {
    const detail = "a parameter has a name of letters, digits and hyphens, and a value that is not empty";
    if (name === undefined ? !isParameter(text) : text === "")
      throw uriError(operation, "invalid-uri", text, 0, text.length, detail);
    return encodeRuns(text, NOT_PARAMETER, operation);
  },
};

const NUMBER_RULE = 'a number has digits, "-.()" and a first "+", or A-F, "*" and "#"';

// These functions search for what is not allowed: an expression that repeats a group overflows the stack of V8 in a text of 1 MB.

function isNumber(text: string): boolean {
  if (text.startsWith("+")) return !NOT_GLOBAL.test(text.slice(1)) && /\d/.test(text);
  const plain = text.replace(/%23/g, "#");
  return !NOT_LOCAL.test(plain) && /[\dA-Fa-f*#]/.test(plain);
}

function isParameter(text: string): boolean {
  const [name = ""] = text.split("=", 1);
  return name !== "" && !/[^A-Za-z\d-]/.test(name) && text.length !== name.length + 1;
}

function findNumberFault(value: string, before: string): number {
  const plus = before === "" && value.startsWith("+") ? 1 : 0;
  const isGlobal = plus === 1 || before.startsWith("+");
  const index = value.slice(plus).search(isGlobal ? NOT_GLOBAL : NOT_LOCAL);
  return index < 0 ? -1 : plus + index;
}
