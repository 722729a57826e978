import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import type { Environment } from "./environment.ts";
import { AtomicSink } from "./atomic-file.ts";
import { isSameFile, requireInherited } from "./descriptor.ts";
import { BufferedSink, withFileName } from "./sink.ts";
import { basename, dirname, isAbsolute } from "node:path";

/** Opens the file of `--output`: a regular file is written whole or not at all, everything else is written directly. */
export function openFile(environment: Environment, file: string): BufferedSink {
  return withFileName(file, () => {
    const place = locateOutput(file);
    if (place.kind === "file") return new AtomicSink(environment, file, place.path, place.existing);
    if (place.kind === "stream") return new BufferedSink(file, openStream(place.path, place.status));
    requireInherited(place.descriptor);
    return new BufferedSink(file, place.descriptor);
  });
}

/** Opens a stream, and refuses another file that has replaced it since: a regular file would be overwritten. */
function openStream(path: string, status: Stats): number {
  // Windows has no O_NOCTTY; the operator converts undefined to 0.
  const descriptor = openSync(path, constants.O_WRONLY | constants.O_NOCTTY);
  if (isSameFile(fstatSync(descriptor), status)) return descriptor;
  closeSync(descriptor);
  throw new Error("was replaced while it was opened");
}

/** The destination of `--output` after resolving symbolic links. */
export type Place =
  /** A descriptor of this process, such as /dev/stdout. */
  | { readonly kind: "descriptor"; readonly descriptor: number }
  /** A FIFO, a socket or a device. */
  | { readonly kind: "stream"; readonly path: string; readonly status: Stats }
  /** A regular file, or a name that does not exist yet. */
  | { readonly kind: "file"; readonly path: string; readonly existing: Stats | undefined };

/** The number of symbolic links that Linux follows in one name (path_resolution(7)). */
const MAX_LINKS = 40;
/** The folders with the open descriptors of a process; systems other than Linux have only /dev/fd. */
const DESCRIPTOR_FOLDER = /^(?:\/dev|(\/proc\/\d+)(?:\/task\/\d+)?)\/fd$/;

/** Follows the symbolic links of an output name one by one. */
export function locateOutput(file: string): Place {
  let path = file;
  for (let links = 0; links <= MAX_LINKS; links++) {
    if (/(?:^|\/)\.{0,2}$/.test(path)) return locateFolder(path);
    const descriptor = descriptorPlace(path);
    if (descriptor) return descriptor;
    const status = lstatSync(path, { throwIfNoEntry: false });
    if (status === undefined || status.isFile()) return { kind: "file", path, existing: status };
    if (status.isDirectory()) return locateFolder(path);
    if (!status.isBlockDevice() && !status.isCharacterDevice()) requireTrusted(path, status);
    if (!status.isSymbolicLink()) return { kind: "stream", path, status };
    path = readTarget(path);
  }
  throw new Error("too many symbolic links");
}

/** Throws the error for a folder, or the error of the system if the folder does not exist. */
function locateFolder(path: string): never {
  statSync(path);
  throw new Error("is a directory");
}

/** Returns the target without resolving `..`: only the system resolves it correctly if a folder is a link. */
function readTarget(link: string): string {
  const bytes = readlinkSync(link, "buffer");
  const target = bytes.toString();
  if (!bytes.equals(Buffer.from(target))) throw new Error("the target of the symbolic link is not UTF-8");
  return isAbsolute(target) ? target : `${dirname(link)}/${target}`;
}

/** Recognizes /dev/fd/N, /proc/self/fd/N and /proc/PID/fd/N, which are not ordinary links. */
function descriptorPlace(path: string): Place | undefined {
  const name = basename(path);
  if (!/^\d+$/.test(name)) return undefined;
  const [folder, processFolder] = DESCRIPTOR_FOLDER.exec(realpathSync.native(dirname(path))) ?? [];
  if (folder === undefined) return undefined;
  if (processFolder === undefined || processFolder === realpathSync.native("/proc/self"))
    return { kind: "descriptor", descriptor: Number(name) };
  // Opening a regular file of another process starts at its beginning, not at the position of that process.
  const status = statSync(path);
  if (status.isFile()) throw new Error("is a descriptor of another process: name its file instead");
  return status.isDirectory() ? locateFolder(path) : { kind: "stream", path, status };
}

/**
 * Refuses a symbolic link or a FIFO that another user has put into a shared folder such as /tmp.
 *
 * These are the rules `protected_symlinks` and `protected_fifos` of Linux
 * (https://www.kernel.org/doc/html/latest/admin-guide/sysctl/fs.html), even if the system has them switched off.
 */
function requireTrusted(path: string, { uid }: Stats): void {
  const folder = statSync(dirname(path));
  const shared = (folder.mode & 0o1002) === 0o1002;
  if (shared && uid !== folder.uid && uid !== process.geteuid?.())
    throw new Error(`belongs to user ${uid}, in a folder that all users share`);
}
