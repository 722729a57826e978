import { setNames } from "../../src/sets/index.ts";
import { ENCODINGS } from "./encodings.ts";

/** One option: its field, what the fragment may say of it, and its help are all drawn from this row. */
export interface Option {
  /** What may be chosen, the default first; an option without choices is a switch or takes a text. */
  readonly choices?: readonly string[];
  readonly kind: "choice" | "switch" | "text";
  readonly summary: string;
  /** What a text must look like. */
  readonly pattern?: RegExp;
}

const POLICIES = ["throw", "keep", "drop", "replace"] as const;
const KEEPING = ["keep", "throw", "drop", "replace"] as const;

/** By the names that the library gives them; `lines` is the page's own. */
export const OPTIONS = {
  set: { kind: "choice", choices: setNames(), summary: "which characters are encoded" },
  keep: { kind: "text", pattern: /^[\0-\x7f]{0,128}$/, summary: "ASCII characters to leave bare as well" },
  loneSurrogate: {
    kind: "choice",
    choices: ["throw", "replace"],
    summary: "half of a UTF-16 pair: refused, or replaced by U+FFFD",
  },
  malformed: { kind: "choice", choices: POLICIES, summary: "a % without two hex digits" },
  invalidUtf8: { kind: "choice", choices: POLICIES, summary: "bytes that are no text in the encoding" },
  plus: { kind: "choice", choices: ["literal", "space"], summary: "whether + is a plus, or a space as in forms" },
  percentU: { kind: "switch", summary: "read %uXXXX as a UTF-16 unit too" },
  accept: {
    kind: "text",
    pattern: /^[^]{0,128}$/,
    summary: "a regular expression for each decoded character, such as [a-z ]",
  },
  encoding: { kind: "choice", choices: ENCODINGS, summary: "the encoding of the text; UTF-8 wherever you can choose" },
  unencodable: {
    kind: "choice",
    choices: ["reference", "throw"],
    summary: "a character that the encoding lacks: &#N; as HTML does, or refused",
  },
  level: {
    kind: "choice",
    choices: ["basic", "advanced"],
    summary: "advanced repairs more, and gives a valid URI or none",
  },
  rules: { kind: "choice", choices: ["strict", "whatwg"], summary: "which rules hold" },
  addressBar: {
    kind: "choice",
    choices: ["none", "firefox-10", "chrome-16"],
    summary: "an address bar of the past to reproduce, instead of a level",
  },
  profile: {
    kind: "choice",
    choices: ["strict", "basic", "chromium", "firefox", "uts58"],
    summary: "which characters may appear",
  },
  separator: { kind: "choice", choices: ["&", "&;"], summary: "what stands between pairs" },
  explain: { kind: "choice", choices: ["decode", "encode"], summary: "which way the text is explained" },
  severity: { kind: "choice", choices: ["info", "warning", "danger"], summary: "the least that is listed" },
  diff: { kind: "choice", choices: ["none", ...setNames()], summary: "the set to compare with" },
  lines: { kind: "switch", summary: "each line is a text of its own" },
} as const satisfies Record<string, Option>;

export type OptionName = keyof typeof OPTIONS;

/** Options that mean something of their own in a mode. */
export type OwnOptions = { readonly [name in OptionName]?: Option };

export const EXPLAINED: OwnOptions = {
  malformed: { ...OPTIONS.malformed, choices: KEEPING },
  invalidUtf8: { ...OPTIONS.invalidUtf8, choices: KEEPING },
  loneSurrogate: { ...OPTIONS.loneSurrogate, choices: ["replace", "throw"] },
};

/** Whether a value may stand for an option. */
export function isValue({ kind, choices, pattern }: Option, value: string): boolean {
  if (kind === "switch") return value === "true";
  return choices ? choices.includes(value) : (pattern?.test(value) ?? false);
}

/** What holds where nothing is given. */
export function defaultChoice({ choices }: Option): string {
  return choices?.[0] ?? "";
}
