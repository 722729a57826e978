import { isTerminal, refuseAsInput, requireFaithful } from "./input.ts";
import { BufferedSink, type Sink } from "./sink.ts";

/**
 * Opens the file of `--output`, or standard output if the option is missing or `-`.
 *
 * @param show how a terminal shows text that has invisible characters, if not as `\u{HEX}`
 */
export async function openSink(file: string | undefined, show?: (text: string) => string): Promise<Sink> {
  if (file !== undefined) requireFaithful([file]);
  const isStandard = file === undefined || file === "-";
  const sink = isStandard ? new BufferedSink("standard output", 1) : (await import("./output-file.ts")).openFile(file);
  refuseAsInput(sink.descriptor);
  // A file may be one as well: /dev/tty.
  return isTerminal(sink.descriptor) ? (await import("./terminal.ts")).terminalSink(sink, show) : sink;
}

/** Writes a text to the file of `--output`, or to standard output. */
export async function writeAll(file: string | undefined, text: string): Promise<void> {
  const sink = await openSink(file);
  try {
    sink.writeText(text);
    sink.commit();
  } catch (error) {
    sink.abandon();
    throw error;
  }
}
