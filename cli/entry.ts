import { fstatSync, readFileSync } from "node:fs";
import { main } from "./main.ts";

void main({
  args: process.argv.slice(2),
  argumentBytes,
  variables: process.env,
  stdin: 0,
  stdout: 1,
  stderr: 2,
  isTerminal,
  errorStream: () => process.stderr,
  saveMemory,
}).then((exitCode) => {
  process.exitCode = exitCode;
});

function argumentBytes(): string[] | undefined {
  if (process.platform !== "linux") return undefined;
  const words = readFileSync("/proc/self/cmdline", "latin1").split("\0").slice(0, -1);
  return words.slice(words.length - process.argv.length + 2);
}

/** Whether a descriptor is a terminal; node:tty, which takes 4 ms to load, is asked about character devices only. */
function isTerminal(descriptor: number): boolean {
  try {
    if (!fstatSync(descriptor).isCharacterDevice()) return false;
  } catch {
    // Closed, or nothing that can be looked at: no terminal.
    return false;
  }
  return process.getBuiltinModule("node:tty").isatty(descriptor);
}

/** The versions of V8 that are known to have the flags below; one that lacks a flag throws nothing, but complains on stderr. */
const FIRST_V8 = 11;
const LAST_V8 = 15;

/**
 * The young generation would grow with all that ever lived through a collection, however little is alive (2.3 MB a GB); a second
 * compiler and a thread to compile on take 7 MB in Node 24 and 26.
 */
const THRIFT = ["--semi-space-growth-factor=1", "--no-maglev", "--no-concurrent-recompilation"];

function saveMemory(): void {
  // A bad record is an error that is caught: the trace of it would take longer than all else.
  Error.stackTraceLimit = 0;
  const version = Number.parseInt(process.versions.v8);
  if (!(version >= FIRST_V8 && version <= LAST_V8)) return;
  try {
    const { setFlagsFromString } = process.getBuiltinModule("node:v8");
    for (const flag of THRIFT) setFlagsFromString(flag);
  } catch {
    // Not every runtime that names a V8 has one; the answers are the same.
  }
}
