import { ESCAPED_CHARACTER, indexOfPercent, MAXIMAL_SUBPART, readSequence } from "../base/escape.ts";
import { PercentEncodingError } from "../base/errors.ts";
import { toExcerpt } from "../base/excerpt.ts";
import type { Policy } from "../base/arguments.ts";
import { decodeNative, tryDecode } from "../kernel/native.ts";
import type { DecodeFault } from "./decoder.ts";

// Decoding by `decodeURIComponent`, for parts of a URI, which are short. `percentDecode` returns the same with the same policies, but its
// decoder, its options and its blocks would add 2 kB to each bundle.

export { decodeNative, tryDecode };
export type { DecodeFault as EscapeFault };

/** Returns the first malformed escape or invalid UTF-8 from an index on; `decodeNative` accepts a text without one. */
export function findEscapeFault(text: string, from: number = 0): DecodeFault | undefined {
  for (let index = from; (index = indexOfPercent(text, index)) >= 0;) {
    const { code, length } = readSequence(text, index);
    if (code !== undefined) return { code, index, length };
    index += length;
  }
  return undefined;
}

/** What a decoder does with the faults of a text. */
export type DecodePolicies = Readonly<Record<"malformed" | "invalidUtf8", Policy>>;

export const STRICT: DecodePolicies = { malformed: "throw", invalidUtf8: "throw" };

/** Decodes a text, or returns the first fault whose policy is `"throw"`. */
export function decodeOrFault(text: string, { malformed, invalidUtf8 }: DecodePolicies): string | DecodeFault {
  const decoded = tryDecode(text);
  if (decoded !== undefined) return decoded;
  for (let fault = findEscapeFault(text); fault; fault = findEscapeFault(text, fault.index + fault.length)) {
    if ((fault.code.endsWith("escape") ? malformed : invalidUtf8) === "throw") return fault;
  }
  return text.replace(CHARACTERS_OR_FAULT, (escapes, subpart?: string, unit?: string) => {
    if (subpart === undefined && unit === undefined) return decodeNative(escapes);
    const policy = subpart === undefined ? malformed : invalidUtf8;
    return policy === "keep" ? escapes : policy === "replace" ? "\ufffd" : "";
  });
}

/** Decodes a part of a longer text, in which it begins at `at`; throws the error of its first fault. */
export function decodeStrictly(part: string, operation: string, at: number): string {
  const decoded = decodeOrFault(part, STRICT);
  if (typeof decoded === "string") return decoded;
  throw escapeError(part, decoded, operation, at);
}

/** Creates the error of a fault in a part of a text or of bytes, where the part begins at `at`. */
export function escapeError(
  part: string | Uint8Array,
  { code, index, length }: DecodeFault,
  operation: string,
  at: number,
): PercentEncodingError {
  // The excerpt of a malformed escape has two units after the `%`, although the fault is only the `%` and at most one digit.
  const excerpt = toExcerpt(part.slice(index, index + (code === "malformed-escape" ? 3 : length)));
  const unit = typeof part === "string" ? "utf-16" : "byte";
  return new PercentEncodingError({ operation, code, index: at + index, length, unit, excerpt });
}

/** The escapes of at most 1,024 characters, so that the engine's stack stays small. */
const CHARACTERS = /* @__PURE__ */ (() => `(?:${ESCAPED_CHARACTER}){1,1024}`)();

const CHARACTERS_OR_FAULT = /* @__PURE__ */ (() =>
  new RegExp(`${CHARACTERS}|(${MAXIMAL_SUBPART})|(%[\\da-f]?)`, "gi"))();

/**
 * Decodes a text as the URL Standard does: malformed escapes stay, and each maximal subpart of invalid UTF-8 becomes U+FFFD
 * (https://url.spec.whatwg.org/#percent-decode, https://encoding.spec.whatwg.org/#utf-8-decoder).
 */
export function decodeReplacing(text: string): string {
  return (
    tryDecode(text) ??
    text.replace(CHARACTERS_OR_SUBPART, (escapes, subpart?: string) => (subpart ? "\ufffd" : decodeNative(escapes)))
  );
}

const CHARACTERS_OR_SUBPART = /* @__PURE__ */ (() => new RegExp(`${CHARACTERS}|(${MAXIMAL_SUBPART})`, "gi"))();

/** Decodes escapes, with `percentU` also `%uXXXX`, and keeps those that are malformed or not UTF-8. */
export function decodeKeeping(text: string, percentU: boolean = true): string {
  if (!text.includes("%")) return text;
  // An exception takes 3 µs, and a raw `%` is frequent.
  const decoded = /%(?![\da-f]{2})/i.test(text) ? undefined : tryDecode(text);
  return (
    decoded ??
    text.replace(CHARACTERS_OR_UNIT, (escapes, digits?: string) => {
      if (digits === undefined) return decodeNative(escapes);
      return percentU ? String.fromCharCode(parseInt(digits, 16)) : escapes;
    })
  );
}

const CHARACTERS_OR_UNIT = /* @__PURE__ */ (() => new RegExp(`${CHARACTERS}|%u([\\da-f]{4})`, "gi"))();
