import { type CommandName, COMMANDS, GROUPS } from "./command-table.ts";
import { toExcerpt } from "percodec/inspect";
import { quote } from "../../shared/text.ts";
import { type Choice, findFlag, FLAGS, type FlagName, listFlags, readLibraryOptions } from "./flags.ts";
import type { AllowedInSegment } from "percodec/guard";
import type { Environment } from "../io/environment.ts";
import { CliError, EXIT, refuse } from "../io/errors.ts";
import { adviseOption, didYouMean, findFamiliar, isFamiliar, suggest, toQuestion } from "./suggest.ts";

/** The parsed command line, and the environment it was typed in. */
export interface Invocation {
  readonly environment: Environment;
  /** The name of the command: the first operand, or the first two. */
  readonly command: string | undefined;
  readonly operands: readonly string[];
  /** Whether `-` was typed as an operand, before any `--`. */
  readonly hyphen: boolean;
  /** With `--file`: its values and the operands, in the order typed. */
  readonly files: readonly string[];
  /** Every option in the order typed; a switch has an empty value. */
  readonly options: readonly (readonly [flag: FlagName, value: string])[];
  readonly has: (flag: FlagName) => boolean;
  /** The last value given for an option. */
  readonly value: (flag: FlagName) => string | undefined;
  /** The last value of an option with choices; `checkFlags` has checked that it is one of them. */
  readonly choice: <Name extends CommandName, Option extends FlagName>(
    command: Name,
    flag: Option,
  ) => Choice<Name, Option> | undefined;
  /** Returns the options of the command that a function of the library takes. */
  readonly libraryOptions: () => object;
}

/** Parses the command line; throws a {@link CliError} with exit code 2 for an option that the table does not contain. */
export function readArguments(environment: Environment): Invocation {
  const options: [FlagName, string][] = [];
  const operands: string[] = [];
  const files: string[] = [];
  let nameWords = 1;
  let wrong: Token | undefined;
  let hyphen = false;
  for (const token of readTokens(environment.args)) {
    const { word, name, value = "" } = token;
    if (word === undefined) {
      if (!isWellTyped(token)) wrong ??= token;
      options.push([name as FlagName, value]);
      if (name === "file") files.push(value);
    } else {
      operands.push(word);
      if (GROUPS.includes(operands[0] ?? word)) nameWords = 2;
      if (operands.length > nameWords) files.push(word);
      hyphen ||= word === "-" && !token.literal;
    }
  }
  const command = operands.length === 0 ? undefined : operands.slice(0, nameWords).join(" ");
  // The error for the name of another tool suggests a command, which has its own options.
  if (wrong !== undefined && !isFamiliar(command)) throw wrongOption(wrong, command);
  const values = new Map(options);
  return {
    environment,
    command,
    operands: operands.slice(nameWords),
    hyphen,
    files: values.has("file") ? files : [],
    options,
    has: (flag) => values.has(flag),
    value: (flag) => values.get(flag),
    choice: <Name extends CommandName, Option extends FlagName>(_: Name, flag: Option) =>
      values.get(flag) as Choice<Name, Option> | undefined,
    libraryOptions: () => readLibraryOptions(command ?? "", values),
  };
}

/** An operand, or an option as it was typed. */
interface Token {
  readonly word?: string;
  readonly name: string;
  readonly typed: string;
  readonly value: string | undefined;
  /** Whether the value was typed after `=`. */
  readonly inline?: boolean;
  /** Whether it was typed after `--`, which ends the options. */
  readonly literal?: boolean;
}

/**
 * Splits arguments as getopt_long does: `--name value`, `--name=value`, `-n value`, `-nvalue`, `-abc`, and `--` before operands.
 *
 * parseArgs of node:util is not used: loading it takes 1.5 ms, a third of the time of a short call.
 */
export function* readTokens(args: readonly string[]): Iterable<Token> {
  for (let k = 0, ended = false; k < args.length; k++) {
    const word = args[k]!;
    if (ended || word === "-" || !word.startsWith("-")) {
      yield { word, name: "", typed: word, value: undefined, literal: ended };
    } else if (word === "--") {
      ended = true;
    } else if (word.startsWith("--")) {
      const [typed] = word.split("=", 1) as [string];
      const inline = typed.length < word.length;
      const name = typed.slice(2);
      const next = !inline && takesValue(name);
      yield { name, typed, value: inline ? word.slice(typed.length + 1) : next ? args[++k] : undefined, inline };
    } else {
      let at = 1;
      for (const letter of word.slice(1)) {
        at += letter.length;
        const name = LONG_NAMES.get(letter) ?? "";
        const joined = takesValue(name) && at < word.length;
        const value = joined ? word.slice(at) : takesValue(name) ? args[++k] : undefined;
        yield { name, typed: `-${letter}`, value };
        if (takesValue(name)) break;
      }
    }
  }
}

const LONG_NAMES = new Map(
  Object.entries(FLAGS).flatMap(([name, { short }]) => (short ? [[short, name] as const] : [])),
);

