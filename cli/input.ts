import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { EXIT, reasonOf, Stop, systemCode } from "./exit-codes.ts";

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

/** Opens a file, or standard input for `-`. */
export function openSource(file: string): Source {
  const name = file === "-" ? "standard input" : file;
  try {
    const descriptor = file === "-" ? 0 : openSync(file, "r");
    const status = fstatSync(descriptor);
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

function failureOf(name: string, error: unknown): Stop {
  return new Stop(EXIT.io, `${name}: ${reasonOf(error)}`);
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
