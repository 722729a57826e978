import type { OptionName } from "./options.ts";

/** The name of each option in plain words; its name in the library is beside it. */
export const OPTION_WORDS: Readonly<Record<OptionName, string>> = {
  as: "Read as",
  set: "Set of characters",
  keep: "Leave unencoded",
  loneSurrogate: "Half of a surrogate pair",
  malformed: "Broken escapes",
  invalidUtf8: "Bytes that are not text",
  plus: "A + is",
  percentU: "Decode %u too",
  accept: "Accept only",
  encoding: "Encoding",
  inputEncoding: "Encoding of the file",
  outputEncoding: "Encoding of the result",
  newlines: "Line breaks",
  wrap: "Longest line",
  unwrap: "Remove line ends",
  hex: "Digits of escapes",
  legacy: "As escape() of JavaScript",
  unencodable: "Not in the encoding",
  level: "Repairs",
  rules: "Rules",
  addressBar: "As an old address bar",
  profile: "For",
  separator: "Separator",
  explain: "Explain",
  severity: "Show from",
  diff: "Compare with",
  unsafe: "Unsafe values",
  allow: "Allowed in segments",
  trailingQuery: "More parameters",
  lines: "Line by line",
  find: "Search",
};

const POLICY_WORDS = { throw: "stop", keep: "keep", drop: "drop", replace: "replace" } as const;

/** Choices in plain words, where they differ from the value. */
const CHOICE_WORDS: { readonly [name in OptionName]?: Readonly<Record<string, string>> } = {
  malformed: POLICY_WORDS,
  invalidUtf8: POLICY_WORDS,
  loneSurrogate: POLICY_WORDS,
  plus: { literal: "a plus sign", space: "a space" },
  unencodable: { reference: "write &#N;", throw: "stop" },
  newlines: { keep: "keep", lf: "LF", crlf: "CR LF", cr: "CR" },
  hex: { upper: "A to F", lower: "a to f" },
  inputEncoding: { bytes: "bytes as they are", auto: "by its byte order mark" },
  rules: { strict: "strict", whatwg: "URL Standard" },
  unsafe: { throw: "stop", allow: "allow" },
  trailingQuery: { mismatch: "do not match", ignore: "ignore" },
  separator: { "&": "&", "&;": "& and ;" },
};

/** Returns a choice of an option in plain words. */
export function wordChoice(name: OptionName, choice: string): string {
  return CHOICE_WORDS[name]?.[choice] ?? choice;
}
