import { CliError, EXIT } from "./errors.ts";

/** What the command needs from its process. Names of files are relative to the working directory of the process. */
export interface Environment {
  readonly args: readonly string[];
  /** The bytes of each argument, one character per byte; undefined if the system does not expose them. */
  readonly argumentBytes: () => readonly string[] | undefined;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The descriptors of the standard streams. */
  readonly stdin: number;
  readonly stdout: number;
  readonly stderr: number;
  readonly isTerminal: (descriptor: number) => boolean;
  /** Standard error for the progress bar, if it is a terminal. */
  readonly errorStream: () => NodeJS.WriteStream;
  /** Limits the memory of the process for inputs of gigabytes. */
  readonly saveMemory: () => void;
}

/** Refuses an argument whose bytes are not UTF-8: the runtime has replaced them by U+FFFD. */
export function requireUtf8Arguments({ args, argumentBytes }: Environment, texts: readonly string[]): void {
  if (!texts.some((text) => text.includes("\ufffd"))) return;
  const typed = argumentBytes();
  const damaged = typed ? args.findIndex((word, i) => Buffer.from(word).toString("latin1") !== typed[i]) : -1;
  if (damaged >= 0) {
    throw new CliError(EXIT.data, `word ${damaged + 1} of the arguments is not UTF-8; --file - reads bytes`);
  }
}
