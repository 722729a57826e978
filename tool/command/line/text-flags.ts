import type { FlagName } from "./flags.ts";

/** The options of `encode` for text in files. Without them bytes are encoded as they are, by the fast way. */
export const ENCODE_TEXT_FLAGS = [
  "encoding",
  "input-encoding",
  "invalid-utf8",
  "unencodable",
  "newlines",
  "wrap",
  "hex",
  "legacy",
] as const satisfies readonly FlagName[];

/** The options of `decode` for text in files. Without them bytes are decoded by the fast way. */
export const DECODE_TEXT_FLAGS = [
  "encoding",
  "output-encoding",
  "newlines",
  "unwrap",
  "legacy",
] as const satisfies readonly FlagName[];

/** The options of `encode` and `decode` that apply to lines of text too: `--explain` and `--compare` read them. */
export const LINE_FLAGS = [
  "file",
  "lines",
  "max-record",
  "output",
  "json",
  "progress",
] as const satisfies readonly FlagName[];
