import { findRemedies, type Remedy } from "../../shared/remedies/remedies.ts";
import type { Invocation } from "../line/arguments.ts";
import type { CommandName } from "../line/command-table.ts";
import { findFlag, type FlagName, listFlags, toFlag } from "../line/flags.ts";
import { CliError, EXIT } from "../io/errors.ts";
import type { Fault } from "./json.ts";

let guessCharsets: typeof import("../../shared/remedies/fault-charsets.ts").guessFaultCharsets | undefined;

/** Loads the guess of encodings: after a fault that ends the run, or before a run that continues after faults. */
export async function loadGuess(): Promise<void> {
  ({ guessFaultCharsets: guessCharsets } = await import("../../shared/remedies/fault-charsets.ts"));
}

/** A refused input, and what the command can say about it. */
export interface RefusedInput {
  /** The input, or a part of it in which `index` counts. */
  readonly source?: string | Uint8Array | undefined;
  /** Where the fault begins in `source` (default: its own index). */
  readonly index?: number;
  /** Whether an option would accept the input, if the command can tell. */
  readonly accepts?: ((option: FlagName) => boolean) | undefined;
}

/** Adds to the messages of a run the option that would accept the input; each advice appears once. */
export class Remedies {
  readonly #invocation: Invocation;
  readonly #given = new Set<string>();

  constructor(invocation: Invocation) {
    this.#invocation = invocation;
  }

  /** Returns the message of a fault; it names an encoding only after {@link loadGuess}. */
  explain(fault: Fault, input: RefusedInput = {}): string {
    return toMessage(fault) + this.#advise(fault, input);
  }

  /** Returns the error that ends the run. */
  error(place: string, fault: Fault, input: RefusedInput = {}): CliError {
    const advise = async (): Promise<string> => {
      await loadGuess();
      return this.#advise(fault, input);
    };
    return new CliError(EXIT.data, place + toMessage(fault), fault.code && advise);
  }

  #advise({ code, ...fault }: Fault, { source, index = fault.index ?? 0, accepts = () => true }: RefusedInput): string {
    if (code === undefined) return "";
    const { value } = this.#invocation;
    const command = this.#invocation.command as CommandName;
    const remedy = findRemedies(
      { ...fault, code },
      {
        encodes: command === "encode" || command === "form build",
        given: (option) => value(toFlag(option)),
        guessCharsets: () => (source === undefined ? [] : (guessCharsets?.(source, index) ?? [])),
      },
    ).find((row) => isTaken(command, row) && accepts(toFlag(row.option)));
    const advice = remedy && `--${toFlag(remedy.option)}${toValue(remedy)} ${remedy.advice}`;
    if (advice === undefined || this.#given.has(advice)) return "";
    this.#given.add(advice);
    return `; ${advice}`;
  }
}

/** The end of the library's message names its own option or function; of these the command has only one, as `--file-system`. */
function toMessage({ code, message }: Fault): string {
  if (code === undefined) return message;
  return message
    .replace(/; (?:the option |describeHost\()[^;]*$/, "")
    .replace(/; windows: true(?=[^"]*$)/, "; --file-system windows");
}

/** Whether a command takes an option and its value. */
export function isTaken(command: CommandName, { option, value }: Pick<Remedy, "option" | "value">): boolean {
  const flag = toFlag(option);
  return listFlags(command).includes(flag) && (findFlag(command, flag).choices?.includes(value) ?? true);
}

function toValue({ option, value }: Remedy): string {
  if (value === "true") return "";
  return ` ${/encoding$/i.test(option) && value !== "LABEL" ? value.toLowerCase() : value}`;
}
