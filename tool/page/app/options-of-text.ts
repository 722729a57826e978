import { isNewText } from "./new-text.ts";
import type { Options } from "./state.ts";

const ESCAPE = /%[\dA-Fa-f]{2}/;

/**
 * Returns the options that stay when a text becomes another one. How a text is read, and that its escapes are kept, was chosen for that
 * text: both end with a new text, and the second also with the last escape.
 */
export function keepOptions(options: Options, before: string, after: string): Options {
  const { as, keep, ...others } = options;
  const keepsEscapes = keep?.includes("%") === true;
  if (as === undefined && !keepsEscapes) return options;
  const isNew = isNewText(before, after);
  const hasLost = isNew || (ESCAPE.test(before) && !ESCAPE.test(after));
  const kept = keepsEscapes && hasLost ? keep.replace(/%/g, "") : keep;
  return {
    ...others,
    ...(as !== undefined && !isNew && { as }),
    ...(kept !== undefined && kept !== "" && { keep: kept }),
  };
}
