import { fchmodSync, fchownSync, fstatSync, type Stats } from "node:fs";
import { systemCode } from "./errors.ts";

/** Gives a finished file the mode of a new one, and returns its new status. */
export function setNewMode(descriptor: number): Stats {
  return setMode(descriptor, 0o666 & ~process.umask());
}

/**
 * Gives a finished file the owner, the group and the permissions of the file that it replaces, and returns its new status.
 *
 * Never setuid, setgid or sticky: the content is new, and those bits were set for the old content. The mode comes last,
 * so that no other group than the old one ever has the group's rights.
 */
export function copyOwnership(descriptor: number, old: Stats): Stats {
  const made = fstatSync(descriptor);
  // The group first: a file that was given away cannot be changed any more.
  if (made.gid !== old.gid) tryToGive(descriptor, made.uid, old.gid);
  if (made.uid !== old.uid) tryToGive(descriptor, old.uid, fstatSync(descriptor).gid);
  const given = fstatSync(descriptor);
  const others = old.mode & 0o7;
  return setMode(descriptor, given.gid === old.gid ? old.mode & 0o777 : (old.mode & 0o707) | (others << 3));
}

/** Some file systems have one fixed mode, and refuse to set any. */
function setMode(descriptor: number, mode: number): Stats {
  if ((fstatSync(descriptor).mode & 0o7777) !== mode) fchmodSync(descriptor, mode);
  return fstatSync(descriptor);
}

/** Only root gives files away, only to users that exist in its namespace, and not on every file system. */
const NOT_GIVEN = ["EPERM", "EACCES", "EINVAL", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"];

function tryToGive(descriptor: number, uid: number, gid: number): void {
  try {
    fchownSync(descriptor, uid, gid);
  } catch (error) {
    if (!NOT_GIVEN.includes(systemCode(error) ?? "")) throw error;
  }
}
