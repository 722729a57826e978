import {
  closeSync,
  existsSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  renameSync,
  type Stats,
  unlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Environment } from "./environment.ts";
import { isSameFile } from "./descriptor.ts";
import { CliError, describeError, EXIT, ignoring, systemCode } from "./errors.ts";
import { BufferedSink, withFileName, writeMessage } from "./sink.ts";
import { removeAbandoned, temporaryName } from "./temporary-name.ts";

/** Writes a temporary file and renames it over the file at the end: a reader sees the old content or the new, never a part. */
export class AtomicSink extends BufferedSink {
  readonly #environment: Environment;
  readonly #path: string;
  readonly #existing: Stats | undefined;
  readonly #temporary: string;

  /**
   * @param name the file as it was typed, for messages
   * @param path the file after resolving symbolic links
   * @param existing the status of the old file, if there is one
   */
  constructor(environment: Environment, name: string, path: string, existing: Stats | undefined) {
    const folder = dirname(path);
    const temporary = join(folder, temporaryName());
    removeAbandoned(folder);
    // The temporary file is private until it has its owner and its mode.
    super(name, openTemporary(temporary));
    this.#environment = environment;
    this.#path = path;
    this.#existing = existing;
    this.#temporary = temporary;
  }

  override end(hasFailed: boolean): void {
    if (hasFailed) return this.#abandon();
    try {
      this.flush();
      withFileName(this.name, () => {
        const old = this.#replaced();
        const status = old ? copyOwnership(this.descriptor, old) : setNewMode(this.descriptor);
        fsyncSync(this.descriptor);
        closeSync(this.descriptor);
        this.#rename();
        syncFolder(dirname(this.#path));
        if (old && status.uid !== old.uid)
          writeMessage(
            this.#environment,
            `${this.name}: the owner is now user ${status.uid}; user ${old.uid} could not be kept`,
          );
      });
    } catch (error) {
      this.#abandon();
      throw error;
    }
  }

  #abandon(): void {
    try {
      unlinkSync(this.#temporary);
    } catch (error) {
      // After the rename the temporary file does not exist.
      if (systemCode(error) !== "ENOENT") throw new CliError(EXIT.io, `${this.#temporary}: ${describeError(error)}`);
    }
  }

  /** Returns the status of the file to replace, whose permissions may have changed since the start. */
  #replaced(): Stats | undefined {
    if (this.#existing === undefined) return undefined;
    const now = lstatSync(this.#path, { throwIfNoEntry: false });
    // If another program has put another file there, the permissions of that file are ignored.
    return now && isSameFile(now, this.#existing) ? now : this.#existing;
  }

  #rename(): void {
    try {
      renameSync(this.#temporary, this.#path);
    } catch (error) {
      const code = systemCode(error);
      if (code === "ENOENT" && existsSync(dirname(this.#path)))
        throw new Error("another program removed the temporary file; nothing was changed", { cause: error });
      if (code === "EBUSY") throw new Error("a mount point cannot be replaced", { cause: error });
      throw error;
    }
  }
}

function openTemporary(temporary: string): number {
  try {
    return openSync(temporary, "wx", 0o600);
  } catch (error) {
    throw new Error(`cannot create a temporary file beside it: ${describeError(error)}`, { cause: error });
  }
}

/** Makes the rename durable; ignores the errors of systems that cannot sync a folder. */
function syncFolder(folder: string): void {
  ignoring(["EINVAL", "EPERM", "EACCES", "EISDIR", "ENOTSUP"], () => {
    const descriptor = openSync(folder, "r");
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  });
}

/** Sets the mode of a new file, and returns the new status. */
export function setNewMode(descriptor: number): Stats {
  return setMode(descriptor, 0o666 & ~process.umask());
}

/**
 * Copies the owner, the group and the permissions of the file that is replaced, and returns the new status.
 *
 * setuid, setgid and sticky are not copied: they were set for the old content. The mode is set last, so that only the old
 * group ever has the permissions of the group.
 */
export function copyOwnership(descriptor: number, old: Stats): Stats {
  const created = fstatSync(descriptor);
  const tryToChown = (uid: number, gid: number) => ignoring(CHOWN_REFUSED, () => fchownSync(descriptor, uid, gid));
  // The group is changed first: a file of another owner cannot be changed.
  if (created.gid !== old.gid) tryToChown(created.uid, old.gid);
  if (created.uid !== old.uid) tryToChown(old.uid, fstatSync(descriptor).gid);
  const changed = fstatSync(descriptor);
  const others = old.mode & 0o7;
  return setMode(descriptor, changed.gid === old.gid ? old.mode & 0o777 : (old.mode & 0o707) | (others << 3));
}

/** Sets the mode if it differs: some file systems have one fixed mode, and refuse to set any. */
function setMode(descriptor: number, mode: number): Stats {
  if ((fstatSync(descriptor).mode & 0o7777) !== mode) fchmodSync(descriptor, mode);
  return fstatSync(descriptor);
}

/** The errors of chown if the user is not root, the new owner is outside the namespace, or the file system refuses. */
const CHOWN_REFUSED = ["EPERM", "EACCES", "EINVAL", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"];
