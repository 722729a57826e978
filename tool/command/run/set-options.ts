import { type PercentEncodeSet, rfc3986 } from "percodec/sets";
import { CliError, EXIT } from "../io/errors.ts";
import type { Invocation } from "../line/arguments.ts";

/** Returns what + means, by `--plus` and `--form`. */
export function readPlus(invocation: Invocation): "literal" | "space" {
  const plus = invocation.choice("decode", "plus");
  if (invocation.has("form") && plus === "literal")
    throw new CliError(EXIT.usage, "--form reads + as a space: leave out --plus");
  return invocation.has("form") ? "space" : (plus ?? "literal");
}

/** Returns the set of `--set` or `--form`, without the characters of `--keep`. */
export async function loadSet(invocation: Invocation): Promise<PercentEncodeSet> {
  const form = invocation.has("form");
  if (form && invocation.has("set")) throw new CliError(EXIT.usage, "--form already chooses a set: leave out --set");
  const name = invocation.value("set") ?? (form ? "whatwg-form" : undefined);
  const set = name === undefined ? rfc3986.component : (await import("./named-set.ts")).findSet(name);
  const keep = readAscii(invocation, "keep");
  return keep === "" ? set : set.remove(keep);
}

/** Returns the ASCII characters of an option, or an empty text without it. */
export function readAscii(invocation: Invocation, flag: "keep" | "except"): string {
  const characters = invocation.value(flag) ?? "";
  const nonAscii = /[^\0-\x7f]/u.exec(characters);
  if (nonAscii) throw new CliError(EXIT.usage, `--${flag} takes ASCII characters, not ${nonAscii[0]}`);
  return characters;
}
