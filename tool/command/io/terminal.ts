import { escapeInvisible } from "percodec/inspect";
import type { Environment } from "./environment.ts";
import type { Sink, Style } from "./sink.ts";

/** The SGR parameters of each style (https://ecma-international.org/publications-and-standards/standards/ecma-48/). */
const STYLES: Record<Style, string> = { danger: "1;31", warning: "33", info: "36", strong: "1", dim: "2" };

/**
 * Creates a sink that escapes invisible characters, so that no text moves the cursor, changes colours or reorders the line.
 *
 * @param show escapes the invisible characters of a text
 */
export function terminalSink(
  sink: Sink,
  variables: Environment["variables"],
  show = (text: string): string => escapeInvisible(text, "\n"),
): Sink {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  // https://no-color.org
  const colours = !variables["NO_COLOR"] && variables["TERM"] !== "dumb";
  return {
    descriptor: sink.descriptor,
    write: (bytes, length) => sink.writeText(show(decoder.decode(bytes.subarray(0, length), { stream: true }))),
    writeText: (text, style) => {
      const shown = show(text);
      sink.writeText(style && colours ? `\x1b[${STYLES[style]}m${shown}\x1b[0m` : shown);
    },
    flush: () => sink.flush(),
    end: () => {
      sink.writeText(show(decoder.decode()));
      sink.flush();
    },
  };
}
