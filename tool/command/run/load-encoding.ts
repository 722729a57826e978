import type { Encoding } from "percodec/charset";
import { CliError, EXIT } from "../io/errors.ts";
import { didYouMean } from "../line/suggest.ts";

/** Returns the encoding of a label that was typed; the tables are loaded only then. */
export async function loadEncoding(label: string): Promise<Encoding> {
  const { encoding } = await import("percodec/charset");
  try {
    return encoding(label);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // The command also suggests for names of other tools, such as cp932.
    const { ENCODING_LABELS } = await import("percodec/charset");
    const [message = ""] = error.message.split("; did you mean");
    const suggestion = didYouMean(label, ENCODING_LABELS) || error.message.slice(message.length);
    throw new CliError(EXIT.usage, message + suggestion);
  }
}

/** Returns the encoding of an option whose value is written; UTF-16 and `replacement` have no encoder. */
export async function loadOutputEncoding(
  label: string | undefined,
  flag: "encoding" | "output-encoding",
): Promise<Encoding> {
  const { outputEncoding, utf8 } = await import("percodec/charset");
  if (label === undefined) return utf8;
  const encoding = await loadEncoding(label);
  if (outputEncoding(encoding) !== encoding)
    throw new CliError(EXIT.usage, `--${flag}: the Encoding Standard has no encoder for ${encoding.name}; use utf-8`);
  return encoding;
}

/** Runs an action; a wrong combination of options, which the library refuses, is wrong usage. */
export function asUsage<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw error instanceof TypeError ? new CliError(EXIT.usage, error.message) : error;
  }
}
