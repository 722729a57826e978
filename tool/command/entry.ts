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

/** Whether a descriptor is a terminal. node:tty takes 4 ms to load, so it is loaded for character devices only. */
function isTerminal(descriptor: number): boolean {
  try {
    if (!fstatSync(descriptor).isCharacterDevice()) return false;
  } catch {
    // Closed, or fstat fails: not a terminal.
    return false;
  }
  return process.getBuiltinModule("node:tty").isatty(descriptor);
}

/** The versions of V8 that have the flags below; other versions print a warning on stderr for an unknown flag. */
const FIRST_V8 = 11;
const LAST_V8 = 15;

/**
 * Without the first flag the young generation grows with all bytes that ever survived a collection, even if few are alive
 * (2.3 MB per GB). The second compiler and its thread take 7 MB in Node 24 and 26.
 */
const MEMORY_FLAGS = ["--semi-space-growth-factor=1", "--no-maglev", "--no-concurrent-recompilation"];

function saveMemory(): void {
  // Each bad record throws an error that is caught; its stack trace would take longer than the rest of the work.
  Error.stackTraceLimit = 0;
  const version = Number.parseInt(process.versions.v8);
  if (!(version >= FIRST_V8 && version <= LAST_V8)) return;
  try {
    const { setFlagsFromString } = process.getBuiltinModule("node:v8");
    for (const flag of MEMORY_FLAGS) setFlagsFromString(flag);
  } catch {
    // Some runtimes report a version of V8 without having it; the output is the same.
  }
}
