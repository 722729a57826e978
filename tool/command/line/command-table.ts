import { CHECK_COMMANDS } from "./command-rows/check-rows.ts";
import { DATA_COMMANDS } from "./command-rows/data-rows.ts";
import { FORM_COMMANDS } from "./command-rows/form-rows.ts";
import { TEXT_COMMANDS } from "./command-rows/text-rows.ts";
import { URI_COMMANDS } from "./command-rows/uri-rows.ts";
import type { Command, NamedCommand } from "./flags.ts";

/** The commands in the five groups of the help. */
export const COMMAND_GROUPS = {
  Text: TEXT_COMMANDS,
  URLs: URI_COMMANDS,
  Forms: FORM_COMMANDS,
  Check: CHECK_COMMANDS,
  "Data and page": DATA_COMMANDS,
} as const;

export const COMMANDS = {
  ...TEXT_COMMANDS,
  ...URI_COMMANDS,
  ...FORM_COMMANDS,
  ...CHECK_COMMANDS,
  ...DATA_COMMANDS,
} as const satisfies Readonly<Record<NamedCommand, Command>>;

export type CommandName = keyof typeof COMMANDS;

/** The first words of commands whose names have two words. */
export const GROUPS: readonly string[] = ["form"];
