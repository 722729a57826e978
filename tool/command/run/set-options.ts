import { type PercentEncodeSet, rfc3986 } from "percodec/sets";
import { CliError, EXIT } from "../io/errors.ts";
import type { Invocation } from "../line/arguments.ts";
import type { Accept } from "percodec";
import { quote } from "../../shared/text.ts";
import type { ChosenOptions } from "../../shared/files/text-job.ts";
import type { FlagName } from "../line/flags.ts";
import { toFlag } from "../line/flags.ts";

/** Returns the set of `--set` or `--form`, without the characters of `--keep`. */
export async function loadSet(invocation: Invocation): Promise<PercentEncodeSet> {
  const form = invocation.has("form");
  if (form && invocation.has("set")) throw new CliError(EXIT.usage, "--form already chooses a set: leave out --set");
  const name = invocation.value("set") ?? (form ? "whatwg-form" : undefined);
  const set = name === undefined ? rfc3986.component : (await import("./named-set.ts")).findSet(name);
  const keep = readKeep(invocation);
  return keep === "" ? set : set.remove(keep);
}

/** Returns the ASCII characters of `--keep`, or an empty string without it. */
export function readKeep(invocation: Invocation): string {
  const characters = invocation.value("keep") ?? "";
  const nonAscii = /[^\0-\x7f]/u.exec(characters);
  if (nonAscii) throw new CliError(EXIT.usage, `--keep takes ASCII characters, not ${nonAscii[0]}`);
  return characters;
}

/** Returns the characters of `--accept`, or undefined without this option. */
export async function loadAccept(invocation: Invocation): Promise<Accept | undefined> {
  const typed = invocation.value("accept");
  if (typed === undefined) return undefined;
  if (typed.startsWith("/")) return readPattern(typed);
  const set = (await import("./named-set.ts")).findSet(typed);
  return (codePoint) => !set.has(codePoint);
}

/** Reads `/REGEX/FLAGS`. */
function readPattern(typed: string): RegExp {
  const end = typed.lastIndexOf("/");
  const flags = typed.slice(end + 1);
  if (end === 0) throw usage(typed, "has no end: write /REGEX/u");
  if (!/[uv]/.test(flags)) throw usage(typed, "needs the flag u, with which it matches whole characters");
  const other = /[^isuv]/.exec(flags);
  if (other) throw usage(typed, `may have the flags i, s and u or v, not ${quote(other[0])}`);
  try {
    return new RegExp(typed.slice(1, end), flags);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // The message of an engine quotes the whole expression; the reason follows its last colon.
    throw usage(typed, `is not a regular expression: ${error.message.replace(/^[^]*: /, "")}`);
  }
}

function usage(typed: string, fault: string): CliError {
  return new CliError(EXIT.usage, `--accept: ${quote(typed)} ${fault}`);
}

/** Refuses every option that an option makes meaningless: all but the allowed ones. */
export function requireOnly({ options }: Invocation, flag: FlagName, allowed: readonly FlagName[]): void {
  const other = options.find(([name]) => name !== flag && !allowed.includes(name));
  if (other !== undefined)
    throw new CliError(EXIT.usage, `--${flag} cannot be combined with --${other[0]}: leave it out`);
}

/** Names the chosen options of an invocation for the checks of `text-job.ts`. */
export function toChosen({ has }: Invocation): ChosenOptions {
  return {
    has: (option) => has(toFlag(option)),
    name: (option) => `--${toFlag(option)}`,
    undo: (option) => `leave out --${toFlag(option)}`,
  };
}

/** Throws a {@link CliError} for a fault of the options, if there is one. */
export function refuse(fault: string | undefined): void {
  if (fault !== undefined) throw new CliError(EXIT.usage, fault);
}
