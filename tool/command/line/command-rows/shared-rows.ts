import type { Flag, FlagName } from "../flags.ts";

/** The options that commands over URIs share. These commands read files and standard input as lines. */
export const URI_FLAGS: readonly FlagName[] = [
  "lines",
  "file",
  "max-record",
  "keep-going",
  "output",
  "json",
  "progress",
];
export const URI_ROWS = {
  lines: { short: "l", summary: "each line of the input is a separate URI (always on)" },
  "max-record": { value: "BYTES", summary: "the maximum length of a line: 4096, 64K, 1M (the default)" },
  "keep-going": { short: "k", summary: "write a bad line unchanged, report it, continue, and exit 1 at the end" },
  json: { summary: "write the report of each URI as one JSON object per line" },
} as const;

/** The same for commands over texts that need not be URIs. */
export const TEXT_LINE_ROWS = {
  ...URI_ROWS,
  lines: { short: "l", summary: "each line of the input is a separate text (always on)" },
} as const;

/** The option `--set` of commands that edit parameters. */
export const SET_PAIR: Flag = {
  short: "s",
  value: "NAME[=VALUE]",
  summary:
    "set the value of the first pair with this name and remove the others; without one, append the pair; without =VALUE, write a name alone",
};

/** The option `--unencodable` of commands that do not encode forms. */
export const UNENCODABLE_THROWS = {
  value: "POLICY",
  choices: ["throw", "reference"],
  summary: "a character that the encoding lacks is an error (the default), or becomes &#N; as in HTML",
} as const;

/** The option `--encoding` of commands that read or write escapes. */
export const ESCAPES_ENCODING: Flag = {
  value: "LABEL",
  summary: "the character encoding that the escapes stand for, such as gbk or sjis (default utf-8)",
};
