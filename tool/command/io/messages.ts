import { escapeInvisible } from "percodec/inspect";
import type { Environment } from "./environment.ts";
import { writeFully } from "./sink.ts";

/** Writes a one-line message to stderr. */
export function writeMessage(environment: Environment, message: string): void {
  writeError(environment, `percodec: ${escapeInvisible(message)}\n`);
}

/** Writes a text to stderr; invisible characters are escaped, so that the text cannot control the terminal. */
export function writeError({ stderr }: Environment, text: string): void {
  const bytes = Buffer.from(escapeInvisible(text, "\n"));
  try {
    writeFully(stderr, bytes, bytes.length);
  } catch {
    // stderr is closed; the exit code still reports the result.
  }
}
