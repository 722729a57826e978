import { type Encoding, requireUrlEncoding, utf8 } from "../charset/encoding.ts";
import { requireChoice } from "../codec/arguments.ts";
import { type Accept, textPlan } from "../codec/decode.ts";
import type { DecodeIssue, DecodePlan, Policy } from "../codec/decoder.ts";

/** The most that a form may have, counted as it is written: UTF-16 units of a text, bytes of bytes. */
export interface FormLimits {
  /** Pairs (default 1,000). */
  readonly pairs: number;
  /** The length of a name (default 1 KiB). */
  readonly name: number;
  /** The length of a value (default 1 MiB). */
  readonly value: number;
  /** The length of the whole (default 8 MiB). */
  readonly body: number;
}

/** How names and values are read. */
export interface PairOptions {
  /**
   * The policies that hold unless they are given: `"strict"` (the default) throws at every fault; `"whatwg"` is the parser of
   * the URL Standard to the letter, which keeps a malformed escape and replaces what is invalid.
   */
  readonly profile?: "strict" | "whatwg";
  /** A `%` without two hex digits: `"throw"`, `"keep"`, `"drop"` or `"replace"`, instead of the policy of the profile. */
  readonly malformed?: Policy;
  /** Bytes that are no UTF-8, or nothing in the encoding: the same policies. */
  readonly invalidUtf8?: Policy;
  /** A surrogate without its other half in a text: `"throw"` or `"replace"` by U+FFFD, instead of the policy of the profile. */
  readonly loneSurrogate?: "throw" | "replace";
  /** The characters that the application accepts in names and values; any other throws `not-accepted` under every policy. */
  readonly accept?: Accept;
  /** Called with each issue that a policy lets pass; it changes no result. */
  readonly onIssue?: (issue: DecodeIssue) => void;
  /** The most that the form may have; beyond it is `limit-exceeded`, never a cut. */
  readonly limits?: Partial<FormLimits>;
  /** An encoding of `percodec/charset` (default UTF-8). */
  readonly encoding?: Encoding;
  /** Whether pairs are separated by `"&"` (the default) alone, or by `;` as well, which proxies and caches may not do. */
  readonly separator?: "&" | "&;";
}

/** How a form is read piece by piece; `charsetField` is for a whole one. */
export interface FormStreamOptions extends PairOptions {
  readonly charsetField?: undefined;
}

/** How a form is read. */
export interface FormOptions extends PairOptions {
  /**
   * The encodings that a pair `_charset_` may name, for the whole form; UTF-8 is one of them always. Without the option
   * such a pair is one like any other, as in the URL Standard.
   */
  readonly charsetField?: readonly Encoding[];
}

/** The options, read once. */
export interface FormPlan {
  readonly decode: DecodePlan;
  readonly onIssue: ((issue: DecodeIssue) => void) | undefined;
  /** Whether lone surrogates of a text become U+FFFD; otherwise they throw. */
  readonly replaceLone: boolean;
  readonly limits: FormLimits;
  readonly encoding: Encoding;
  readonly charsets: readonly Encoding[] | undefined;
  readonly semicolon: boolean;
  /** Whether a form without a fault has pairs that no other option changes. */
  readonly plain: boolean;
}

/** The limits that hold where none are given. */
export const formLimits: FormLimits = /* @__PURE__ */ Object.freeze({
  pairs: 1000,
  name: 1 << 10,
  value: 1 << 20,
  body: 1 << 23,
});

let strict: FormPlan | undefined;

/** The plan without options. */
export function strictPlan(): FormPlan {
  return (strict ??= planOf({}));
}

export function planOf(options: FormOptions): FormPlan {
  const { onIssue, accept, charsetField } = options;
  const whatwg = requireChoice(options.profile, ["strict", "whatwg"], "profile") === "whatwg";
  const malformed = options.malformed ?? (whatwg ? "keep" : "throw");
  const invalidUtf8 = options.invalidUtf8 ?? (whatwg ? "replace" : "throw");
  const loneSurrogate = options.loneSurrogate ?? (whatwg ? "replace" : "throw");
  const encoding = requireUrlEncoding(options.encoding ?? utf8);
  const semicolon = requireChoice(options.separator, ["&", "&;"], "separator") === "&;";
  if (charsetField !== undefined && !Array.isArray(charsetField)) throw new TypeError("charsetField must be an array");
  return {
    decode: textPlan({ malformed, invalidUtf8, plus: "space", ...(accept && { accept }) }, "throw"),
    onIssue,
    replaceLone: requireChoice(loneSurrogate, ["throw", "replace"], "loneSurrogate") === "replace",
    limits: limitsOf(options.limits ?? {}),
    encoding,
    charsets: charsetField?.map(requireUrlEncoding),
    semicolon,
    plain: accept === undefined && charsetField === undefined && encoding.legacy === undefined && !semicolon,
  };
}

function limitsOf(limits: Partial<FormLimits>): FormLimits {
  const given = Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined));
  for (const [name, limit] of Object.entries(given)) {
    if (!Object.keys(formLimits).includes(name)) throw new TypeError(`no limit is named ${name}`);
    if (typeof limit !== "number" || !(limit >= 0)) throw new TypeError(`the limit ${name} must be a number from 0 on`);
  }
  return { ...formLimits, ...given };
}
