import { type CommandName, COMMANDS, GROUPS } from "./command-table.ts";
import { setNames } from "percodec/sets";
import { readTokens } from "./arguments.ts";
import { findFlag, type Flag, FLAGS, type FlagName, listFlags } from "./flags.ts";

/** The shells that `percodec complete` supports. */
export const SHELLS = ["bash", "zsh", "fish"] as const;

/** The names that `percodec engine` takes, and their files in the package. */
export const ENGINE_FILES: Readonly<Record<string, string>> = {
  codec: "engines/percodec.codec.js",
  all: "engines/percodec.all.js",
  charset: "engines/percodec.charset.js",
  column: "engines/column.wasm",
  "column-simd": "engines/column-simd.wasm",
  clickhouse: "percodec.cjs",
};

/** The words for the placeholders of operands. */
const WORDS: Readonly<Record<string, () => readonly string[]>> = {
  SET: setNames,
  SHELL: () => SHELLS,
  ENGINE: () => Object.keys(ENGINE_FILES),
};

/** The completions of the current word. */
export type Completion =
  /** File names, which begin at this index of the current word. */
  { readonly files: number } | { readonly words: readonly Candidate[] };

/** A word, and its summary. */
type Candidate = Readonly<Record<"word" | "summary", string>>;

const NOTHING: Completion = { words: [] };
const REDIRECTION = /^\d*(?:[<>]{1,3}|[<>][&|]|&>>?)$/;

/**
 * Completes a command line. Nothing in it is evaluated: words are only compared with the words of the table.
 *
 * @param words the words after `percodec` as the shell has them, with their quotes; the last is the current one, up to the cursor
 */
export function completeLine(words: readonly string[]): Completion {
  const before = words.slice(0, -1);
  if (REDIRECTION.test(before.at(-1) ?? "")) return { files: 0 };
  const current = unquote(words.at(-1) ?? "");
  const line = readLine(before);
  if (line.pending) return completeValue(findFlag(line.command, line.pending), "");
  if (!line.ended && current.startsWith("-")) return completeOption(line, current);
  return completeOperand(line);
}

type Line = ReturnType<typeof readLine>;

/** Parses the words before the current one. */
function readLine(typed: readonly string[]) {
  // --help takes the place of the current word: its token shows how that word will be parsed.
  const tokens = [...readTokens([...withoutShellSyntax(typed), "--help"])];
  const probe = tokens.pop();
  // The first or the first two are the name of the command.
  const operands = tokens.flatMap(({ word }) => (word === undefined ? [] : [word]));
  const name = operands.slice(0, GROUPS.includes(operands[0] ?? "") ? 2 : 1).join(" ");
  return {
    command: Object.hasOwn(COMMANDS, name) ? (name as CommandName) : undefined,
    operands,
    options: tokens.map((token) => token.name),
    /** The option that takes the current word as its value. */
    pending: probe?.word === undefined && probe?.value !== undefined ? (probe.name as FlagName) : undefined,
    /** Whether `--` has ended the options. */
    ended: probe?.word !== undefined,
  };
}

/** Removes redirections, and the `=` between an option and its value, which bash splits off as a separate word. */
function withoutShellSyntax(typed: readonly string[]): string[] {
  return typed.flatMap((word, k) => {
    const previous = typed[k - 1] ?? "";
    const isSyntax =
      REDIRECTION.test(word) || REDIRECTION.test(previous) || (word === "=" && previous.startsWith("--"));
    return isSyntax ? [] : [unquote(word)];
  });
}

/** Removes quotes and backslashes, and keeps the quoted text. */
function unquote(word: string): string {
  return word.replace(/\\([^])|['"]/g, "$1");
}

/** Completes the name of an option, or the value after `--name=` or `-n`. */
function completeOption(line: Line, current: string): Completion {
  const tokens = [...readTokens([current])];
  const last = tokens.at(-1);
  if (last?.value !== undefined && tokens.every(({ name }) => Object.hasOwn(FLAGS, name)))
    return completeValue(
      findFlag(line.command, last.name as FlagName),
      current.slice(0, current.length - last.value.length),
    );
  const flags: readonly FlagName[] = line.command ? [...listFlags(line.command), "help"] : ["help", "version"];
  return { words: flags.map((flag) => ({ word: `--${flag}`, summary: findFlag(line.command, flag).summary })) };
}

/** Completes the value of an option; `typed` is the part of the word before the value. */
function completeValue({ value, choices }: Flag, typed: string): Completion {
  if (value === undefined) return NOTHING;
  if (choices) return { words: choices.map((word) => ({ word: typed + word, summary: "" })) };
  return completePlaceholder(value, typed);
}

/** Completes a placeholder of the table such as FILE or SET; most placeholders are any text, and have no completions. */
function completePlaceholder(placeholder: string, typed: string): Completion {
  if (placeholder === "FILE") return { files: typed.length };
  const names = placeholder.split("|").flatMap((word) => WORDS[word]?.() ?? []);
  return { words: names.map((name) => ({ word: typed + name, summary: "" })) };
}

function completeOperand({ command, operands, options }: Line): Completion {
  if (operands[0] === "help") return { words: commandWords(operands.slice(1)) };
  if (command === undefined) {
    const help = { word: "help", summary: "show the help of a command" };
    return { words: operands.length === 0 ? [...commandWords([]), help] : commandWords(operands) };
  }
  if (options.includes("file")) return { files: 0 };
  const placeholders = COMMANDS[command].operands.split(" ");
  const position = operands.length - command.split(" ").length;
  return completePlaceholder((placeholders[position] ?? "").replace(/[[\]]/g, ""), "");
}

/** The words that continue the name of a command. */
function commandWords(given: readonly string[]): Candidate[] {
  const words = new Map<string, string>();
  for (const [name, { summary }] of Object.entries(COMMANDS)) {
    const parts = name.split(" ");
    const word = parts[given.length];
    if (word === undefined || given.some((part, k) => part !== parts[k])) continue;
    const known = words.get(word);
    words.set(word, parts.length === given.length + 1 ? summary : known ? `${known}, ${name}` : name);
  }
  return Array.from(words, ([word, summary]) => ({ word, summary }));
}
