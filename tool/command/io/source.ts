import { closeSync, existsSync, fstatSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { enlarge } from "../../shared/text.ts";
import { isSameFile, pause } from "./descriptor.ts";
import type { Environment } from "./environment.ts";
import { CliError, EXIT, systemCode } from "./errors.ts";
import { type Sink, withFileName } from "./sink.ts";

/** A file or standard input that is read to its end. */
export interface Source {
  /** Its name in messages. */
  readonly name: string;
  /** Its size in bytes, or 0 if unknown. */
  readonly size: number;
  /** Reads available bytes into the buffer at `from`, and returns their number; 0 is the end. */
  read(buffer: Uint8Array, from: number): number;
  close(): void;
}

/** The name of standard input in messages. */
export const STANDARD_INPUT = "standard input";

/**
 * Opens a file, or standard input for `-`.
 *
 * @param output the output, which must be another file: reading a file while it grows would never end
 */
export function openSource({ stdin }: Environment, file: string, output?: Sink): Source {
  const name = file === "-" ? STANDARD_INPUT : file;
  return withFileName(name, () => {
    const descriptor = file === "-" ? stdin : openSync(file, "r");
    const status = fstatSync(descriptor);
    if (status.isFile() && output && isSameFile(status, fstatSync(output.descriptor)))
      throw new Error("the input is also the output");
    return {
      name,
      size: status.isFile() ? status.size : 0,
      read: (buffer, from) => withFileName(name, () => readSome(descriptor, buffer, from)),
      close: () => {
        if (file !== "-") closeSync(descriptor);
      },
    };
  });
}

function readSome(descriptor: number, buffer: Uint8Array, from: number): number {
  for (;;) {
    try {
      return readSync(descriptor, buffer, from, buffer.length - from, null);
    } catch (error) {
      // A terminal or socket that another process made non-blocking: wait for data.
      if (systemCode(error) === "EAGAIN") pause();
      // Windows reports the end of a closed pipe this way.
      else if (systemCode(error) === "EOF") return 0;
      else throw error;
    }
  }
}

/** Reads a source. Stops as soon as the result is longer than `maxBytes`. */
export function readWhole(source: Source, maxBytes: number): Uint8Array {
  let bytes = new Uint8Array(0x10000);
  let length = 0;
  for (let count = -1; count !== 0 && length <= maxBytes; length += count) {
    if (length === bytes.length) bytes = enlarge(bytes);
    count = source.read(bytes, length);
  }
  return bytes.subarray(0, length);
}

/** Returns a source that begins with bytes that were read from it. */
export function unread(source: Source, bytes: Uint8Array): Source {
  let rest = bytes;
  return {
    ...source,
    read: (buffer, from) => {
      if (rest.length === 0) return source.read(buffer, from);
      const part = rest.subarray(0, buffer.length - from);
      buffer.set(part, from);
      rest = rest.subarray(part.length);
      return part.length;
    },
  };
}

/** Returns a file of the build: it is beside the command, or beside the folder of its chunks. */
export function findBuilt(path: string, what: string): string {
  const places = [join(import.meta.dirname, path), join(import.meta.dirname, "..", path)];
  const file = places.find((place) => existsSync(place));
  if (file === undefined) throw new CliError(EXIT.io, `${what} is missing: it is in the npm package percodec-cli`);
  return file;
}
