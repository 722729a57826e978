import type { Accept } from "percodec";
import { quote } from "../../shared/text.ts";
import type { Invocation } from "../line/arguments.ts";
import { CliError, EXIT } from "../io/errors.ts";

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
