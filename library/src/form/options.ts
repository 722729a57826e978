import { type Accept, type Encoding, resolveTextOptions } from "../codec/options.ts";
import { describeType, requireChoice, type Policy, requireFunction, showValue } from "../base/arguments.ts";
import { type OptionNames, type ReadOptions, readOptions } from "../base/options.ts";
import type { TextEncoding } from "../codec/encoding.ts";
import { requireFormEncoding, UTF8 } from "../charset/encoding.ts";
import type { DecodeIssue, ResolvedDecodeOptions } from "../codec/decoder.ts";

/** The limits of a form before decoding, in UTF-16 units of a text or in bytes. */
export interface FormLimits {
  /** The number of pairs (default 1,000). */
  readonly pairs: number;
  /** The length of a name (default 1 KiB). */
  readonly name: number;
  /** The length of a value (default 1 MiB). */
  readonly value: number;
  /** The length of the whole form (default 8 MiB). */
  readonly body: number;
}

/** How names and values are read. */
export interface PairOptions {
  /**
   * The default of the policies below: `"strict"` (the default) throws at every fault; `"whatwg"` parses exactly as
   * the URL Standard, which keeps malformed escapes and replaces invalid bytes.
   */
  readonly rules?: "strict" | "whatwg" | undefined;
  /** What happens to a `%` without two hex digits: `"throw"`, `"keep"`, `"drop"` or `"replace"` (default as in `rules`). */
  readonly malformed?: Policy | undefined;
  /** What happens to bytes that are invalid in UTF-8 or in the encoding: the same policies. */
  readonly invalidUtf8?: Policy | undefined;
  /** What happens to a lone surrogate of a text: `"throw"` or `"replace"` by U+FFFD (default as in `rules`). */
  readonly loneSurrogate?: "throw" | "replace" | undefined;
  /** The characters that the application accepts in names and values; all others throw `not-accepted`, whatever the policies. */
  readonly accept?: Accept | undefined;
  /** Whether `+` is a `"space"` (the default) or `"literal"`. */
  readonly plus?: "space" | "literal" | undefined;
  /** Called with each issue that a policy does not throw; the result stays the same. */
  readonly onIssue?: ((issue: DecodeIssue) => void) | undefined;
  /** The limits of the form; exceeding one throws `limit-exceeded`, and nothing is truncated. */
  readonly limits?: Partial<FormLimits> | undefined;
  /** An encoding of `percodec/charset` (default UTF-8). */
  readonly encoding?: Encoding | undefined;
  /** Whether only `"&"` separates pairs (the default), or `;` too, which proxies and caches may not recognize. */
  readonly separator?: "&" | "&;" | undefined;
}

/** How a form is read chunk by chunk; `charsetField` needs a whole form. */
export interface FormStreamOptions extends PairOptions {
  readonly charsetField?: undefined;
}

/** How a form is read. */
export interface FormOptions extends PairOptions {
  /** The encodings, besides UTF-8, that a pair `_charset_` may select for the whole form; without it such a pair is ordinary, as in the URL Standard. */
  readonly charsetField?: readonly Encoding[] | undefined;
}

export interface ResolvedFormOptions {
  readonly decode: ResolvedDecodeOptions;
  readonly onIssue: ((issue: DecodeIssue) => void) | undefined;
  readonly replaceLone: boolean;
  readonly limits: FormLimits;
  readonly encoding: TextEncoding;
  readonly fieldCharsets: readonly Encoding[] | undefined;
  readonly semicolon: boolean;
  readonly isStrict: boolean;
  /** Whether a form without faults has the same pairs as with the default options. */
  readonly plain: boolean;
}

export const LIMITS: OptionNames<FormLimits> = { pairs: true, name: true, value: true, body: true };

export const FORM_OPTIONS: OptionNames<FormOptions> = {
  rules: true,
  malformed: true,
  invalidUtf8: true,
  plus: true,
  accept: true,
  onIssue: true,
  loneSurrogate: true,
  limits: true,
  encoding: true,
  separator: true,
  charsetField: true,
};

export function readFormOptions(options: FormOptions | undefined, owner: string): ResolvedFormOptions {
  return resolveFormOptions(readOptions(options, FORM_OPTIONS, owner), owner);
}

/** The default limits. */
export const formLimits: FormLimits = /* @__PURE__ */ Object.freeze({
  pairs: 1000,
  name: 1 << 10,
  value: 1 << 20,
  body: 1 << 23,
});

/** The options of decoding that a form does not have. */
const ABSENT = { percentU: undefined, except: undefined, encoding: undefined, legacy: undefined } as const;

let strict: ResolvedFormOptions | undefined;

export function strictFormOptions(): ResolvedFormOptions {
  return (strict ??= readFormOptions(undefined, "parseForm"));
}

export function resolveFormOptions(options: ReadOptions<FormOptions>, owner: string): ResolvedFormOptions {
  const { onIssue, accept, charsetField, plus } = options;
  if (onIssue !== undefined) requireFunction(onIssue, "onIssue");
  const whatwg = requireChoice(options.rules, ["strict", "whatwg"], "rules") === "whatwg";
  const { malformed = whatwg ? "keep" : "throw", invalidUtf8 = whatwg ? "replace" : "throw" } = options;
  const { loneSurrogate = whatwg ? "replace" : "throw", encoding: wanted = UTF8 } = options;
  const encoding = requireFormEncoding(wanted);
  const semicolon = requireChoice(options.separator, ["&", "&;"], "separator") === "&;";
  return {
    decode: resolveTextOptions({ ...ABSENT, malformed, invalidUtf8, plus: plus ?? "space", accept }, "throw"),
    onIssue,
    replaceLone: requireChoice(loneSurrogate, ["throw", "replace"], "loneSurrogate") === "replace",
    limits: resolveLimits(readOptions(options.limits, LIMITS, owner, "limit")),
    encoding,
    fieldCharsets: requireEncodings(charsetField, "charsetField"),
    semicolon,
    isStrict: !whatwg,
    plain:
      plus !== "literal" &&
      accept === undefined &&
      charsetField === undefined &&
      encoding.legacy === undefined &&
      !semicolon,
  };
}

export function requireEncodings(
  list: readonly Encoding[] | undefined,
  option: string,
): readonly Encoding[] | undefined {
  if (list === undefined) return undefined;
  if (!Array.isArray(list)) throw new TypeError(`${option} must be an array of encodings, not ${describeType(list)}`);
  return Array.from(list as readonly Encoding[], (encoding) => requireFormEncoding(encoding, `each item of ${option}`));
}

function resolveLimits(given: ReadOptions<FormLimits>): FormLimits {
  const limits: { -readonly [name in keyof FormLimits]: number } = { ...formLimits };
  for (const name of Object.keys(LIMITS) as (keyof FormLimits)[]) {
    const { [name]: limit = formLimits[name] } = given;
    if (!(typeof limit === "number" && limit >= 0))
      throw new TypeError(`the limit ${name} must be a number of at least 0, not ${showValue(limit)}`);
    limits[name] = limit;
  }
  return limits;
}