function takesValue(name: string): boolean {
  return Object.hasOwn(FLAGS, name) && FLAGS[name as FlagName].value !== undefined;
}

/** Whether an option is known, has a value if it takes one, and has none otherwise. */
function isWellTyped({ name, value, inline }: Token): boolean {
  if (!Object.hasOwn(FLAGS, name)) return false;
  return takesValue(name) ? value !== undefined : !inline;
}

/** The error for an option that is not {@link isWellTyped}; it says which values the option takes. */
function wrongOption({ name, typed }: Token, command: string | undefined): CliError {
  if (!Object.hasOwn(FLAGS, name)) return unknownOption(typed, command);
  const flag = findFlag(command, name as FlagName);
  if (flag.value === undefined) return new CliError(EXIT.usage, `option ${typed} takes no value`);
  const values = flag.choices === undefined ? flag.summary : listChoices(flag.choices);
  return new CliError(EXIT.usage, `option ${typed} needs ${flag.value}: ${values}`);
}

function listChoices(choices: readonly string[]): string {
  const list = choices.join(", ");
  return choices.length === 1 ? list : `one of ${list}`;
}

/** The error for an unknown option, with a suggestion from the options of the command. */
function unknownOption(typed: string, command: string | undefined): CliError {
  const options = (isCommand(command) ? listAllowed(command) : Object.keys(FLAGS)).map((flag) => `--${flag}`);
  const names = Object.keys(COMMANDS);
  const advice =
    adviseOption(typed, isCommand(command) ? options : [], names, command) || toQuestion(suggest(typed, options));
  const help = `; percodec ${isCommand(command) ? `${command} ` : ""}--help lists the options`;
  return new CliError(EXIT.usage, `unknown option ${toExcerpt(typed)}${advice || help}`);
}

/** The error for an option that other commands have. */
function foreignOption(flag: FlagName, command: CommandName): CliError {
  const owners = Object.keys(COMMANDS).filter((name) => listFlags(name).includes(flag));
  const named = owners.length > MAX_OWNERS ? [...owners.slice(0, MAX_OWNERS), "others"] : owners;
  const options = listAllowed(command).map((name) => `--${name}`);
  const advice =
    toQuestion(findFamiliar(flag, options)) || `; ${named.join(", ")} ${owners.length === 1 ? "has" : "have"} it`;
  return new CliError(EXIT.usage, `option --${flag} does not belong to ${command}${advice}`);
}

/** The most commands that an error names. */
const MAX_OWNERS = 3;

/** Whether a word is the name of a command. */
export function isCommand(word = ""): word is CommandName {
  return Object.hasOwn(COMMANDS, word);
}

/** The options that a command takes. */
function listAllowed(command: string): readonly string[] {
  return [...listFlags(command), "help", "version"];
}

/** Throws a {@link CliError} for an option that the command does not have, or for a value that is not one of its choices. */
export function checkFlags(command: CommandName, { options }: Invocation): void {
  const allowed = listAllowed(command);
  for (const [name, value] of options) {
    if (!allowed.includes(name)) throw foreignOption(name, command);
    const { choices } = findFlag(command, name);
    if (choices && !choices.includes(value)) {
      const message = `option --${name} must be ${listChoices(choices)}, not ${quote(value)}`;
      refuse(message + didYouMean(value, choices));
    }
  }
}

const ALLOWED: readonly string[] = ["slash", "empty", "control", "dot"] satisfies AllowedInSegment[];

/** Reads the list of `--allow`; throws a {@link CliError} for another name. */
export function readAllowed({ value }: Invocation): readonly AllowedInSegment[] | undefined {
  const list = value("allow");
  if (list === undefined || list === "none") return list && [];
  return list.split(",").map((name) => {
    if (ALLOWED.includes(name)) return name as AllowedInSegment;
    const message = `option --allow lists ${ALLOWED.join(", ")}, or is none, not ${quote(name)}`;
    return refuse(message + didYouMean(name, ALLOWED));
  });
}

/** Reads the list of `--allow` for a command with purposes; throws a {@link CliError} for an option of another purpose. */
export function readSegmentAllowed(invocation: Invocation): ReturnType<typeof readAllowed> {
  const allowed = readAllowed(invocation);
  const purpose = invocation.value("for");
  if (invocation.has("file-system") && purpose !== "file-uri") refuse("--file-system needs --for file-uri");
  if (allowed === undefined || purpose === "path-segment") return allowed;
  return refuse("--allow needs --for path-segment");
}

/** Throws a {@link CliError} for a lone `-` if operands are not files: in other programs it often means standard input. */
export function checkHyphen(command: CommandName, { hyphen, has }: Invocation): void {
  // With --file every operand is a file, except the template of `template` and the base of `resolve`.
  if (!hyphen || (has("file") && command !== "template" && command !== "resolve")) return;
  const input = listFlags(command).includes("file") ? "-f - reads standard input, " : "";
  refuse(`a lone - is not a TEXT: ${input}-- - is a hyphen`);
}
