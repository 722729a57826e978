import { setFlagsFromString } from "node:v8";
import { CliError, EXIT } from "../io/errors.ts";
import type { Invocation } from "../arguments.ts";
import { isTerminal, openSource, requireFaithful, type Source } from "../io/input.ts";
import { showJsonLines } from "../json.ts";
import { writeError } from "../io/messages.ts";
import { openSink } from "../io/output.ts";
import { filterRecords } from "../records/run.ts";

/**
 * What keeps the process small while gigabytes go through it. The young generation would grow with all that ever lived through
 * a collection, however little is alive (2.3 MB a GB); a second compiler and a thread to compile on take 7 MB in Node 24 and 26.
 */
const THRIFT = ["--semi-space-growth-factor=1", "--no-maglev", "--no-concurrent-recompilation"];

/** The versions of V8 that are known to have these flags; one that lacks a flag throws nothing, but complains on stderr. */
const FIRST_V8 = 11;
const LAST_V8 = 15;

/** `percodec records`: the n-th record in gives the n-th record out; bad ones are data. */
export async function records(invocation: Invocation): Promise<number | undefined> {
  const files = filesOf(invocation);
  if (files === undefined) return undefined;
  // A bad record is an error that is caught: the trace of it would take longer than all else.
  Error.stackTraceLimit = 0;
  beThrifty();
  const sink = await openSink(
    invocation.value("output"),
    invocation.value("format") === "jsonl" ? showJsonLines : undefined,
  );
  try {
    const summary = await filterRecords(invocation, sourcesOf(files), sink);
    sink.commit();
    if (invocation.has("summary")) writeError(`${JSON.stringify(summary)}\n`);
  } catch (error) {
    sink.abandon();
    throw error;
  }
  return EXIT.done;
}

function beThrifty(): void {
  const version = Number.parseInt(process.versions.v8);
  if (!(version >= FIRST_V8 && version <= LAST_V8)) return;
  try {
    for (const flag of THRIFT) setFlagsFromString(flag);
  } catch {
    // Not every runtime that names a V8 has one; the answers are the same.
  }
}

function* sourcesOf(files: readonly string[]): Iterable<Source> {
  for (const file of files) {
    const source = openSource(file);
    try {
      yield source;
    } finally {
      source.close();
    }
  }
}

/** The files to read; of `--op query-param NAME` the first operand is none. */
function filesOf(invocation: Invocation): readonly string[] | undefined {
  const { operands } = invocation;
  const takesName = invocation.value("op") === "query-param";
  const name = takesName ? operands[0] : undefined;
  if (takesName && name === undefined)
    throw new CliError(EXIT.usage, "--op query-param needs the NAME of the parameter");
  if (name !== undefined) requireFaithful([name]);
  const count = takesName ? 1 : 0;
  if (!invocation.has("file")) {
    if (operands.length > count)
      throw new CliError(EXIT.usage, "records reads standard input or --file, and takes no operands");
    return isTerminal(0) ? undefined : ["-"];
  }
  if (name === undefined) return invocation.files;
  const at = invocation.files.indexOf(name);
  return invocation.files.filter((_, k) => k !== at);
}
