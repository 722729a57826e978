import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { quote } from "../../shared/text.ts";
import { isSameFile, pause } from "../io/descriptor.ts";
import { systemCode, refuse } from "../io/errors.ts";
import type { Environment } from "../io/environment.ts";
import type { Invocation } from "../line/arguments.ts";
import { type Sink, withFileName, writeMessage } from "../io/sink.ts";
import type { Fault } from "./json.ts";

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

/** Returns the files to read: those of `--file`, or standard input if it is not a terminal and nothing was typed. */
export function chooseFiles({ environment, has, files }: Invocation, operands: readonly string[]): readonly string[] {
  if (has("file")) return files;
  noteFile(environment, operands);
  return operands.length > 0 || environment.isTerminal(environment.stdin) ? [] : ["-"];
}

/** Writes a note if an operand that is read as a text is the name of a file. */
export function noteFile(environment: Environment, operands: readonly string[]): void {
  const file = operands.find(isFile);
  if (file !== undefined) writeMessage(environment, `note: ${quote(file)} is a TEXT here; -f reads the file`);
}

/** Whether a word is the name of a regular file. */
export function isFile(word: string): boolean {
  return existsSync(word) && statSync(word, { throwIfNoEntry: false })?.isFile() === true;
}

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
    if (length === bytes.length) {
      const larger = new Uint8Array(length * 2);
      larger.set(bytes);
      bytes = larger;
    }
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

const UNITS = { "": 1, K: 1 << 10, M: 1 << 20 };
const MEBIBYTE = 1 << 20;
/** The result of a record must fit into one array, and its text into one string. */
const MAX_MEBIBYTES = 128;

/** Returns the value of `--max-record`: the most bytes that the content of a record may have. */
export function readMaxRecord(invocation: Invocation): number {
  const typed = invocation.value("max-record") ?? "1M";
  const [, digits, unit] = /^([0-9]{1,9})([KM]?)$/.exec(typed) ?? [];
  const bytes = Number(digits) * UNITS[unit as keyof typeof UNITS];
  if (digits === undefined || bytes === 0 || bytes > MAX_MEBIBYTES * MEBIBYTE)
    refuse(`--max-record takes bytes such as 4096, 64K or 1M, at most ${MAX_MEBIBYTES}M`);
  return bytes;
}

/** The fault of a record that is longer than `--max-record`. */
export function tooLong(maxRecord: number): Fault {
  const message = `limit exceeded: the record is longer than ${maxRecord} bytes; --max-record sets the limit`;
  return { code: "limit-exceeded", index: maxRecord, length: 0, message };
}
