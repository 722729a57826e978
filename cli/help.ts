import { type Command, type CommandName, COMMANDS, findFlag } from "./command-table.ts";
import { type Flag, FLAGS, type FlagName } from "./flags.ts";

const WIDTH = 100;

/** The help of `percodec` alone. */
export function shortHelp(): string {
  const examples = (["encode", "decode"] as const).flatMap((name): Command["examples"] =>
    COMMANDS[name].examples.slice(0, 2),
  );
  return [
    "percodec: percent-encoding, exactly",
    "",
    ...Object.entries<Command>(COMMANDS).map(([name, { operands }]) => `  percodec ${name} ${operands}`.trimEnd()),
    "",
    "Examples:",
    ...examples.map(([line, output]) => `  $ ${line}\n  ${output.trimEnd()}`),
    "",
    "`percodec --help` says more, `percodec COMMAND --help` all about one command.",
    "",
  ].join("\n");
}

/** The help of `percodec --help`. */
export function fullHelp(): string {
  const names = Object.keys(COMMANDS) as CommandName[];
  return [
    "Usage: percodec COMMAND [OPTION...] [OPERAND...]",
    "",
    "Commands:",
    ...columns(names.map((name) => [`${name} ${COMMANDS[name].operands}`, COMMANDS[name].summary])),
    "",
    "Options:",
    ...columns((Object.keys(FLAGS) as FlagName[]).map((name) => [spelling(name, FLAGS[name]), FLAGS[name].summary])),
    "",
    ...NOTES.flatMap((note) => [...wrap(note, WIDTH), ""]),
  ].join("\n");
}

/** The helps of the commands that a word begins. */
export function groupHelp(group: string): string {
  const names = (Object.keys(COMMANDS) as CommandName[]).filter((name) => name.startsWith(`${group} `));
  return names.map(commandHelp).join("\n");
}

/** The help of one command. */
export function commandHelp(name: CommandName): string {
  const { operands, summary, flags, examples }: Command = COMMANDS[name];
  return [
    `Usage: percodec ${name} [OPTION...] ${operands}`.trimEnd(),
    "",
    ...wrap(`${summary[0]!.toUpperCase()}${summary.slice(1)}.`, WIDTH),
    "",
    "Options:",
    ...columns(
      [...flags, "help" as const].map((flag) => [spelling(flag, findFlag(name, flag)), findFlag(name, flag).summary]),
    ),
    ...(examples.length === 0 ? [] : ["", "Examples:"]),
    ...examples.map(([line, output]) => `  $ ${line}\n${output.trimEnd().replace(/^/gm, "  ")}`),
    "",
  ].join("\n");
}

/** What is true of every command, a paragraph an entry. */
export const NOTES: readonly string[] = [
  "TEXT is text: its UTF-8 is checked, and each result ends with a line feed. Files and standard input are bytes: " +
    "nothing is added, and random bytes encoded and decoded come back as they were. A lone - is not a TEXT: -f - reads " +
    "standard input, and -- - is the hyphen.",
  "A line ends with LF or CR LF, and its result ends as it did. Each line or record is written whole or not at all; one " +
    "that is longer than --max-record is an error before any of it is written.",
  "Invisible characters are escaped when the output is a terminal: controls, bidirectional and other invisible " +
    "characters are written as \\u{HEX}. To a pipe or a file the bytes are exact. JSON has \\uXXXX for them in either " +
    "case, but for the rows of records.",
  "--output: a regular file is written beside FILE and renamed over it at the end. An old file keeps its owner, group and " +
    "permissions as far as the user may set them, never setuid, setgid or sticky; if the group is lost, its permissions " +
    "become those of others; if the owner is lost, a note says so. A new file gets 0666 without the bits of the umask. " +
    "ACLs, extended attributes and hard links are not kept. A symbolic link stays, and its target is replaced. " +
    "Descriptors (/dev/stdout, /dev/fd/N, -), FIFOs and devices are written through, from where they are.",
  "Exit codes: 0 done; 1 the data is malformed (the message says where); 2 usage; 3 input or output failed; " +
    "128+n ended by signal n.",
];

/** How an option is typed by its row: `-f, --file FILE`. */
export function spelling(name: FlagName, { short, value, choices }: Flag): string {
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
