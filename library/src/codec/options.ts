import { describeType, requireChoice, requireFlag, type Policy, requirePolicy } from "../base/arguments.ts";
import { type OptionNames, type ReadOptions, readOptions } from "../base/options.ts";
import { type ByteTable, findTable } from "../sets/byte-table.ts";
import type { PercentEncodeSet } from "../sets/percent-encode-set.ts";
import type { DecodeIssue, ResolvedDecodeOptions } from "./scalar-decoder.ts";

/** The characters to accept: a regular expression with the flag u or v that matches the whole character, or a function, such as `keeps` of a set. */
export type Accept = RegExp | ((codePoint: number) => boolean);

/** How bytes are decoded. */
export interface DecodeBytesOptions {
  /** What to do with a `%` without two hex digits: `"throw"` (the default), `"keep"`, `"drop"` or `"replace"`. */
  readonly malformed?: Policy | undefined;
  /** Whether `+` is a plus (`"literal"`, the default), or a `"space"` as in forms. */
  readonly plus?: "literal" | "space" | undefined;
  /**
   * A set whose ASCII characters are not decoded: their escapes stay as they are written, and `accept` does not check them. Characters above
   * U+007F are always decoded, whatever the set contains.
   */
  readonly except?: PercentEncodeSet | undefined;
}

/** How text is decoded. */
export interface DecodeOptions extends DecodeBytesOptions {
  /**
   * What to do with bytes that are not UTF-8: `"throw"` (the default), `"keep"` as escapes, `"drop"`, or `"replace"` each maximal subpart. The
   * result does not show which escapes were kept: `%ED%A0%80%2541` becomes `%ED%A0%80%41`. The issues of a report do.
   */
  readonly invalidUtf8?: Policy | undefined;
  /** Whether to decode `%uXXXX`, which is not in a standard, as a UTF-16 unit (default false). */
  readonly percentU?: boolean | undefined;
  /**
   * Which characters are accepted, decoded or raw. Any other is the fault `not-accepted`, whatever the policies. Text
   * that a policy keeps or writes for a fault is not checked: the fault is an issue already.
   */
  readonly accept?: Accept | undefined;
}

/** How bytes are decoded chunk by chunk. */
export interface DecoderOptions extends DecodeBytesOptions {
  /** What to do with decoded bytes that are not UTF-8; if absent, they are not checked. */
  readonly invalidUtf8?: Policy | undefined;
  /** As for `percentDecode`. */
  readonly percentU?: boolean | undefined;
  /** As for `percentDecode`. Only characters can be checked, so with it bytes that are not UTF-8 throw by default. */
  readonly accept?: Accept | undefined;
  /** Called with each issue that does not throw, its index in bytes from the start; it does not change the result. */
  readonly onIssue?: ((issue: DecodeIssue) => void) | undefined;
}

export const BYTES_OPTIONS: OptionNames<DecodeBytesOptions> = { malformed: true, plus: true, except: true };
export const DECODER_OPTIONS: OptionNames<DecoderOptions> = {
  malformed: true,
  plus: true,
  invalidUtf8: true,
  percentU: true,
  accept: true,
  except: true,
  onIssue: true,
};
const DECODE_OPTIONS: OptionNames<DecodeOptions> = {
  malformed: true,
  plus: true,
  invalidUtf8: true,
  percentU: true,
  accept: true,
  except: true,
};

/** Reads the options of a function that decodes text. */
export function readDecodeOptions(options: DecodeOptions | undefined, owner: string): ReadOptions<DecodeOptions> {
  return readOptions(options, DECODE_OPTIONS, owner);
}

/** Resolves the options for text, whose bytes are always checked; `policy` is the default of both policies. */
export function resolveTextOptions(
  options: ReadOptions<DecodeOptions>,
  policy: "throw" | "keep",
): ResolvedDecodeOptions {
  const { malformed = policy, invalidUtf8 = policy } = options;
  return resolve(options, malformed, invalidUtf8, true, policy === "keep");
}

/** Resolves the options for bytes, which are checked only if `invalidUtf8` or `accept` is given. */
export function resolveBytesOptions(options: ReadOptions<Omit<DecoderOptions, "onIssue">>): ResolvedDecodeOptions {
  const { malformed, accept, invalidUtf8 = accept === undefined ? undefined : "throw" } = options;
  return resolve(options, malformed, invalidUtf8, false, false);
}

function resolve(
  { plus, percentU, accept, except }: ReadOptions<DecodeOptions>,
  malformed: Policy | undefined,
  invalidUtf8: Policy | undefined,
  text: boolean,
  reporting: boolean,
): ResolvedDecodeOptions {
  return {
    malformed: requirePolicy(malformed, "malformed"),
    invalidUtf8: invalidUtf8 === undefined ? undefined : requirePolicy(invalidUtf8, "invalidUtf8"),
    plusAsSpace: requireChoice(plus, ["literal", "space"], "plus") === "space",
    percentU: requireFlag(percentU, "percentU"),
    accept: toAcceptFunction(accept),
    except: toExcept(except),
    text,
    raw: false,
    reporting,
  };
}

function toExcept(except: PercentEncodeSet | undefined): ByteTable | undefined {
  const table = findTable(except);
  if (table === undefined && except !== undefined)
    throw new TypeError(`except must be a set, not ${describeType(except)}`);
  return table;
}

function toAcceptFunction(accept: Accept | undefined): ResolvedDecodeOptions["accept"] {
  if (accept === undefined || typeof accept === "function") return accept;
  if (accept instanceof RegExp && /[uv]/.test(accept.flags)) return matchCharacter(accept);
  const given = findTable(accept) ? "a set; pass set.keeps" : describeType(accept);
  throw new TypeError(`accept must be a function or a RegExp with the flag u or v, not ${given}`);
}

/**
 * Returns a function that says whether a regular expression with the flag u or v matches a whole character. It asks the expression once
 * for each character, so that a slow one does not make a long input slower.
 */
function matchCharacter({ source, flags }: RegExp): (codePoint: number) => boolean {
  // An expression that matches an empty text does not match every character: at index 0, only the whole character reaches the end.
  // Unlike `test`, `search` keeps no state from one character to the next.
  const whole = new RegExp(`(?:${source})(?![^])`, flags);
  const answers = new Map<number, boolean>();
  return (codePoint) => {
    let answer = answers.get(codePoint);
    if (answer === undefined) answers.set(codePoint, (answer = String.fromCodePoint(codePoint).search(whole) === 0));
    return answer;
  };
}
