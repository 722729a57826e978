import { type CommandName, COMMANDS } from "./command-table.ts";
import type { PercentEncodingErrorCode } from "../src/index.ts";
import type { Invocation } from "./arguments.ts";
import { type FlagName } from "./flags.ts";
import type { Fault } from "./json.ts";

/** An option that makes a command accept what it refused. */
interface Remedy {
  readonly option: FlagName;
  readonly advice: (fault: Fault) => string;
  /** The command in which the option has another meaning. */
  readonly notIn?: CommandName;
  /** Whether the option helps with this fault; without this function it always helps. */
  readonly helps?: (fault: Fault, invocation: Invocation) => boolean;
}

const PERCENT_U: Remedy = {
  option: "percent-u",
  advice: () => "--percent-u reads %uXXXX",
  helps: ({ message }, { has }) => !has("percent-u") && /"%u[0-9A-Fa-f][^"]*" at \d+$/.test(message),
};
const MALFORMED: Remedy = { option: "malformed", advice: () => "--malformed keep accepts it" };
const INVALID_UTF8: Remedy = {
  option: "invalid-utf8",
  advice: () => "--invalid-utf8 keep accepts it",
  notIn: "encode",
};
const ENCODING: Remedy = {
  option: "encoding",
  advice: () => "--encoding LABEL reads another encoding",
  notIn: "encode",
  helps: (_, { has }) => !(["encoding", "legacy", "percent-u", "except"] as const).some((flag) => has(flag)),
};
const INPUT_ENCODING: Remedy = {
  option: "input-encoding",
  advice: () => "--input-encoding LABEL reads another encoding",
  helps: (_, { has }) => !has("input-encoding"),
};

/**
 * The options that make a command accept an input despite an error. The message names the first one that the command has
 * and that helps.
 *
 * `host-ambiguous` has none, and `unsafe-segment` only in templates: such a text may be an attack, and a person has to look at it first.
 */
export const REMEDIES: Readonly<Record<PercentEncodingErrorCode, readonly Remedy[]>> = {
  "malformed-escape": [PERCENT_U, MALFORMED],
  "truncated-escape": [MALFORMED],
  "invalid-utf8": [INPUT_ENCODING, ENCODING, INVALID_UTF8],
  "overlong-utf8": [INVALID_UTF8],
  "encoded-surrogate": [INVALID_UTF8],
  "code-point-out-of-range": [INVALID_UTF8],
  "lone-surrogate": [INVALID_UTF8],
  "not-accepted": [],
  undecodable: [INVALID_UTF8],
  unencodable: [
    { option: "unencodable", advice: () => "--unencodable reference accepts it" },
    { option: "output-encoding", advice: () => "--output-encoding utf-8 has every character" },
  ],
  "limit-exceeded": [{ option: "limit", advice: ({ message }) => `--limit ${nameLimit(message)}=N raises it` }],
  "duplicate-name": [],
  "charset-refused": [{ option: "encoding", advice: () => "--encoding LABEL allows another encoding" }],
  "unsupported-media-type": [],
  "invalid-uri": [
    {
      option: "level",
      advice: () => "--level basic accepts it",
      helps: (_, { value }) => value("level") === "advanced",
    },
  ],
  "invalid-host": [],
  "host-ambiguous": [],
  "unsafe-segment": [
    {
      option: "unsafe",
      advice: () => "--unsafe allow accepts it",
      helps: ({ message }) => /; the option unsafe: /.test(message),
    },
    {
      option: "slash",
      advice: () => "--slash encode accepts it",
      helps: (_, { value }) => value("slash") === "throw",
    },
  ],
  "invalid-template": [],
};

/** Reads the exceeded limit from a message, and returns its name in `--limit`. */
function nameLimit(message: string): string {
  const [, what = "pairs"] =
    /^Cannot accept more than \d+ \S+(?: units)? in (?:a )?(name|value|all):/.exec(message) ?? [];
  return what === "all" ? "body" : what;
}

/** Adds to the messages of a run the option that would accept the input; each advice appears once. */
export class Remedies {
  readonly #invocation: Invocation;
  readonly #given = new Set<string>();

  constructor(invocation: Invocation) {
    this.#invocation = invocation;
  }

  /** @param accepts whether an option would accept this input, if the command can tell */
  explain(fault: Fault, accepts: (option: FlagName) => boolean = () => true): string {
    const options: readonly FlagName[] = COMMANDS[this.#invocation.command as CommandName].flags;
    const remedy = REMEDIES[fault.code].find(
      ({ option, notIn, helps }) =>
        options.includes(option) &&
        notIn !== this.#invocation.command &&
        (helps?.(fault, this.#invocation) ?? true) &&
        accepts(option),
    );
    const advice = remedy?.advice(fault);
    // The library's message ends with its own option, which has another name here.
    const message = fault.message.replace(/; the option [^;]*$/, "");
    if (advice === undefined || this.#given.has(advice)) return message;
    this.#given.add(advice);
    return `${message}; ${advice}`;
  }
}
