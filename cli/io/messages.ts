import { escapeInvisible } from "../../src/base/invisible.ts";
import { writeFully } from "./sink.ts";

/** Writes a one-line message to stderr. */
export function complain(message: string): void {
  writeError(`percodec: ${escapeInvisible(message)}\n`);
}

/** Writes a text to stderr; invisible characters are escaped, so that no text controls the terminal. */
export function writeError(text: string): void {
  const bytes = Buffer.from(escapeInvisible(text, "\n"));
  try {
    writeFully(2, bytes, bytes.length);
  } catch {
    // Nothing reads stderr; the exit code still tells the result.
  }
}
