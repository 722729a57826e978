import type { Step } from "percodec";
import type { Encoding } from "percodec/charset";
import { CliError, EXIT, refuse } from "../io/errors.ts";
import { writeMessage } from "../io/sink.ts";
import type { Invocation } from "../line/arguments.ts";
import { didYouMean } from "../line/suggest.ts";

/** Returns the encoding of a label that was typed, for text. */
export async function loadEncoding(label: string): Promise<Encoding> {
  const encoding = await loadNamedEncoding(label);
  if (encoding.name !== "replacement") return encoding;
  return refuse("no text is in the encoding replacement; use utf-8");
}

/** Returns the encoding of a label that was typed, also `replacement`; the tables are loaded only then. */
export async function loadNamedEncoding(label: string): Promise<Encoding> {
  const { encoding } = await import("percodec/charset");
  try {
    return encoding(label);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // The command also suggests for names of other tools, such as cp932.
    const { ENCODING_LABELS } = await import("percodec/charset");
    const [message = ""] = error.message.split("; did you mean");
    const suggestion = didYouMean(label, ENCODING_LABELS) || error.message.slice(message.length);
    return refuse(message + suggestion);
  }
}

/** Returns an encoding in which `&` and line ends are single bytes, as forms and results with line ends need. */
export async function loadAsciiEncoding(label: string, flag: "encoding" | "output-encoding"): Promise<Encoding> {
  const encoding = await loadEncoding(label);
  if (!encoding.name.startsWith("UTF-16")) return encoding;
  return refuse(`--${flag}: & and a line end are two bytes each in ${encoding.name}; use utf-8`);
}

/**
 * Returns a function that watches a step, and says once that a label means a Windows encoding on the Web, if the label names another
 * encoding and a byte is a character only in the Windows one (https://encoding.spec.whatwg.org/#names-and-labels).
 *
 * @param part the part of a call that has the bytes: raw and as escapes in what is read, only as escapes in what is written
 */
export function watchWebLabel(
  { environment }: Invocation,
  label: string | undefined,
  { name, legacy }: Encoding,
  part: "read" | "written",
): (step: Step, hasRawBytes: boolean) => Step {
  const number = /^windows-(\d+)/.exec(name)?.[1];
  if (label === undefined || number === undefined || label.includes(number)) return (step) => step;
  const isAscii = /ascii|ansi/i.test(label);
  const hex: string[] = [];
  for (let byte = 0x80; byte < (isAscii ? 0x100 : 0xa0); byte++)
    if (isAscii || legacy?.decode(Uint8Array.of(byte)) !== String.fromCharCode(byte)) hex.push(byte.toString(16));
  let isSaid = false;
  return (step, hasRawBytes) => {
    const raw = hasRawBytes ? `|[${hex.map((byte) => `\\x${byte}`).join("")}]` : "";
    const pattern = new RegExp(`%(?:${hex.join("|")})${raw}`, "i");
    return (source, target, chunk = {}) => {
      const { from = 0 } = chunk;
      const progress = step(source, target, chunk);
      if (isSaid) return progress;
      const bytes =
        part === "read" ? source.subarray(from, from + progress.read) : target.subarray(0, progress.written);
      isSaid = pattern.test(
        Buffer.from(bytes)
          .toString("latin1")
          .replace(/[\r\n]+/g, ""),
      );
      if (isSaid)
        writeMessage(environment, `note: --encoding ${label} means ${name}, as on the Web; that made a difference`);
      return progress;
    };
  };
}

/** Runs an action; a wrong combination of options, which the library refuses, is wrong usage. */
export function asUsage<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw error instanceof TypeError ? new CliError(EXIT.usage, error.message) : error;
  }
}
