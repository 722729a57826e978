import { type Completion, completeLine, SHELLS } from "../line/completions.ts";
import { SCRIPTS } from "../line/completion-scripts.ts";
import { refuse } from "../io/errors.ts";
import type { Invocation } from "../line/arguments.ts";
import { writeAll } from "../io/output.ts";
import { didYouMean } from "../line/suggest.ts";

/** `percodec complete SHELL` prints the script for the shell; `percodec complete SHELL -- WORD...` prints completions for the script. */
export async function complete({ environment, operands }: Invocation): Promise<number> {
  const [typed, ...words] = operands;
  const shell = SHELLS.find((name) => name === typed);
  if (shell === undefined) {
    refuse(`complete takes one of ${SHELLS.join(", ")}${didYouMean(typed ?? "", SHELLS)}`);
  }
  return writeAll(environment, undefined, words.length === 0 ? SCRIPTS[shell] : toLines(completeLine(words)));
}

function toLines(completion: Completion): string {
  if ("files" in completion) return `files ${completion.files}\n`;
  return `words\n${completion.words.map(({ word, summary }) => `${word}\t${summary}\n`).join("")}`;
}
