import { type PercentEncodeSet, rfc3986 } from "percodec/sets";
import { CliError, EXIT } from "../io/errors.ts";
import type { Invocation } from "../line/arguments.ts";

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
