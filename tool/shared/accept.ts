import type { Accept } from "percodec";
import type { PercentEncodeSet } from "percodec/sets";
import { quote } from "./text.ts";

/**
 * Reads a value of the option `accept`: `/REGEX/FLAGS`, or the name of a set, which means the characters that the set keeps.
 *
 * @throws SyntaxError for a regular expression with a fault
 */
export function readAccept(typed: string, findSet: (name: string) => PercentEncodeSet): Accept {
  if (!typed.startsWith("/")) return findSet(typed).keeps;
  const end = typed.lastIndexOf("/");
  const flags = typed.slice(end + 1);
  const refuse = (fault: string): SyntaxError => new SyntaxError(`${quote(typed)} ${fault}`);
  if (end === 0) throw refuse("has no end: write /REGEX/u");
  if (!/[uv]/.test(flags)) throw refuse("needs the flag u, with which it matches whole characters");
  const other = /[^isuv]/.exec(flags);
  if (other) throw refuse(`may have the flags i, s and u or v, not ${quote(other[0])}`);
  try {
    return new RegExp(typed.slice(1, end), flags);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // The message of an engine quotes the whole expression; the reason follows its last colon.
    throw refuse(`is not a regular expression: ${error.message.replace(/^[^]*: /, "")}`);
  }
}
