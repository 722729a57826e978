import { createHash, randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  statSync,
  type Stats,
  unlinkSync,
  writeSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname, join, resolve } from "node:path";
import { isatty } from "node:tty";
import { visible } from "../src/sets/index.ts";
import { EXIT, reasonOf, Stop, systemCode } from "./exit-codes.ts";
import { pause } from "./input.ts";

/** Where results go: standard output, a terminal, or a file. */
export interface Sink {
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

/** How a terminal shows a text (https://ecma-international.org/publications-and-standards/standards/ecma-48/, SGR). */
const STYLES = { danger: "1;31", warning: "33", info: "36", strong: "1", dim: "2" } as const;
export type Style = keyof typeof STYLES;

const BUFFER_BYTES = 0x10000;

/** Opens the file of `--output`, or standard output. */
export function openSink(file: string | undefined): Sink {
  if (file === undefined) return isatty(1) ? terminalSink() : new BufferedSink("standard output", 1);
  const place = describePlace(file);
  return place.existing === undefined || place.existing.isFile()
    ? new AtomicSink(place)
    : new BufferedSink(
        file,
        naming(file, () => openSync(file, "w")),
      );
}

/** Writes a text to the file of `--output`, or to standard output. */
export function writeAll(file: string | undefined, text: string): void {
  const sink = openSink(file);
  try {
    sink.writeText(text);
    sink.commit();
  } catch (error) {
    sink.abandon();
    throw error;
  }
}

/** Writes one line of complaint to stderr. */
export function complain(message: string): void {
  writeError(`percodec: ${visible(message)}\n`);
}

/** Writes to stderr: with nothing in it that a terminal obeys. */
export function writeError(text: string): void {
  const bytes = Buffer.from(visible(text, "\n"));
  try {
    writeFully(2, bytes, bytes.length);
  } catch {
    // Nobody listens on stderr; the exit code still says it.
  }
}

class BufferedSink implements Sink {
  protected readonly name: string;
  protected readonly descriptor: number;
  readonly #buffer = new Uint8Array(BUFFER_BYTES);
  #filled = 0;

  constructor(name: string, descriptor: number) {
    this.name = name;
    this.descriptor = descriptor;
  }

  write(bytes: Uint8Array, length: number): void {
    if (this.#filled + length > BUFFER_BYTES) this.flush();
    // Few large pieces go straight on: no view is made of them, so that a long run leaves nothing for the collector.
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
      throw failureOf(this.name, error);
    }
  }
}

/** Shows what cannot be seen, so that no text moves the cursor, changes colours or reorders the line. */
function terminalSink(): Sink {
  const sink = new BufferedSink("standard output", 1);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  // https://no-color.org
  const colours = !process.env["NO_COLOR"] && process.env["TERM"] !== "dumb";
  const finish = () => {
    sink.writeText(visible(decoder.decode(), "\n"));
    sink.flush();
  };
  return {
    write: (bytes, length) =>
      sink.writeText(visible(decoder.decode(bytes.subarray(0, length), { stream: true }), "\n")),
    writeText: (text, style) => {
      const shown = visible(text, "\n");
      sink.writeText(style && colours ? `\x1b[${STYLES[style]}m${shown}\x1b[0m` : shown);
    },
    flush: () => sink.flush(),
    commit: finish,
    abandon: finish,
  };
}

interface Place {
  /** The file itself, behind any symbolic link. */
  readonly path: string;
  readonly existing: Stats | undefined;
}

function describePlace(file: string): Place {
  try {
    // Looked at before it is resolved: /dev/stdout leads to a pipe that has no path.
    const existing = statSync(file, { throwIfNoEntry: false });
    return { path: existing?.isFile() ? realpathSync(file) : linkedPath(file), existing };
  } catch (error) {
    throw failureOf(file, error);
  }
}

/** Where a file is made: a symbolic link to nothing yet stays a link, and its target is made. */
function linkedPath(file: string): string {
  const link = lstatSync(file, { throwIfNoEntry: false });
  return link?.isSymbolicLink() && !existsSync(file) ? linkedPath(resolve(dirname(file), readlinkSync(file))) : file;
}

/** Written beside the file and renamed over it at the end: a reader sees the old content or the new, never a part. */
class AtomicSink extends BufferedSink {
  readonly #path: string;
  readonly #temporary: string;

  constructor({ path, existing }: Place) {
    const folder = dirname(path);
    const temporary = join(folder, `${temporaryPrefix()}${process.pid}-${randomBytes(4).toString("hex")}.tmp`);
    const descriptor = naming(path, () => {
      reapTemporaries(folder);
      const made = openSync(temporary, "wx", 0o666);
      if (existing !== undefined) fchmodSync(made, existing.mode & 0o7777);
      return made;
    });
    super(path, descriptor);
    this.#path = path;
    this.#temporary = temporary;
  }

  override commit(): void {
    try {
      this.flush();
      naming(this.name, () => {
        fsyncSync(this.descriptor);
        closeSync(this.descriptor);
        renameSync(this.#temporary, this.#path);
        syncFolder(dirname(this.#path));
      });
    } catch (error) {
      this.abandon();
      throw error;
    }
  }

  override abandon(): void {
    try {
      unlinkSync(this.#temporary);
    } catch (error) {
      // After the rename there is nothing left to remove.
      if (systemCode(error) !== "ENOENT") throw new Stop(EXIT.io, `${this.#temporary}: ${reasonOf(error)}`);
    }
  }
}

/** The name says which machine and process the file belongs to. */
function temporaryPrefix(): string {
  return `.percodec-${createHash("sha256").update(hostname()).digest("hex").slice(0, 8)}-`;
}

/** Removes what processes of this machine that are no more have left behind. */
function reapTemporaries(folder: string): void {
  const prefix = temporaryPrefix();
  for (const name of readdirSync(folder)) {
    const owner = name.startsWith(prefix) ? /^(\d+)-[0-9a-f]{8}\.tmp$/.exec(name.slice(prefix.length))?.[1] : undefined;
    if (owner === undefined || isAlive(Number(owner))) continue;
    try {
      unlinkSync(join(folder, name));
    } catch (error) {
      // Another process reaped it first, or it belongs to another user, who will.
      if (!["ENOENT", "EPERM", "EACCES"].includes(systemCode(error) ?? "")) throw error;
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === "EPERM";
  }
}

/** Makes the rename itself last; some systems cannot sync a folder and say so. */
function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, "r");
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (!["EINVAL", "EPERM", "EACCES", "EISDIR", "ENOTSUP"].includes(systemCode(error) ?? "")) throw error;
  }
}

function writeFully(descriptor: number, bytes: Uint8Array, length: number): void {
  for (let at = 0; at < length;) {
    try {
      at += writeSync(descriptor, bytes, at, length - at);
    } catch (error) {
      if (systemCode(error) !== "EAGAIN") throw error;
      pause();
    }
  }
}

/** A {@link Stop} that names the file; a closed pipe is a quiet one. */
function failureOf(name: string, error: unknown): Stop {
  if (systemCode(error) === "EPIPE") return new Stop(EXIT.closedPipe, "");
  return error instanceof Stop ? error : new Stop(EXIT.io, `${name}: ${reasonOf(error)}`);
}

function naming<T>(name: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw failureOf(name, error);
  }
}
