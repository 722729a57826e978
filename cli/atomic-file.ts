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
} from "node:fs";
import { hostname } from "node:os";
import { dirname, join, resolve } from "node:path";
import { EXIT, reasonOf, Stop, systemCode } from "./exit-codes.ts";
import { BufferedSink, failureOf } from "./output.ts";

/** Opens a file that is written whole or not at all; a device or a FIFO is written through. */
export function openFile(file: string): BufferedSink {
  const place = describePlace(file);
  return place.existing === undefined || place.existing.isFile()
    ? new AtomicSink(place)
    : new BufferedSink(
        file,
        naming(file, () => openSync(file, "w")),
      );
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
  return link?.isSymbolicLink() && !existsSync(file)
    ? linkedPath(resolve(realpathSync(dirname(file)), readlinkSync(file)))
    : file;
}

/** Written beside the file and renamed over it at the end: a reader sees the old content or the new, never a part. */
class AtomicSink extends BufferedSink {
  readonly #path: string;
  readonly #existing: Stats | undefined;
  readonly #temporary: string;

  constructor({ path, existing }: Place) {
    const folder = dirname(path);
    const temporary = join(folder, `${temporaryPrefix()}${process.pid}-${randomBytes(4).toString("hex")}.tmp`);
    const descriptor = naming(path, () => {
      reapTemporaries(folder);
      return openSync(temporary, "wx", existing === undefined ? 0o666 : existing.mode & 0o777);
    });
    super(path, descriptor);
    this.#path = path;
    this.#existing = existing;
    this.#temporary = temporary;
  }

  override commit(): void {
    try {
      this.flush();
      naming(this.name, () => {
        // The umask may have taken away some of it.
        if (this.#existing) fchmodSync(this.descriptor, this.#existing.mode & 0o7777);
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
  for (const name of namesIn(folder)) {
    const owner = name.startsWith(prefix) ? /^(\d+)-[0-9a-f]{8}\.tmp$/.exec(name.slice(prefix.length))?.[1] : undefined;
    if (owner === undefined || isAlive(Number(owner))) continue;
    try {
      unlinkSync(join(folder, name));
    } catch (error) {
      // Another process reaped it first, or it belongs to another user, who will; or it is no file and none of ours.
      if (!["ENOENT", "EPERM", "EACCES", "EISDIR"].includes(systemCode(error) ?? "")) throw error;
    }
  }
}

/** A folder that may not be listed can still be written to. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (systemCode(error) === "EACCES") return [];
    throw error;
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

function naming<T>(name: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw failureOf(name, error);
  }
}
