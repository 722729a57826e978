import { setNames } from "percodec/sets";
import { type Option as OptionRow, PAGE_OPTIONS } from "../../shared/option-table.ts";

/**
 * The encodings that a form can be sent in: the names of the Encoding Standard without replacement and UTF-16
 * (https://encoding.spec.whatwg.org/#output-encodings).
 */
export const ENCODINGS: readonly string[] = [
  "UTF-8",
  "windows-1252",
  "Shift_JIS",
  "EUC-JP",
  "ISO-2022-JP",
  "EUC-KR",
  "GBK",
  "gb18030",
  "Big5",
  ...[1250, 1251, 1253, 1254, 1255, 1256, 1257, 1258].map((page) => `windows-${page}`),
  "windows-874",
  ...[2, 3, 4, 5, 6, 7, 8].map((part) => `ISO-8859-${part}`),
  "ISO-8859-8-I",
  ...[10, 13, 14, 15, 16].map((part) => `ISO-8859-${part}`),
  "KOI8-R",
  "KOI8-U",
  "IBM866",
  "macintosh",
  "x-mac-cyrillic",
  "x-user-defined",
];

/** The encodings of a text; only those above are for forms. */
const WITH_UTF16 = ["UTF-8", "UTF-16LE", "UTF-16BE", ...ENCODINGS.slice(1)];

/** One option in a view: it defines the field, the values that a fragment may contain, and the help. */
export interface Option {
  /** The choices, the default first; undefined for a switch or a text. */
  readonly choices?: readonly string[] | undefined;
  readonly kind: "choice" | "switch" | "text";
  readonly summary: string;
  /** The pattern that a text has to match. */
  readonly pattern?: RegExp | undefined;
}

export type OptionName = keyof typeof PAGE_OPTIONS;

/** The views of forms and queries. */
const FORM_VIEWS = ["form", "clean"];

/** The choices of options that take the name of a set or of an encoding. */
const NAMES: { readonly [name in OptionName]?: readonly string[] } = {
  set: setNames(),
  diff: ["none", ...setNames()],
  encoding: WITH_UTF16,
  inputEncoding: ["bytes", "auto", ...WITH_UTF16],
  outputEncoding: ENCODINGS,
};

/** Returns an option, with what is its own in a view. */
export function findOption(view: string, name: OptionName): Option {
  const row: OptionRow = PAGE_OPTIONS[name];
  const names = name === "encoding" && FORM_VIEWS.includes(view) ? ENCODINGS : NAMES[name];
  const { value, summary, pattern, choices = names } = { ...row, ...row.own?.[view], ...row.page };
  return { kind: choices ? "choice" : value === undefined ? "switch" : "text", choices, summary, pattern };
}

/** Returns the options of a view. */
export function findOptions(view: string): readonly OptionName[] {
  return OPTION_NAMES.filter((name) => (PAGE_OPTIONS[name] as OptionRow).views?.includes(view));
}

export const OPTION_NAMES = Object.keys(PAGE_OPTIONS) as readonly OptionName[];

/** Returns the name of an option in plain words; its name in the library stands next to it. */
export function toLabel(name: OptionName): string {
  return PAGE_OPTIONS[name].label;
}

/** Returns a choice of an option in plain words. */
export function wordChoice(name: OptionName, choice: string): string {
  return (PAGE_OPTIONS[name] as OptionRow).words?.[choice] ?? choice;
}

export function isValue({ kind, choices, pattern }: Option, value: string): boolean {
  if (kind === "switch") return value === "true";
  return choices ? choices.includes(value) : (pattern?.test(value) ?? false);
}

export function defaultChoice({ choices }: Option): string {
  return choices?.[0] ?? "";
}
