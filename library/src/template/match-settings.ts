import { requireChoice } from "../base/arguments.ts";
import { type OptionNames, readOptions } from "../base/options.ts";
import { ALLOWED_IN_READING, type AllowedInSegment, readAllow } from "../uri/segment.ts";

/** How a URI is matched. */
export interface MatchTemplateOptions {
  /**
   * What happens if a value is unsafe in a path, or if the values add a scheme, an authority, labels to the host, a query or a
   * fragment: `"throw"` (the default) throws, `"allow"` returns the values, whatever `allow` is.
   */
  readonly unsafe?: "throw" | "allow" | undefined;
  /**
   * What a value of the path may contain although it is unsafe (default nothing). `"slash"` is a slash that was encoded once, except at the
   * start. `"empty"` is an empty value, also before another segment or such a slash. `"control"` is a control character, and `"dot"` a dot
   * segment. In `{+x}` and `{#x}` slashes and empty segments are always accepted.
   */
  readonly allow?: readonly AllowedInSegment[] | undefined;
  /**
   * What happens to a query, or its last parameters, that the template does not name: `"mismatch"` (the default) does not match,
   * `"ignore"` matches without them. Parameters that the template names may not be among them.
   */
  readonly trailingQuery?: "mismatch" | "ignore" | undefined;
}

const OPTIONS: OptionNames<MatchTemplateOptions> = { unsafe: true, allow: true, trailingQuery: true };

/** The options of one call, checked. */
export interface Settings {
  readonly isSafe: boolean;
  readonly allow: readonly AllowedInSegment[];
  readonly ignoresQuery: boolean;
}

const DEFAULTS: Settings = { isSafe: true, allow: ALLOWED_IN_READING, ignoresQuery: false };

/** Checks the options of a call. */
export function readSettings(options: MatchTemplateOptions | undefined, owner: string): Settings {
  if (options === undefined) return DEFAULTS;
  const given = readOptions(options, OPTIONS, owner);
  return {
    isSafe: requireChoice(given.unsafe, ["throw", "allow"], "unsafe") === "throw",
    allow: readAllow(given.allow, ALLOWED_IN_READING),
    ignoresQuery: requireChoice(given.trailingQuery, ["mismatch", "ignore"], "trailingQuery") === "ignore",
  };
}
