import { writeSync } from "node:fs";
import { CliError, describeError, EXIT, systemCode } from "./errors.ts";
import { pause } from "./descriptor.ts";
import { escapeInvisible } from "percodec/inspect";
import type { Environment } from "./environment.ts";

/** The style of a text on a terminal. */
export type Style = "danger" | "warning" | "info" | "strong" | "dim";

/** An output: standard output, a terminal, or a file. */
export interface Sink {
  readonly descriptor: number;
  /** Writes the first `length` bytes. */
  write(bytes: Uint8Array, length: number): void;
  /** Writes a text; a terminal shows it in the style. */
  writeText(text: string, style?: Style): void;
  /** Writes out the buffer: called before each read of the input. */
  flush(): void;
  /** Makes the output final; after an error, a file stays unchanged. */
  end(hasFailed: boolean): void;
}

const BUFFER_BYTES = 0x10000;
/** The text that is encoded at once fits into the buffer beside other text. */
const MAX_TEXT_UNITS = 0x1000;
/** A UTF-16 unit has at most three bytes in UTF-8. */
const MAX_BYTES_PER_UNIT = 3;

/** Collects small chunks and writes them to a descriptor. */
export class BufferedSink implements Sink {
  protected readonly name: string;
  readonly descriptor: number;
  readonly #buffer = Buffer.alloc(BUFFER_BYTES);
  #filled = 0;
  /** Text that follows the bytes in the buffer. Encoding many small texts at once takes a third of the time. */
  #text = "";

  constructor(name: string, descriptor: number) {
    this.name = name;
    this.descriptor = descriptor;
  }

  write(bytes: Uint8Array, length: number): void {
    if (this.#text !== "") this.#encodeText();
    this.#append(bytes, length);
  }

  writeText(text: string): void {
    this.#text += text;
    if (this.#text.length >= MAX_TEXT_UNITS) this.#encodeText();
  }

  flush(): void {
    if (this.#text !== "") this.#encodeText();
    this.#sendBuffer();
  }

  end(_hasFailed: boolean): void {
    this.flush();
  }

  #encodeText(): void {
    const text = this.#text;
    this.#text = "";
    const maxBytes = text.length * MAX_BYTES_PER_UNIT;
    if (this.#filled + maxBytes > BUFFER_BYTES) this.#sendBuffer();
    if (maxBytes <= BUFFER_BYTES) {
      this.#filled += this.#buffer.write(text, this.#filled);
    } else {
      const bytes = Buffer.from(text);
      this.#append(bytes, bytes.length);
    }
  }

  #append(bytes: Uint8Array, length: number): void {
    if (this.#filled + length > BUFFER_BYTES) this.#sendBuffer();
    // Large chunks are written directly, without a view, so that a long run creates no garbage.
    if (length >= BUFFER_BYTES / 8) {
      this.#sendBuffer();
      this.#send(bytes, length);
    } else {
      this.#buffer.set(bytes.subarray(0, length), this.#filled);
      this.#filled += length;
    }
  }

  #sendBuffer(): void {
    const length = this.#filled;
    this.#filled = 0;
    if (length > 0) this.#send(this.#buffer, length);
  }

  #send(bytes: Uint8Array, length: number): void {
    withFileName(this.name, () => writeFully(this.descriptor, bytes, length));
  }
}

/** Writes all bytes to a descriptor, and waits while it is not ready. */
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

/** Runs an action, and adds the name of the file to its error; for a closed pipe, the error has no message. */
export function withFileName<T>(name: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (systemCode(error) === "EPIPE") throw new CliError(EXIT.closedPipe, "");
    throw error instanceof CliError ? error : new CliError(EXIT.io, `${name}: ${describeError(error)}`);
  }
}

/** Writes a one-line message to stderr. */
export function writeMessage(environment: Environment, message: string): void {
  writeError(environment, `percodec: ${escapeInvisible(message)}\n`);
}

/** Writes a text to stderr; invisible characters are escaped, so that the text cannot control the terminal. */
export function writeError({ stderr }: Environment, text: string): void {
  const bytes = Buffer.from(escapeInvisible(text, "\n"));
  try {
    writeFully(stderr, bytes, bytes.length);
  } catch {
    // stderr is closed; the exit code still reports the result.
  }
}
