import { readFileSync } from "node:fs";
import { findBuilt } from "../io/source.ts";
import { refuse } from "../io/errors.ts";
import { writeAll } from "../io/output.ts";
import type { Invocation } from "../line/arguments.ts";
import { SCRIPTS } from "../line/completion-scripts.ts";
import { completeLine, ENGINE_FILES } from "../line/completions.ts";
import { didYouMean } from "../line/suggest.ts";

/** `percodec complete SHELL` prints the script for the shell; `percodec complete SHELL -- WORD...` prints completions for the script. */
export async function complete({ environment, operands }: Invocation): Promise<number> {
  const [shell = "", ...words] = operands;
  const script = findRow("complete", SCRIPTS, shell);
  if (words.length === 0) return writeAll(environment, undefined, script);
  const completion = completeLine(words);
  const lines = "files" in completion ? [] : completion.words.map(({ word, summary }) => `${word}\t${summary}\n`);
  const kind = "files" in completion ? `files ${completion.files}` : "words";
  return writeAll(environment, undefined, `${kind}\n${lines.join("")}`);
}

/** `percodec engine NAME`: prints a file for engines that run only scripts or WebAssembly. */
export async function engine({ environment, operands, value }: Invocation): Promise<number> {
  const [name = "", ...others] = operands;
  const path = findRow("engine", ENGINE_FILES, name, others.length === 0);
  const file = findBuilt(path, `the file for ${name}`);
  return writeAll(environment, value("output"), readFileSync(file));
}

/** Returns the row with a name; refuses another name, or several. */
function findRow(command: string, rows: Readonly<Record<string, string>>, name: string, isAlone = true): string {
  if (isAlone && Object.hasOwn(rows, name)) return rows[name]!;
  const names = Object.keys(rows);
  return refuse(`${command} takes one of ${names.join(", ")}${didYouMean(name, names)}`);
}
