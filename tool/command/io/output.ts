import { type Environment, requireUtf8Arguments } from "./environment.ts";
import { EXIT } from "./errors.ts";
import { BufferedSink, type Sink } from "./sink.ts";

/**
 * Runs an action with the file of `--output`, or with standard output. An error of the action leaves an old file unchanged.
 *
 * @param show escapes invisible characters for a terminal; the default writes `\u{HEX}`
 */
export async function withSink<Result>(
  environment: Environment,
  file: string | undefined,
  action: (sink: Sink) => Result | Promise<Result>,
  show?: (text: string) => string,
): Promise<Result> {
  if (file !== undefined) requireUtf8Arguments(environment, [file]);
  const isStandard = file === undefined || file === "-";
  let sink: Sink = isStandard
    ? new BufferedSink("standard output", environment.stdout)
    : (await import("./output-file.ts")).openFile(environment, file);
  // The file of --output can be a terminal too: /dev/tty.
  if (environment.isTerminal(sink.descriptor))
    sink = (await import("./terminal.ts")).terminalSink(sink, environment.variables, show);
  try {
    const result = await action(sink);
    sink.end(false);
    return result;
  } catch (error) {
    sink.end(true);
    throw error;
  }
}

/** Writes text or bytes to the file of `--output`, or to standard output, and returns the exit code. */
export async function writeAll(
  environment: Environment,
  file: string | undefined,
  content: string | Uint8Array,
): Promise<number> {
  return withSink(environment, file, (sink) => {
    if (typeof content === "string") sink.writeText(content);
    else sink.write(content, content.length);
    return EXIT.done;
  });
}
