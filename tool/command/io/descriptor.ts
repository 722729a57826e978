import { fstatSync, readdirSync, readFileSync, type Stats } from "node:fs";

/** Refuses a descriptor that this process did not inherit: the runtime may use it. */
export function requireInherited(descriptor: number): void {
  const status = fstatSync(descriptor);
  if (status.isDirectory()) throw new Error("is a directory");
  // Event descriptors of Linux have no file type.
  const hasType =
    status.isFile() || status.isFIFO() || status.isSocket() || status.isCharacterDevice() || status.isBlockDevice();
  if (!hasType || (descriptor > 2 && status.isFIFO() && hasReadingEnd(status))) throw new Error("bad file descriptor");
}

/** Whether this process has the reading end of a pipe open, as the runtime has for its own pipes. */
function hasReadingEnd(pipe: Stats): boolean {
  return readdirSync("/proc/self/fd").some((name) => {
    try {
      return isSameFile(fstatSync(Number(name)), pipe) && readsOnly(name);
    } catch {
      // The descriptor that listed the folder is already closed.
      return false;
    }
  });
}

/** Whether a descriptor is read-only: the lowest octal digit of the flags is the access mode, and 0 is O_RDONLY (proc_pid_fdinfo(5)). */
function readsOnly(name: string): boolean {
  return /^flags:\s*\d*[04]$/m.test(readFileSync(`/proc/self/fdinfo/${name}`, "latin1"));
}

/** Whether two statuses are of the same file. */
export function isSameFile(a: Stats, b: Stats): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

/** Waits 2 ms without an event loop. */
export function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
}
