import { CliError, EXIT } from "../io/errors.ts";
import type { Invocation } from "../arguments.ts";
import { openSource, requireUtf8Arguments, type Source } from "../io/input.ts";
import type { Environment } from "../environment.ts";
import { showJsonLines } from "../json.ts";
import { writeError } from "../io/messages.ts";
import { openSink } from "../io/output.ts";
import type { Sink } from "../io/sink.ts";
import { openProgress, type Progress } from "../progress.ts";
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
    invocation.value("format") === "jsonl" ? showJsonLines : undefined,
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

/** Returns the files to read. With `--op query-param NAME` the first operand is not a file. */
function chooseRecordFiles(invocation: Invocation): readonly string[] | undefined {
  const { environment, operands } = invocation;
  const takesName = invocation.value("op") === "query-param";
  const name = takesName ? operands[0] : undefined;
  if (takesName && name === undefined)
    throw new CliError(EXIT.usage, "--op query-param needs the NAME of the parameter");
  if (name !== undefined) requireUtf8Arguments(environment, [name]);
  const nameCount = takesName ? 1 : 0;
  if (!invocation.has("file")) {
    if (operands.length > nameCount)
      throw new CliError(EXIT.usage, "records reads standard input or --file, and takes no operands");
    return environment.isTerminal(environment.stdin) ? undefined : ["-"];
  }
  if (name === undefined) return invocation.files;
  const at = invocation.files.indexOf(name);
  return invocation.files.filter((_, k) => k !== at);
}
