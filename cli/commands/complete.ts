import completions from "@bomb.sh/tab";
import { setNames } from "../../src/sets/index.ts";
import { EXIT, Stop } from "../exit-codes.ts";
import { writeAll } from "../output.ts";
import { type Command, type CommandName, COMMANDS, flagOf, type Invocation } from "../flags.ts";

const SHELLS = ["bash", "zsh", "fish", "powershell"];

/** `percodec complete SHELL`: the script that a shell sources, which asks `percodec complete -- WORDS` at each TAB. */
export async function complete(invocation: Invocation): Promise<number> {
  const [shell] = invocation.operands;
  if (shell === undefined || !SHELLS.includes(shell)) {
    throw new Stop(EXIT.usage, `complete takes one of ${SHELLS.join(", ")}`);
  }
  await writeAll(
    undefined,
    printed(() => completions.setup("percodec", "percodec", shell)),
  );
  return EXIT.done;
}

/** Answers a shell: the words that may come next. */
export async function answerShell(words: string[]): Promise<void> {
  for (const [name, command] of Object.entries<Command>(COMMANDS)) {
    const made = completions.command(name, command.summary);
    for (const flag of command.flags) {
      const { short, value, choices, summary } = flagOf(name as CommandName, flag);
      const offered = flag === "diff" || (flag === "set" && value === "NAME") ? setNames() : (choices ?? []);
      if (value === undefined) made.option(flag, summary, short);
      else made.option(flag, summary, (offer) => offered.forEach((word) => offer(word, "")), short);
    }
  }
  await writeAll(
    undefined,
    printed(() => completions.parse(words)),
  );
}

/* oxlint-disable no-console -- the library prints by console.log, which loses every failure of the output */
/** What the library prints. */
function printed(action: () => void): string {
  const { log } = console;
  const lines: string[] = [];
  console.log = (line: string) => lines.push(`${line}\n`);
  try {
    action();
  } finally {
    console.log = log;
  }
  return lines.join("");
}
