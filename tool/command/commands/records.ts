import { CliError, EXIT } from "../io/errors.ts";
import type { Invocation } from "../line/arguments.ts";
import { openProgress, openSource, type ProgressDisplay, type Source } from "../run/input.ts";
import type { Environment } from "../io/environment.ts";
import { escapeInJson, quotePosix } from "../../shared/literal.ts";
import { quote } from "../../shared/text.ts";
import { type Sink, writeError, writeMessage } from "../io/sink.ts";
import { openSink } from "../io/output.ts";
import { filterRecords } from "../records/run.ts";

/** `percodec records`: writes one record for each record read, in order; a bad record is not an error. */
export async function records(invocation: Invocation): Promise<number | undefined> {
  const files = chooseRecordFiles(invocation);
  if (files === undefined) return undefined;
  const { environment } = invocation;
  environment.saveMemory();
  const progress = await openProgress(invocation);
  const sink = await openSink(
    environment,
    invocation.value("output"),
    invocation.value("format") === "jsonl" ? escapeInJson : undefined,
  );
  try {
    const sources = openSources(environment, files, sink, progress);
    const { summary, absent } = await filterRecords(invocation, sources, sink);
    progress.stop();
    sink.commit();
    if (invocation.has("summary")) writeError(environment, `${JSON.stringify(summary)}\n`);
    for (const field of absent) {
      const name = typeof field === "number" ? `with the number ${field + 1}` : quote(field);
      writeMessage(environment, `no record has the field ${name}: check --field and --out`);
    }
    return absent.length === 0 ? EXIT.done : EXIT.data;
  } catch (error) {
    progress.stop();
    sink.abandon();
    throw error;
  }
}

function* openSources(
  environment: Environment,
  files: readonly string[],
  sink: Sink,
  progress: ProgressDisplay,
): Iterable<Source> {
  for (const file of files) {
    const source = progress.watch(openSource(environment, file, sink));
    try {
      yield source;
    } finally {
      source.close();
    }
  }
}

/** Returns the files to read, or undefined if the only input is a terminal. */
function chooseRecordFiles(invocation: Invocation): readonly string[] | undefined {
  const { environment, operands } = invocation;
  if (invocation.has("file")) return invocation.files;
  if (operands.length > 0)
    throw new CliError(
      EXIT.usage,
      `records reads standard input or --file, and takes no operands; -f ${quotePosix(operands[0]!)} reads a file`,
    );
  return environment.isTerminal(environment.stdin) ? undefined : ["-"];
}
