import { setNames } from "../../src/sets/index.ts";
import { ENCODINGS } from "./encodings.ts";

/** One option: it defines the field, the values that a fragment may contain, and the help. */
export interface Option {
  /** The choices, the default first; undefined for a switch or a text. */
  readonly choices?: readonly string[];
  readonly kind: "choice" | "switch" | "text";
  readonly summary: string;
  /** The pattern that a text has to match. */
  readonly pattern?: RegExp;
}

const POLICIES = ["throw", "keep", "drop", "replace"] as const;
const KEEP_FIRST = ["keep", "throw", "drop", "replace"] as const;

/** Options by their names in the library; only the page has `as`, `lines` and `find`. */
export const OPTIONS = {
  as: {
    kind: "choice",
    choices: ["auto", "url", "escaped-url", "wrapped", "query", "escaped-value", "legacy-bytes", "lines", "text"],
    summary: "how the text is read",
  },
  set: { kind: "choice", choices: setNames(), summary: "which characters are encoded" },
  keep: { kind: "text", pattern: /^[\0-\x7f]{0,128}$/, summary: "ASCII characters to leave unencoded as well" },
  loneSurrogate: {
    kind: "choice",
    choices: ["throw", "replace"],
    summary: "half of a UTF-16 pair: stop, or replace it by U+FFFD",
  },
  malformed: { kind: "choice", choices: POLICIES, summary: "a % without two hex digits" },
  invalidUtf8: { kind: "choice", choices: POLICIES, summary: "bytes that are not text in the encoding" },
  plus: {
    kind: "choice",
    choices: ["literal", "space"],
    summary: "what a + means: a plus sign, or a space as in forms",
  },
  percentU: { kind: "switch", summary: "decode %uXXXX as a UTF-16 unit too" },
  accept: {
    kind: "text",
    pattern: /^[^]{0,128}$/,
    summary: "a regular expression for each decoded character, such as [a-z ]",
  },
  encoding: { kind: "choice", choices: ENCODINGS, summary: "the encoding of the text; use UTF-8 if you can choose" },
  inputEncoding: {
    kind: "choice",
    choices: ["bytes", "auto", "UTF-8", "UTF-16LE", "UTF-16BE", ...ENCODINGS.slice(1)],
    summary: "the encoding of a file: bytes as they are, by its byte order mark, or one of these",
  },
  outputEncoding: { kind: "choice", choices: ENCODINGS, summary: "the encoding in which a decoded file is written" },
  newlines: {
    kind: "choice",
    choices: ["keep", "lf", "crlf", "cr"],
    summary: "what each line break becomes, before encoding or after decoding",
  },
  wrap: { kind: "text", pattern: /^[0-9]{0,6}$/, summary: "the most characters of a line; no escape is cut" },
  unwrap: { kind: "switch", summary: "remove all line ends before decoding" },
  hex: { kind: "choice", choices: ["upper", "lower"], summary: "the case of the digits in escapes" },
  legacy: { kind: "switch", summary: "escape or unescape as ECMAScript does: %XX is Latin-1, %uXXXX a UTF-16 unit" },
  unencodable: {
    kind: "choice",
    choices: ["reference", "throw"],
    summary: "a character that the encoding lacks: write &#N; as HTML does, or stop",
  },
  level: {
    kind: "choice",
    choices: ["basic", "advanced"],
    summary: "advanced repairs more, and returns a valid URI or stops",
  },
  rules: {
    kind: "choice",
    choices: ["strict", "whatwg"],
    summary: "strict stops at a malformed form; the URL Standard accepts it",
  },
  addressBar: {
    kind: "choice",
    choices: ["none", "firefox-10", "chrome-16"],
    summary: "an old address bar to reproduce, instead of a level",
  },
  profile: {
    kind: "choice",
    choices: ["strict", "basic", "chromium", "firefox"],
    summary: "which characters may appear",
  },
  separator: { kind: "choice", choices: ["&", "&;"], summary: "the separator of pairs" },
  explain: { kind: "choice", choices: ["decode", "encode"], summary: "explain decoding or encoding" },
  severity: { kind: "choice", choices: ["info", "warning", "danger"], summary: "the lowest severity that is listed" },
  diff: { kind: "choice", choices: ["none", ...setNames()], summary: "the set to compare with" },
  unsafe: {
    kind: "choice",
    choices: ["throw", "allow"],
    summary: "values that leave their place in the path, or add a part of a URL",
  },
  allow: {
    kind: "text",
    pattern: /^(?:none|(?:(?:slash|empty|control|dot)(?:,(?!$)|$))+)?$/,
    summary: "what a value of the path may be or contain: a list of slash, empty, control, dot; or none",
  },
  trailingQuery: {
    kind: "choice",
    choices: ["mismatch", "ignore"],
    summary: "parameters of the URI that the template does not name",
  },
  lines: { kind: "switch", summary: "convert each line separately" },
  find: { kind: "text", pattern: /^[^]{0,128}$/, summary: "the words of the findings that are listed" },
} as const satisfies Record<string, Option>;

export type OptionName = keyof typeof OPTIONS;

/** Options that a mode replaces by its own. */
export type OwnOptions = { readonly [name in OptionName]?: Option };

export const ENCODE_OPTIONS: OwnOptions = {
  invalidUtf8: {
    kind: "choice",
    choices: ["throw", "drop", "replace"],
    summary: "bytes of a file that are not text in its encoding",
  },
};

export const EXPLAIN_OPTIONS: OwnOptions = {
  malformed: { ...OPTIONS.malformed, choices: KEEP_FIRST },
  invalidUtf8: { ...OPTIONS.invalidUtf8, choices: KEEP_FIRST },
  loneSurrogate: { ...OPTIONS.loneSurrogate, choices: ["replace", "throw"] },
};

/** Whether an option accepts a value. */
export function isValue({ kind, choices, pattern }: Option, value: string): boolean {
  if (kind === "switch") return value === "true";
  return choices ? choices.includes(value) : (pattern?.test(value) ?? false);
}

/** Returns the default of an option. */
export function defaultChoice({ choices }: Option): string {
  return choices?.[0] ?? "";
}
