import { readArguments } from "../../../tool/command/line/arguments.ts";
import type { Source } from "../../../tool/command/io/source.ts";
import type { Sink } from "../../../tool/command/io/sink.ts";
import { makeEnvironment } from "../../support/command.ts";
import { openFilter, type Summary } from "../../../tool/command/records/run.ts";

export interface Filtered {
  output: Buffer;
  summary: Summary;
}

/**
 * Runs the filter in this process, over an input that arrives in chunks.
 *
 * @param sizes the lengths of the chunks, repeated
 */
export async function filterChunks(args: string[], input: Uint8Array, sizes: number[] = [1 << 16]): Promise<Filtered> {
  let at = 0;
  let turn = 0;
  const source: Source = {
    name: "standard input",
    size: 0,
    read: (buffer, from) => {
      const end = Math.min(input.length, at + sizes[turn++ % sizes.length]!, at + buffer.length - from);
      buffer.set(input.subarray(at, end), from);
      const count = end - at;
      at = end;
      return count;
    },
    close: () => {},
  };
  const parts: Buffer[] = [];
  const sink: Sink = {
    descriptor: 1,
    write: (bytes, length) => void parts.push(Buffer.from(bytes.slice(0, length))),
    writeText: (text) => void parts.push(Buffer.from(text)),
    flush: () => {},
    end: () => {},
  };
  const { read, finish } = await openFilter(readArguments(makeEnvironment(["records", ...args])), sink);
  read(source);
  return { output: Buffer.concat(parts), summary: finish().summary };
}

/** Filters a text, or bytes of RowBinary as units below U+0100. */
export async function filterText(args: string, input: string, sizes?: number[]): Promise<string> {
  const encoding = args.includes("rowbinary") ? "latin1" : "utf8";
  const { output } = await filterChunks(args.split(" "), Buffer.from(input, encoding), sizes);
  return output.toString(encoding);
}
