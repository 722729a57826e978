import { fstatSync, readdirSync, readFileSync, type Stats } from "node:fs";

/** Refuses a descriptor that was not handed to this process: what it names then belongs to the runtime. */
export function requireInherited(descriptor: number): void {
  const status = fstatSync(descriptor);
  if (status.isDirectory()) throw new Error("is a directory");
  // Linux's event descriptors have no type at all.
  const typed = status.isFile() || status.isFIFO() || status.isSocket() || isDevice(status);
  if (!typed || (descriptor > 2 && status.isFIFO() && readsItself(status))) throw new Error("bad file descriptor");
}

function isDevice(status: Stats): boolean {
  return status.isCharacterDevice() || status.isBlockDevice();
}

/** Whether this process holds the reading end of a pipe, as the runtime does of its own pipes. */
function readsItself(pipe: Stats): boolean {
  return readdirSync("/proc/self/fd").some((name) => {
    try {
      return isSame(fstatSync(Number(name)), pipe) && readsOnly(name);
    } catch {
      // The descriptor that listed the folder is closed again.
      return false;
    }
  });
}

/** The lowest octal digit of the flags is the access mode, and 0 is O_RDONLY (proc_pid_fdinfo(5)). */
function readsOnly(name: string): boolean {
  return /^flags:\s*\d*[04]$/m.test(readFileSync(`/proc/self/fdinfo/${name}`, "latin1"));
}

/** Whether two descriptions are of one file. */
export function isSame(a: Stats, b: Stats): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

/** Lets 2 ms pass without an event loop. */
export function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
}
