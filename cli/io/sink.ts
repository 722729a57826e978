import { writeSync } from "node:fs";
import { CliError, EXIT, describeError, systemCode } from "./errors.ts";
import { pause } from "./descriptor.ts";

/** How a terminal shows a text. */
export type Style = "danger" | "warning" | "info" | "strong" | "dim";

/** Where results go: standard output, a terminal, or a file. */
export interface Sink {
  readonly descriptor: number;
  /** Writes the first `length` bytes. */
  write(bytes: Uint8Array, length: number): void;
  /** Writes a text, which a terminal shows in a style. */
  writeText(text: string, style?: Style): void;
  /** Hands on what is buffered: called whenever the input runs dry. */
  flush(): void;
  /** Makes the output final. */
  commit(): void;
  /** Gives the output up: a file stays as it was. */
  abandon(): void;
}

const BUFFER_BYTES = 0x10000;

/** Collects small chunks and writes them to a descriptor. */
export class BufferedSink implements Sink {
  protected readonly name: string;
  readonly descriptor: number;
  readonly #buffer = new Uint8Array(BUFFER_BYTES);
  #filled = 0;

  constructor(name: string, descriptor: number) {
    this.name = name;
    this.descriptor = descriptor;
  }

  write(bytes: Uint8Array, length: number): void {
    if (this.#filled + length > BUFFER_BYTES) this.flush();
    // Few large chunks go straight on: no view is made of them, so that a long run leaves nothing for the collector.
    if (length >= BUFFER_BYTES / 8) {
      this.flush();
      this.#send(bytes, length);
    } else {
      this.#buffer.set(bytes.subarray(0, length), this.#filled);
      this.#filled += length;
    }
  }

  writeText(text: string): void {
    const bytes = Buffer.from(text);
    this.write(bytes, bytes.length);
  }

  flush(): void {
    const length = this.#filled;
    this.#filled = 0;
    if (length > 0) this.#send(this.#buffer, length);
  }

  commit(): void {
    this.flush();
  }

  abandon(): void {
    this.flush();
  }

  #send(bytes: Uint8Array, length: number): void {
    try {
      writeFully(this.descriptor, bytes, length);
    } catch (error) {
      throw toCliError(this.name, error);
    }
  }
}

/** Writes all bytes to a descriptor, and waits while it accepts none. */
export function writeFully(descriptor: number, bytes: Uint8Array, length: number): void {
  for (let at = 0; at < length;) {
    try {
      at += writeSync(descriptor, bytes, at, length - at);
    } catch (error) {
      if (systemCode(error) !== "EAGAIN") throw error;
      pause();
    }
  }
}

/** Does something with a file, and names the file in the error that comes of it. */
export function naming<T>(name: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw toCliError(name, error);
  }
}

/** A {@link CliError} that names the file; a closed pipe is a quiet one. */
function toCliError(name: string, error: unknown): CliError {
  if (systemCode(error) === "EPIPE") return new CliError(EXIT.closedPipe, "");
  return error instanceof CliError ? error : new CliError(EXIT.io, `${name}: ${describeError(error)}`);
}
