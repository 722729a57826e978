import { type Conflict, findConflict } from "../../shared/files/text-conflicts.ts";
import type { Invocation } from "../line/arguments.ts";
import { type FlagName, toFlag } from "../line/flags.ts";
import { CliError, EXIT } from "../io/errors.ts";

/** Refuses every option that an option makes meaningless: all but the allowed ones. */
export function requireOnly({ options }: Invocation, flag: FlagName, allowed: readonly FlagName[]): void {
  const other = options.find(([name]) => name !== flag && !allowed.includes(name));
  if (other !== undefined)
    throw new CliError(EXIT.usage, `--${flag} cannot be combined with --${other[0]}: leave it out`);
}

/** Refuses options that contradict each other. */
export function refuseConflicts({ has }: Invocation, conflicts: readonly Conflict[]): void {
  const flag = (option: string): FlagName => toFlag(option);
  const found = findConflict(conflicts, (option) => has(flag(option)));
  if (found === undefined) return;
  const { option, other, reason } = found;
  throw new CliError(EXIT.usage, `--${flag(option)} ${reason}: leave out --${flag(other)}`);
}
