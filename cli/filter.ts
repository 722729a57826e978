// `percodec records` alone, which is built into one file that needs nothing beside it: engines send it to their workers.
import manifest from "../package.json" with { type: "json" };
import { records } from "./commands/records.ts";
import { EXIT, Stop } from "./exit-codes.ts";
import { checkFlagsOf, readArguments } from "./flags.ts";
import { commandHelp } from "./help.ts";
import { complain, writeAll, writeError } from "./output.ts";

async function main(args: readonly string[]): Promise<number> {
  const invocation = readArguments(["records", ...args]);
  if (invocation.has("version") || invocation.has("help")) {
    await writeAll(undefined, invocation.has("help") ? commandHelp("records") : `percodec ${manifest.version}\n`);
    return EXIT.done;
  }
  checkFlagsOf("records", invocation);
  const exitCode = await records(invocation);
  if (exitCode === undefined) writeError(commandHelp("records"));
  return exitCode ?? EXIT.usage;
}

main(process.argv.slice(2)).then(
  (exitCode) => {
    process.exitCode = exitCode;
  },
  (error: unknown) => {
    if (!(error instanceof Stop)) throw error;
    if (error.message !== "") complain(error.message);
    process.exitCode = error.exitCode;
  },
);
