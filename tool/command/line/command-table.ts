import type { Command, CommandRows } from "./command-rows/command.ts";
import { FORM_COMMANDS } from "./command-rows/form-rows.ts";
import { INSPECT_COMMANDS } from "./command-rows/inspect-rows.ts";
import { RECORDS_COMMANDS } from "./command-rows/records-rows.ts";
import { TEXT_COMMANDS } from "./command-rows/text-rows.ts";
import { URI_COMMANDS } from "./command-rows/uri-rows.ts";
import { type Flag, FLAGS, type FlagName } from "./flags.ts";

export type { Command } from "./command-rows/command.ts";

export const COMMANDS = {
  ...TEXT_COMMANDS,
  ...URI_COMMANDS,
  ...INSPECT_COMMANDS,
  ...FORM_COMMANDS,
  ...RECORDS_COMMANDS,
  web: {
    operands: "",
    summary: "serve the web page on 127.0.0.1 and print its address, until stopped",
    flags: ["port"],
    examples: [],
  },
  complete: {
    operands: "SHELL [-- WORD...]",
    summary:
      "print the completion script for bash, zsh or fish; the script calls this command with the words of a line",
    flags: [],
    examples: [],
  },
} as const satisfies CommandRows;

export type CommandName = keyof typeof COMMANDS;

/** The values that the table lists for an option of a command. */
export type Choice<Name extends CommandName, Option extends FlagName> = (typeof COMMANDS)[Name] extends {
  readonly own: { readonly [option in Option]: { readonly choices: readonly (infer Value)[] } };
}
  ? Value
  : (typeof FLAGS)[Option] extends { readonly choices: readonly (infer Value)[] }
    ? Value
    : never;

/** The first words of commands whose names have two words. */
export const GROUPS: readonly string[] = ["form"];

/** Returns the row of an option in a command. */
export function findFlag(command: CommandName, name: FlagName): Flag {
  return (COMMANDS[command] as Command).own?.[name] ?? FLAGS[name];
}
