import type { ChosenOptions } from "../../shared/files/text-job.ts";
import type { Invocation } from "../line/arguments.ts";
import type { FlagName } from "../line/flags.ts";
import { CliError, EXIT } from "../io/errors.ts";
import { toFlag } from "./remedies.ts";

/** Refuses every option that an option makes meaningless: all but the allowed ones. */
export function requireOnly({ options }: Invocation, flag: FlagName, allowed: readonly FlagName[]): void {
  const other = options.find(([name]) => name !== flag && !allowed.includes(name));
  if (other !== undefined)
    throw new CliError(EXIT.usage, `--${flag} cannot be combined with --${other[0]}: leave it out`);
}

/** Names the chosen options of an invocation for the checks of `text-job.ts`. */
export function toChosen({ has }: Invocation): ChosenOptions {
  return {
    has: (option) => has(toFlag(option)),
    name: (option) => `--${toFlag(option)}`,
    undo: (option) => `leave out --${toFlag(option)}`,
  };
}

/** Throws a {@link CliError} for a fault of the options, if there is one. */
export function refuse(fault: string | undefined): void {
  if (fault !== undefined) throw new CliError(EXIT.usage, fault);
}
