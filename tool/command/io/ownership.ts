import { fchmodSync, fchownSync, fstatSync, type Stats } from "node:fs";
import { systemCode } from "./errors.ts";

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
  // The group is changed first: a file of another owner cannot be changed.
  if (created.gid !== old.gid) tryToChown(descriptor, created.uid, old.gid);
  if (created.uid !== old.uid) tryToChown(descriptor, old.uid, fstatSync(descriptor).gid);
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

function tryToChown(descriptor: number, uid: number, gid: number): void {
  try {
    fchownSync(descriptor, uid, gid);
  } catch (error) {
    if (!CHOWN_REFUSED.includes(systemCode(error) ?? "")) throw error;
  }
}
