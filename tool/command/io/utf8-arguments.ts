import type { Environment } from "./environment.ts";
import { CliError, EXIT } from "./errors.ts";

/** Refuses an argument whose bytes are not UTF-8: the runtime has replaced them by U+FFFD. */
export function requireUtf8Arguments({ args, argumentBytes }: Environment, texts: readonly string[]): void {
  if (!texts.some((text) => text.includes("\ufffd"))) return;
  const typed = argumentBytes();
  const damaged = typed ? args.findIndex((word, i) => Buffer.from(word).toString("latin1") !== typed[i]) : -1;
  if (damaged >= 0) {
    throw new CliError(EXIT.data, `word ${damaged + 1} of the arguments is not UTF-8; --file - reads bytes`);
  }
}
