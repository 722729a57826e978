import { requireChoice } from "../base/arguments.ts";
import { type OptionNames, readOptions } from "../base/options.ts";

/** How a URI is matched. */
export interface MatchTemplateOptions {
  /**
   * What happens if a value is unsafe in a path, or if the values add a scheme, an authority, a query or a fragment: `"throw"` (the
   * default) throws, `"allow"` returns the values.
   */
  readonly unsafe?: "throw" | "allow" | undefined;
  /**
   * What `%2F` becomes in a value of the path, except for the operator `+`: `"throw"` (the default) throws, because servers differ;
   * `"decode"` puts a slash into the value, but never at its start or beside a dot segment.
   */
  readonly encodedSlash?: "throw" | "decode" | undefined;
  /**
   * What happens to a query, or its last parameters, that the template does not name: `"mismatch"` (the default) does not match,
   * `"ignore"` matches without them. Parameters that the template names may not be among them.
   */
  readonly trailingQuery?: "mismatch" | "ignore" | undefined;
}

const OPTIONS: OptionNames<MatchTemplateOptions> = { unsafe: true, encodedSlash: true, trailingQuery: true };

/** The options of one call, checked. */
export interface Settings {
  readonly isSafe: boolean;
  readonly decodesSlash: boolean;
  readonly ignoresQuery: boolean;
}

const DEFAULTS: Settings = { isSafe: true, decodesSlash: false, ignoresQuery: false };

/** Checks the options of a call. */
export function readSettings(options: MatchTemplateOptions | undefined, owner: string): Settings {
  if (options === undefined) return DEFAULTS;
  const given = readOptions(options, OPTIONS, owner);
  return {
    isSafe: requireChoice(given.unsafe, ["throw", "allow"], "unsafe") === "throw",
    decodesSlash: requireChoice(given.encodedSlash, ["throw", "decode"], "encodedSlash") === "decode",
    ignoresQuery: requireChoice(given.trailingQuery, ["mismatch", "ignore"], "trailingQuery") === "ignore",
  };
}
