import { type Environment, requireUtf8Arguments } from "./io/environment.ts";
import { type CommandName, COMMANDS, GROUPS } from "./line/command-table.ts";
import manifest from "../package.json" with { type: "json" };
import { quotePosix } from "../shared/literal.ts";
import { quote } from "../shared/text.ts";
import { convert } from "./commands/codec.ts";
import { EXIT, refuse, toCliError } from "./io/errors.ts";
import { isFile } from "./run/input.ts";
import { checkFlags, checkHyphen, type Invocation, isCommand, readArguments } from "./line/arguments.ts";
import { writeMessage, writeError } from "./io/sink.ts";
import { writeAll } from "./io/output.ts";
import { didYouMean, suggestForText } from "./line/suggest.ts";

/** Each command returns its exit code, or undefined if it has no input. Only `encode` and `decode` are loaded at the start. */
const RUN: Record<CommandName, (invocation: Invocation) => Promise<number | undefined>> = {
  encode: convert,
  decode: convert,
  clean: async (invocation) => (await import("./commands/uris.ts")).clean(invocation),
  edit: async (invocation) => (await import("./commands/uris.ts")).edit(invocation),
  display: async (invocation) => (await import("./commands/uris.ts")).display(invocation),
  normalize: async (invocation) => (await import("./commands/uris.ts")).normalize(invocation),
  compare: async (invocation) => (await import("./commands/uris.ts")).compare(invocation),
  parts: async (invocation) => (await import("./commands/parts.ts")).parts(invocation),
  resolve: async (invocation) => (await import("./commands/uris.ts")).resolve(invocation),
  check: async (invocation) => (await import("./commands/check.ts")).check(invocation),
  links: async (invocation) => (await import("./commands/links.ts")).links(invocation),
  inspect: async (invocation) => (await import("./commands/inspect.ts")).inspect(invocation),
  read: async (invocation) => (await import("./commands/read.ts")).read(invocation),
  template: async (invocation) => (await import("./commands/template.ts")).template(invocation),
  "form parse": async (invocation) => (await import("./commands/form-parse.ts")).formParse(invocation),
  "form build": async (invocation) => (await import("./commands/form-build.ts")).formBuild(invocation),
  sets: async (invocation) => (await import("./commands/sets.ts")).sets(invocation),
  records: async (invocation) => (await import("./commands/records.ts")).records(invocation),
  engine: async (invocation) => (await import("./commands/print.ts")).engine(invocation),
  web: async (invocation) => (await import("./commands/web.ts")).web(invocation),
  complete: async (invocation) => (await import("./commands/print.ts")).complete(invocation),
};

/** Runs the command and returns its exit code. */
export async function main(environment: Environment): Promise<number> {
  try {
    return await run(environment);
  } catch (error) {
    const failure = toCliError(error);
    if (failure === undefined) throw error;
    if (failure.message !== "") writeMessage(environment, failure.message + ((await failure.advise?.()) ?? ""));
    return failure.exitCode;
  }
}

async function run(environment: Environment): Promise<number> {
  /** Prints the help or version that was asked for. */
  const print = (text: string): Promise<number> => writeAll(environment, undefined, text);
  /** Prints help to stderr because input is missing, and returns the exit code for wrong usage. */
  const printUsage = (text: string): number => {
    writeError(environment, text);
    return EXIT.usage;
  };

  const invocation = readArguments(environment);
  if (invocation.has("version")) return print(`percodec ${manifest.version}\n`);
  const { command } = invocation;
  const isRead = invocation.has("file") || !environment.isTerminal(environment.stdin);
  const hasInput = command === undefined && !invocation.has("help") && isRead;
  if ((command === undefined && !hasInput) || command === "help") {
    const help = await import("./line/help.ts");
    const topic = invocation.operands.join(" ");
    if (isCommand(topic)) return print(help.commandHelp(topic));
    if (GROUPS.includes(topic)) return print(help.groupHelp(topic));
    if (topic !== "") refuseCommand(topic);
    return invocation.has("help") || command ? print(help.fullHelp()) : printUsage(help.shortHelp());
  }
  if (command !== undefined && GROUPS.includes(command)) {
    const help = (await import("./line/help.ts")).groupHelp(command);
    return invocation.has("help") ? print(help) : printUsage(help);
  }
  const name = isCommand(command) ? command : hasInput || isTextAlone(invocation) ? "read" : undefined;
  if (name === undefined) refuseCommand(command ?? "", invocation.operands);
  if (invocation.has("help")) return print((await import("./line/help.ts")).commandHelp(name));
  checkFlags(name, invocation);
  checkHyphen(name, invocation);
  // --file is left out: a name that is not UTF-8 fails when the file is opened.
  requireUtf8Arguments(
    environment,
    invocation.options.flatMap(([flag, value]) => (flag === "file" ? [] : value)),
  );
  const operands = command === undefined ? [] : [command];
  const exitCode = await RUN[name](name === command ? invocation : { ...invocation, command: name, operands });
  if (exitCode !== undefined) return exitCode;
  const help = await import("./line/help.ts");
  return printUsage(command === undefined ? help.shortHelp() : help.commandHelp(name));
}

/** Whether the only operand is a text for `read`: it has a character that no name of a command has. */
function isTextAlone({ command = "", operands, environment, has }: Invocation): boolean {
  // The name of a command in a group is two words.
  const isOneWord = environment.args.includes(command);
  return isOneWord && operands.length === 0 && !has("file") && /[^\w.-]/.test(command);
}

function refuseCommand(typed: string, operands: readonly string[] = []): never {
  const names = Object.keys(COMMANDS);
  const group = GROUPS.find((name) => typed.startsWith(`${name} `));
  if (group !== undefined) {
    const rest = typed.slice(group.length + 1);
    const known = names.flatMap((name) => (name.startsWith(`${group} `) ? [name.slice(group.length + 1)] : []));
    const suggestion = didYouMean(rest, known) || didYouMean(rest, names);
    refuse(`${group} takes one of ${known.join(", ")}, not ${quote(rest)}${suggestion}`);
  }
  const suggestion = isFile(typed)
    ? `; a file of this name exists: percodec read -f ${quotePosix(typed)}`
    : didYouMean(typed, [...names, "help", "--version"]) || suggestForText([typed, ...operands].join(" "));
  refuse(`no command is named ${quote(typed)}${suggestion}`);
}
