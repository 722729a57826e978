import { type Environment, requireUtf8Arguments } from "./environment.ts";
import { BufferedSink, type Sink } from "./sink.ts";

/**
 * Opens the file of `--output`, or standard output if the option is missing or `-`.
 *
 * @param show escapes invisible characters for a terminal; the default writes `\u{HEX}`
 */
export async function openSink(
  environment: Environment,
  file: string | undefined,
  show?: (text: string) => string,
): Promise<Sink> {
  if (file !== undefined) requireUtf8Arguments(environment, [file]);
  const isStandard = file === undefined || file === "-";
  const sink = isStandard
    ? new BufferedSink("standard output", environment.stdout)
    : (await import("./output-file.ts")).openFile(environment, file);
  // The file of --output can be a terminal too: /dev/tty.
  if (!environment.isTerminal(sink.descriptor)) return sink;
  return (await import("./terminal.ts")).terminalSink(sink, environment.variables, show);
}

/** Writes text or bytes to the file of `--output`, or to standard output. */
export async function writeAll(
  environment: Environment,
  file: string | undefined,
  content: string | Uint8Array,
): Promise<void> {
  const sink = await openSink(environment, file);
  try {
    if (typeof content === "string") sink.writeText(content);
    else sink.write(content, content.length);
    sink.commit();
  } catch (error) {
    sink.abandon();
    throw error;
  }
}
