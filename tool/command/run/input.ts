import { existsSync, statSync } from "node:fs";
import { quote } from "../../shared/text.ts";
import { refuse } from "../io/errors.ts";
import type { Environment } from "../io/environment.ts";
import type { Invocation } from "../line/arguments.ts";
import { writeMessage } from "../io/sink.ts";

/** Returns the files to read: those of `--file`, or standard input if it is not a terminal and nothing was typed. */
export function chooseFiles({ environment, has, files, operands }: Invocation): readonly string[] {
  if (has("file")) return files;
  noteFile(environment, operands);
  return operands.length > 0 || environment.isTerminal(environment.stdin) ? [] : ["-"];
}

/** Writes a note if an operand that is read as a text is the name of a file. */
export function noteFile(environment: Environment, operands: readonly string[]): void {
  const file = operands.find(isFile);
  if (file !== undefined) writeMessage(environment, `note: ${quote(file)} is a TEXT here; -f reads the file`);
}

/** Whether a word is the name of a regular file. */
export function isFile(word: string): boolean {
  return existsSync(word) && statSync(word, { throwIfNoEntry: false })?.isFile() === true;
}

const UNITS = { "": 1, K: 1 << 10, M: 1 << 20 };
/** The result of a record must fit into one array, and its text into one string. */
const MAX_MEBIBYTES = 128;

/** Returns the value of `--max-record`: the most bytes that the content of a record may have. */
export function readMaxRecord(invocation: Invocation): number {
  const typed = invocation.value("max-record") ?? "1M";
  const [, digits, unit] = /^([0-9]{1,9})([KM]?)$/.exec(typed) ?? [];
  const bytes = Number(digits) * UNITS[unit as keyof typeof UNITS];
  if (digits === undefined || bytes === 0 || bytes > MAX_MEBIBYTES * UNITS.M)
    refuse(`--max-record takes bytes such as 4096, 64K or 1M, at most ${MAX_MEBIBYTES}M`);
  return bytes;
}
