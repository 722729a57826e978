import type { Encoding } from "percodec/charset";
import type { PercentEncodeSet } from "percodec/sets";
import { ESCAPE_LENGTH, UNICODE_ESCAPE_LENGTH } from "./line-wrap.ts";

/** The options that were chosen for the text of a file, by their names on the page. */
export interface ChosenOptions {
  readonly has: (option: string) => boolean;
  /** Returns how messages name an option. */
  readonly name: (option: string) => string;
  /** Returns what a person does to take an option back, such as `leave out --set`. */
  readonly undo: (option: string) => string;
}

/** An option, the options that contradict it, and why. */
type Conflict = readonly [option: string, others: readonly string[], reason: string];

const CONFLICTS: { readonly [mode in "encode" | "decode"]: readonly Conflict[] } = {
  encode: [
    ["legacy", ["set", "keep", "form", "encoding", "unencodable", "hex"], "chooses what is escaped, and how"],
    ["preserveEscapes", ["form", "legacy", "hex"], "keeps escapes as they are written"],
    ["wrap", ["lines", "null", "json"], "applies to whole inputs"],
  ],
  decode: [
    ["outputEncoding", ["json"], "writes text in that encoding"],
    ["unwrap", ["lines", "null"], "applies to whole inputs"],
  ],
};

/** Returns why options contradict each other; undefined if none do. */
export function findConflict(mode: "encode" | "decode", { has, name, undo }: ChosenOptions): string | undefined {
  for (const [option, others, reason] of CONFLICTS[mode]) {
    const other = has(option) ? others.find(has) : undefined;
    if (other !== undefined) return `${name(option)} ${reason}: ${undo(other)}`;
  }
  return undefined;
}

/** Returns why options of encoding that do not contradict each other are refused for a set; undefined if they are not. */
export function findEncodingFault(chosen: ChosenOptions, set: PercentEncodeSet): string | undefined {
  const { has, name } = chosen;
  const fault = findPlusFault(chosen, set);
  if (fault !== undefined) return fault;
  if (has("invalidUtf8") && !["encoding", "inputEncoding", "legacy"].some(has)) {
    const needed = `${name("encoding")}, ${name("inputEncoding")} or ${name("legacy")}`;
    return `${name("invalidUtf8")} needs ${needed}: bytes are encoded as they are`;
  }
  if (has("wrap") && !has("legacy") && !Array.from("\r\n\t ").every((character) => set.has(character)))
    return `${name("wrap")} needs a set that encodes line ends, spaces and TABs`;
  return undefined;
}

/** Returns why escapes are not preserved with a set; undefined if they are, or need not be. */
export function findPlusFault({ has, name }: ChosenOptions, set: PercentEncodeSet): string | undefined {
  if (!has("preserveEscapes") || !set.spaceAsPlus) return undefined;
  return `${name("preserveEscapes")} needs a set that writes a space as %20`;
}

/** Returns why an input in an encoding is not cut into records: the line ends of UTF-16 are not single bytes. */
export function findCutFault({ has, name }: ChosenOptions, encoding: Encoding | undefined): string | undefined {
  const option = ["lines", "null"].find(has);
  if (option === undefined || !encoding?.name.startsWith("UTF-16")) return undefined;
  return `${name(option)} does not cut ${encoding.name}: convert the input to UTF-8 first`;
}

const MAX_WRAP = 1_000_000;

/** Reads the most characters of a line; returns why they are refused. */
export function readWidth({ has, name }: ChosenOptions, typed: string): number | string {
  const least = has("legacy") ? UNICODE_ESCAPE_LENGTH : ESCAPE_LENGTH;
  const width = /^[0-9]{1,7}$/.test(typed) ? Number(typed) : 0;
  if (width >= least && width <= MAX_WRAP) return width;
  return `${name("wrap")} takes a number of characters from ${least} to ${MAX_WRAP}`;
}
