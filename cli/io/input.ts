import { closeSync, fstatSync, openSync, readFileSync, readSync, type Stats } from "node:fs";
import { EXIT, reasonOf, CliError, systemCode } from "./errors.ts";
import type { Invocation } from "../arguments.ts";

/** A file or standard input that is read to its end. */
export interface Source {
  /** How it is called in messages. */
  readonly name: string;
  /** Its size in bytes, or 0 where that is not known. */
  readonly size: number;
  /** Fills the buffer from `from` on with what there is, and gives the number of bytes; 0 is the end. */
  read(buffer: Uint8Array, from: number): number;
  close(): void;
}

/** How standard input is called in messages. */
export const STANDARD_INPUT = "standard input";

/** Whether a descriptor is a terminal; node:tty, which takes 4 ms to load, is asked about character devices only. */
export function isTerminal(descriptor: number): boolean {
  try {
    if (!fstatSync(descriptor).isCharacterDevice()) return false;
  } catch {
    // Closed, or nothing that can be looked at: no terminal.
    return false;
  }
  return process.getBuiltinModule("node:tty").isatty(descriptor);
}

/** The files to read: those asked for, or standard input where nothing was typed and it is no terminal. */
export function filesOf({ has, files }: Invocation, operands: readonly string[]): readonly string[] {
  if (has("file")) return files;
  return operands.length > 0 || isTerminal(0) ? [] : ["-"];
}

/** Opens a file, or standard input for `-`. */
export function openSource(file: string): Source {
  const name = file === "-" ? STANDARD_INPUT : file;
  try {
    const descriptor = file === "-" ? 0 : openSync(file, "r");
    const status = fstatSync(descriptor);
    if (status.isFile() && isOutput(status)) throw new Error("the input is also the output");
    return {
      name,
      size: status.isFile() ? status.size : 0,
      read: (buffer, from) => {
        try {
          return readSome(descriptor, buffer, from);
        } catch (error) {
          throw failureOf(name, error);
        }
      },
      close: () => {
        if (descriptor !== 0) closeSync(descriptor);
      },
    };
  } catch (error) {
    throw failureOf(name, error);
  }
}

let output: number | undefined;

/** Names the descriptor that results go to: a file that is read while it grows would never end. */
export function refuseAsInput(descriptor: number): void {
  output = descriptor;
}

function isOutput(input: Stats): boolean {
  if (output === undefined) return false;
  const { dev, ino } = fstatSync(output);
  return ino === input.ino && dev === input.dev;
}

function failureOf(name: string, error: unknown): CliError {
  return new CliError(EXIT.io, `${name}: ${reasonOf(error)}`);
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

/** Lets 2 ms pass without an event loop. */
export function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
}

/** Reads all that a file or standard input has, but hardly more than `most` bytes: one too many shows that there is more. */
export function readWhole(file: string, most: number): Uint8Array {
  const source = openSource(file);
  try {
    let bytes = new Uint8Array(0x10000);
    let length = 0;
    for (let count = -1; count !== 0 && length <= most; length += count) {
      if (length === bytes.length) {
        const larger = new Uint8Array(length * 2);
        larger.set(bytes);
        bytes = larger;
      }
      count = source.read(bytes, length);
    }
    return bytes.subarray(0, length);
  } finally {
    source.close();
  }
}

/** Refuses an argument whose bytes were no UTF-8: the runtime has put U+FFFD there, and what was typed is lost. */
export function requireFaithful(texts: readonly string[]): void {
  if (process.platform !== "linux" || !texts.some((text) => text.includes("\ufffd"))) return;
  const words = process.argv.slice(2);
  const typed = readFileSync("/proc/self/cmdline", "latin1").split("\0").slice(0, -1).slice(-words.length);
  const damaged = words.findIndex((word, i) => Buffer.from(word).toString("latin1") !== typed[i]);
  if (damaged >= 0) {
    throw new CliError(EXIT.data, `word ${damaged + 1} of the arguments is not UTF-8; --file - reads bytes`);
  }
}
