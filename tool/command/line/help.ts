import { COMMAND_GROUPS, type CommandName, COMMANDS } from "./command-table.ts";
import { type Command, findFlag, type Flag, type FlagName, listFlags } from "./flags.ts";

const WIDTH = 100;

/** The help of `percodec` alone. */
export function shortHelp(): string {
  const examples = (["encode", "decode"] as const).flatMap((name) =>
    Object.entries(COMMANDS[name].examples).slice(0, 2),
  );
  return [
    "percodec: percent-encoding, exactly",
    "",
    ...Object.entries<Command>(COMMANDS).map(([name, { operands }]) => `  percodec ${name} ${operands}`.trimEnd()),
    "",
    "Examples:",
    ...examples.map(([line, output]) => `  $ ${line}\n  ${output}`),
    "",
    "`percodec --help` says what each command does, `percodec COMMAND --help` lists its options.",
    "",
  ].join("\n");
}

/** The help of `percodec --help`. */
export function fullHelp(): string {
  const groups = Object.entries<Readonly<Record<string, Command>>>(COMMAND_GROUPS);
  return [
    "Usage: percodec COMMAND [OPTION...] [OPERAND...]",
    "       percodec [OPTION...] TEXT",
    "       percodec [OPTION...] < FILE",
    "",
    ...groups.flatMap(([title, commands]) => [
      `${title}:`,
      ...columns(Object.entries(commands).map(([name, row]) => [`${name} ${row.operands}`, row.summary])),
      "",
    ]),
    "`percodec COMMAND --help` lists the options of a command.",
    "",
    ...HELP_NOTES.flatMap((note) => [...wrap(note, WIDTH), ""]),
  ].join("\n");
}

/** The help of each command in a group, such as `form`. */
export function groupHelp(group: string): string {
  const names = (Object.keys(COMMANDS) as CommandName[]).filter((name) => name.startsWith(`${group} `));
  return names.map(commandHelp).join("\n");
}

/** The help of one command. */
export function commandHelp(name: CommandName): string {
  const { operands, summary, examples }: Command = COMMANDS[name];
  const shown = Object.entries(examples);
  return [
    `Usage: percodec ${name} [OPTION...] ${operands}`.trimEnd(),
    "",
    ...wrap(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`, WIDTH),
    "",
    "Options:",
    ...columns(
      [...listFlags(name), "help" as const].map((flag) => [
        toSpelling(flag, findFlag(name, flag)),
        findFlag(name, flag).summary,
      ]),
    ),
    ...(shown.length === 0 ? [] : ["", "Examples:"]),
    ...shown.map(([line, output]) => `  $ ${line}\n${output.trimEnd().replace(/^/gm, "  ")}`),
    "",
  ].join("\n");
}

/** What applies to every command, one paragraph per entry. */
export const HELP_NOTES: readonly string[] = [
  "TEXT and its result must be UTF-8, and each result ends with a line feed. Files and standard input are bytes: nothing " +
    "is added, and decoding what was encoded returns the same bytes. A lone - is not a TEXT: -f - reads standard input, " +
    "and -- - is a hyphen.",
  "A line ends with LF or CR LF, and its result ends the same way. Each line or record is written whole or not at all; " +
    "one that is longer than --max-record is an error before any of it is written.",
  "Invisible characters are escaped when the output is a terminal: controls, bidirectional and other invisible " +
    "characters are written as \\u{HEX}. A pipe or a file receives the exact bytes. JSON has \\uXXXX for them in both " +
    "cases, except for the output of the command records.",
  "--output: a regular file is written beside FILE and renamed over it at the end. It keeps the owner, group and " +
    "permissions of the old file if the user may set them, but never setuid, setgid or sticky. If the group cannot be " +
    "kept, the new group gets the permissions of others; if the owner cannot be kept, a note on stderr says so. A new " +
    "file gets mode 0666 without the bits of the umask. ACLs, extended attributes and hard links are not kept. A symbolic " +
    "link stays, and its target is replaced. Descriptors (/dev/stdout, /dev/fd/N, -), FIFOs and devices are written " +
    "directly, from their current position.",
  "Exit codes: 0 done; 1 the data is malformed (the message says where); 2 usage; 3 input or output failed; " +
    "128+n ended by signal n.",
];

/** Writes an option as it is typed: `-f, --file FILE`. */
export function toSpelling(name: FlagName, { short, value, choices }: Flag): string {
  const word = choices ? choices.join("|") : value;
  return `${short ? `-${short}, ` : "    "}--${name}${word ? ` ${word}` : ""}`;
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.min(26, Math.max(...rows.map(([left]) => left.length)));
  const indent = " ".repeat(width + 4);
  return rows.map(([left, right]) => {
    const lines = wrap(right, WIDTH - indent.length);
    const first = left.length > width ? `  ${left}\n${indent}${lines[0]}` : `  ${left.padEnd(width)}  ${lines[0]}`;
    return [first, ...lines.slice(1).map((line) => indent + line)].join("\n");
  });
}

function wrap(text: string, width: number): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trimStart();
    if (longer.length > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
