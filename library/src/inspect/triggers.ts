import type { FindingCode } from "./finding-table.ts";

/** A pattern that a text with a finding contains: a character, and what is before it and after it, as regular expressions. */
export interface TriggerPattern {
  readonly components: readonly ("path" | "query" | "fragment")[];
  readonly before?: string;
  /** One ASCII character. */
  readonly character: string;
  /** `$` matches the end of the text. An empty expression matches if the character is enough. */
  readonly after: string;
}

/**
 * What a text with a finding contains; the prefilter (prefilter.ts) accepts only texts without triggers.
 *
 * - `raw`: a character with a finding in `RAW_ASCII_FINDINGS`
 * - `escaped`: an escape with a finding in `ESCAPED_ASCII_FINDINGS`
 * - `percent`: a `%` without two hex digits, or with one in lower case
 * - `non-ascii`: a character above U+007F that is raw, or escaped and not in `PLAIN_LETTERS`
 * - `start`: a start other than `PLAIN_START`
 * - a pattern in some components
 */
export type Trigger = "raw" | "escaped" | "percent" | "non-ascii" | "start" | TriggerPattern;

const PATH_TO_FRAGMENT = ["path", "query", "fragment"] as const;

/** A % that another decoding may turn into an escape. */
const ENCODED_TWICE: TriggerPattern = { components: PATH_TO_FRAGMENT, character: "%", after: "25[0-9A-Fa-fu]" };

/** A dot segment, or one before an escape, which may be a separator. */
const DOTS: TriggerPattern = { components: ["path"], before: "/", character: ".", after: "\\.?(?:[/?#%]|$)" };

/** Two dots beside a slash or backslash, raw or escaped. */
const DOTS_IN_QUERY: readonly TriggerPattern[] = [
  { components: ["query"], before: "/|%2F|%5C", character: ".", after: "\\." },
  { components: ["query"], character: ".", after: "\\.(?:/|%2F|%5C)" },
];

/**
 * A value that begins with a scheme or two slashes, after spaces that a browser removes. The scheme ends in the last letter of a special scheme
 * (https://url.spec.whatwg.org/#special-scheme), or slashes follow.
 */
const NESTED: readonly TriggerPattern[] = [
  { components: ["query", "fragment"], before: "[AaEePpSsTt]", character: ":", after: "" },
  { components: ["query", "fragment"], character: ":", after: "[/%]" },
  { components: ["query", "fragment"], character: "%", after: "3A" },
  { components: ["query", "fragment"], before: "[?#&=;]|%20", character: "/", after: "[/%]" },
  { components: ["query", "fragment"], before: "[?#&=;]|%20", character: "%", after: "2F(?:/|%2F|%5C)|5C" },
];

/** What a text with a finding in a nested URL contains. */
const IN_NESTED: readonly Trigger[] = [...NESTED, "escaped", "raw", "percent"];

/** The start of a character reference of HTML. */
const REFERENCE: TriggerPattern = {
  components: PATH_TO_FRAGMENT,
  character: "&",
  after: "(?:[Aa][Mm][Pp]|[Ll][Tt]|[Gg][Tt]|[Qq][Uu][Oo][Tt]|[Aa][Pp][Oo][Ss]|[Nn][Bb][Ss][Pp]);|#",
};

/** The triggers of each finding: a text with the finding has one of them. */
export const TRIGGERS: Readonly<Record<FindingCode, readonly Trigger[]>> = {
  "malformed-escape": ["percent"],
  "truncated-escape": ["percent"],
  "invalid-utf8": ["non-ascii"],
  "overlong-utf8": ["non-ascii"],
  "encoded-surrogate": ["non-ascii"],
  "code-point-out-of-range": ["non-ascii"],
  "lone-surrogate": ["non-ascii"],
  "percent-u": ["percent"],
  "percent-u-ascii": ["percent"],
  "encoded-slash": ["escaped"],
  "encoded-backslash": ["escaped"],
  "raw-backslash": ["raw"],
  "dot-segment": [DOTS, "start"],
  "encoded-dot-segment": ["escaped"],
  traversal: [DOTS, ...DOTS_IN_QUERY, "raw", "escaped"],
  nul: ["raw", "escaped"],
  crlf: ["raw", "escaped"],
  "control-character": ["raw", "escaped", "non-ascii"],
  "multiple-encoding": [ENCODED_TWICE, "escaped"],
  "hidden-delimiter": [ENCODED_TWICE, "escaped"],
  "budget-exceeded": [ENCODED_TWICE, "escaped"],
  "mixed-hex-case": ["percent"],
  "needless-escape": ["escaped"],
  "illegal-character": ["raw"],
  "raw-non-ascii": ["non-ascii"],
  "plus-in-path": ["raw"],
  "semicolon-separator": ["raw"],
  "path-parameter": ["raw"],
  "bidi-control": ["non-ascii"],
  "invisible-character": ["non-ascii"],
  "look-alike": ["non-ascii"],
  "look-alike-host": ["start", ...IN_NESTED],
  "mixed-script-host": ["start", ...IN_NESTED],
  "restricted-host-character": ["start", ...IN_NESTED],
  "replacement-character": ["non-ascii"],
  credentials: ["start", ...IN_NESTED],
  "host-like-user": ["start", ...IN_NESTED],
  "host-ambiguous": ["start", ...IN_NESTED],
  "invalid-host": ["start", ...IN_NESTED],
  "invalid-port": ["start", ...IN_NESTED],
  "script-url": ["start", ...IN_NESTED],
  "scheme-relative": ["start", ...IN_NESTED],
  "non-public-host": ["start", ...IN_NESTED],
  "nested-url": IN_NESTED,
  "html-reference": [REFERENCE, "start"],
  "javascript-escape": ["raw", "start"],
  "legacy-charset": ["non-ascii"],
  mojibake: ["non-ascii"],
};
