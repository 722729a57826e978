import {
  type ChoiceOf,
  type Option,
  findOptionRow,
  type OptionName,
  OPTIONS,
  toLibraryOptions,
} from "../../shared/option-table.ts";

/** One option of the command. The parser, the help, the completions, the man page and docs/cli.md read this row. */
export type Flag = Pick<Option, "short" | "value" | "choices" | "summary">;

/** One command. The help, the completions, the man page and docs/cli.md read this row. */
export interface Command {
  readonly operands: string;
  readonly summary: string;
  /** The output of command lines as typed in a shell, without its last line feed; each runs as a test. */
  readonly examples: Readonly<Record<string, string>>;
}

type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${Kebab<Rest>}`
  : "";
/** The options of the command by their flags. */
type NameOf = {
  [
    Name in OptionName as (typeof OPTIONS)[Name] extends { readonly commands: readonly string[] } ? Kebab<Name> : never
  ]: Name;
};

export type FlagName = keyof NameOf;
/** The commands that a row names. */
export type NamedCommand = { [Name in FlagName]: (typeof OPTIONS)[NameOf[Name]]["commands"][number] }[FlagName];
/** The values that an option accepts in a command. */
export type Choice<Name extends string, Given extends FlagName> = ChoiceOf<NameOf[Given], Name>;

/** Returns the flag of an option: `--invalid-utf8` of `invalidUtf8`. */
export function toFlag(option: string): FlagName {
  return option.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`) as FlagName;
}

const NAMES = new Map(
  Object.entries<Option>(OPTIONS).flatMap(([name, { commands }]) =>
    commands === undefined ? [] : [[toFlag(name), name as OptionName] as const],
  ),
);

/** The rows of all flags. */
export const FLAGS = Object.fromEntries(
  Array.from(NAMES.keys(), (flag) => [flag, findFlag(undefined, flag)]),
) as Record<FlagName, Flag>;

/** Returns the row of an option in a command. */
export function findFlag(command: string | undefined, flag: FlagName): Flag {
  return findOptionRow(NAMES.get(flag)!, command);
}

/** Returns the flags of a command. */
export function listFlags(command: string): readonly FlagName[] {
  return Array.from(NAMES).flatMap(([flag, name]) =>
    (OPTIONS[name] as Option).commands?.includes(command) === true ? [flag] : [],
  );
}

/** Returns the options of a command as those of the library. */
export function readLibraryOptions(command: string, values: ReadonlyMap<FlagName, string>): object {
  const names = listFlags(command).map((flag) => NAMES.get(flag)!);
  const read = (name: OptionName) => values.get(toFlag(name)) || values.has(toFlag(name)) || undefined;
  return toLibraryOptions(names, OPTIONS, read);
}

/** The options of `encode` for text in files. Without them bytes are encoded as they are, by the fast way. */
export const ENCODE_TEXT_FLAGS = ["encoding", "input-encoding", "invalid-utf8", "unencodable", "newlines", "wrap", "hex", "legacy", "preserve-escapes"] as const satisfies readonly FlagName[]; // prettier-ignore

/** The options of `decode` for text in files. Without them bytes are decoded by the fast way. */
export const DECODE_TEXT_FLAGS = ["encoding", "output-encoding", "newlines", "unwrap", "legacy"] as const satisfies readonly FlagName[]; // prettier-ignore

/** The options of `encode` and `decode` that apply to lines of text too: `--explain` and `--compare` read them. */
export const LINE_FLAGS = ["file", "lines", "max-record", "output", "json", "progress"] as const satisfies readonly FlagName[]; // prettier-ignore
