import { type Conflict, findConflict } from "../../shared/files/text-conflicts.ts";
import type { Invocation } from "../line/arguments.ts";
import type { FlagName } from "../line/flags.ts";
import { CliError, EXIT } from "../io/errors.ts";
import { toFlag } from "./remedies.ts";

/** Refuses options that contradict each other. */
export function refuseConflicts({ has }: Invocation, conflicts: readonly Conflict[]): void {
  const flag = (option: string): FlagName => toFlag(option);
  const found = findConflict(conflicts, (option) => has(flag(option)));
  if (found === undefined) return;
  const { option, other, reason } = found;
  throw new CliError(EXIT.usage, `--${flag(option)} ${reason}: leave out --${flag(other)}`);
}
