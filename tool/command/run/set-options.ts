import { type PercentEncodeSet, rfc3986 } from "percodec/sets";
import { refuse } from "../io/errors.ts";
import type { Invocation } from "../line/arguments.ts";
import type { Accept } from "percodec";
import { readAccept } from "../../shared/accept.ts";
import { type ChosenOptions, findPlusFault } from "../../shared/files/text-job.ts";
import type { FlagName } from "../line/flags.ts";
import { toFlag } from "../line/flags.ts";

/** Returns the set of `--set` or `--form`, without the characters of `--keep`. */
export async function loadSet(invocation: Invocation): Promise<PercentEncodeSet> {
  const form = invocation.has("form");
  if (form && invocation.has("set")) refuse("--form already chooses a set: leave out --set");
  const name = invocation.value("set") ?? (form ? "whatwg-form" : undefined);
  const set = name === undefined ? rfc3986.component : (await import("./named-set.ts")).findSet(invocation, name);
  refuse(findPlusFault(toChosen(invocation), set));
  const keep = readKeep(invocation);
  return keep === "" ? set : set.remove(keep);
}

/** Returns the ASCII characters of `--keep`, or an empty string without it. */
export function readKeep(invocation: Invocation): string {
  const characters = invocation.value("keep") ?? "";
  const nonAscii = /[^\0-\x7f]/u.exec(characters);
  if (nonAscii) refuse(`--keep takes ASCII characters, not ${nonAscii[0]}`);
  return characters;
}

/** Returns the characters of `--accept`, or undefined without this option. */
export async function loadAccept(invocation: Invocation): Promise<Accept | undefined> {
  const typed = invocation.value("accept");
  if (typed === undefined) return undefined;
  const { findSet } = await import("./named-set.ts");
  try {
    return readAccept(typed, (name) => findSet(invocation, name));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return refuse(`--accept: ${error.message}`);
  }
}

/** Refuses every option that an option makes meaningless: all but the allowed ones. */
export function requireOnly({ options }: Invocation, flag: FlagName, allowed: readonly FlagName[]): void {
  const other = options.find(([name]) => name !== flag && !allowed.includes(name));
  if (other !== undefined) refuse(`--${flag} cannot be combined with --${other[0]}: leave it out`);
}

/** Names the chosen options of an invocation for the checks of `text-job.ts`. */
export function toChosen({ has }: Invocation): ChosenOptions {
  return {
    has: (option) => has(toFlag(option)),
    name: (option) => `--${toFlag(option)}`,
    undo: (option) => `leave out --${toFlag(option)}`,
  };
}
