import type { Flag, FlagName } from "../flags.ts";

/** One command. The help, the completions, the man page and docs/cli.md read this row. */
export interface Command {
  readonly operands: string;
  readonly summary: string;
  readonly flags: readonly FlagName[];
  /** The options whose rows differ in this command. */
  readonly own?: { readonly [name in FlagName]?: Flag };
  /** Command lines as typed in a shell, their output, and their exit code if it is not 0; each runs as a test. */
  readonly examples: readonly (readonly [line: string, output: string, status?: number])[];
}

export type CommandRows = Readonly<Record<string, Command>>;
