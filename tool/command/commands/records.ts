import { CliError, EXIT } from "../io/errors.ts";
import type { Invocation } from "../line/arguments.ts";
import { openProgress, openSource, type Progress, type Source } from "../run/input.ts";
import type { Environment } from "../io/environment.ts";
import { escapeInJson } from "../../shared/literal.ts";
import { type Sink, writeError } from "../io/sink.ts";
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
    const summary = await filterRecords(invocation, sources, sink);
    progress.stop();
    sink.commit();
    if (invocation.has("summary")) writeError(environment, `${JSON.stringify(summary)}\n`);
  } catch (error) {
    progress.stop();
    sink.abandon();
    throw error;
  }
  return EXIT.done;
}

function* openSources(
  environment: Environment,
  files: readonly string[],
  sink: Sink,
  progress: Progress,
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
    throw new CliError(EXIT.usage, "records reads standard input or --file, and takes no operands");
  return environment.isTerminal(environment.stdin) ? undefined : ["-"];
}
