import { closeSync, existsSync, fsyncSync, lstatSync, openSync, renameSync, type Stats, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Environment } from "./environment.ts";
import { isSameFile } from "./descriptor.ts";
import { EXIT, describeError, CliError, systemCode } from "./errors.ts";
import { writeMessage } from "./messages.ts";
import { BufferedSink, withFileName } from "./sink.ts";
import { copyOwnership, setNewMode } from "./ownership.ts";
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

  override commit(): void {
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
      this.abandon();
      throw error;
    }
  }

  override abandon(): void {
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
