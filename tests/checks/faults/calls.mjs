// Makes every call of node:fs in a command fail, one per run.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ground, OLD, over, trial } from "./trial.mjs";
import { REFUSED, writers } from "./writers.mjs";

const preload = fileURLToPath(new URL("./failing-call.cjs", import.meta.url));
const CODES = ["EIO", "ENOSPC", "EACCES"];
/** If one of these fails, the output is not safely on the disk and the command has to fail. (Failing to sync a folder is ignored.) */
const FATAL = new Set(["writeSync", "readSync", "fsyncSync", "renameSync", "fchmodSync"]);

/** Runs a command without a fault and returns its calls of node:fs, each with its name and first argument. */
const recordCalls = async (command, undisturbed, number) => {
  const log = join(ground, `calls-${number}`);
  const { faults } = await trial(command, { preload, env: { CALLS: log }, codes: [command.end] });
  undisturbed.push(...faults);
  return readFileSync(log, "utf8")
    .split("\n")
    .map((line) => line.split("\t"));
};

/** Returns the trials by name of the failing call. */
export async function callFaults() {
  const byName = {};
  const undisturbed = [];
  const parts = new Set();
  const commands = [
    ...writers(100).map((command) => ({ ...command, end: 0 })),
    { words: ["encode", "\ufffd"], answer: Buffer.from("%EF%BF%BD\n"), end: 0 },
    ...REFUSED.map((command) => ({ ...command, end: 1 })),
  ];
  for (const [number, command] of commands.entries()) {
    const calls = await recordCalls(command, undisturbed, number);
    const renamed = calls.findIndex(([name]) => name === "renameSync");
    for (const [k, [name = "", path = ""]] of calls.entries()) {
      // All commands load the parts of the program in the same way: try each part only once.
      if (path.startsWith(ground) && parts.has(name + path)) continue;
      parts.add(name + path);
      // A call fails with one code per command; over all commands each code occurs.
      const code = CODES[(number + k) % CODES.length];
      (byName[name] ??= []).push({ command, k, name, code, renamed });
    }
  }
  const named = Object.entries(byName)
    .sort()
    .map(([name, tries]) => [`node:fs ${name} fails`, () => over(tries, attempt)]);
  return Object.fromEntries([["none", () => undisturbed], ...named]);
}

function attempt({ command, k, name, code, renamed }) {
  const afterwards = renamed >= 0 && k > renamed;
  const harmless = !FATAL.has(name) || (afterwards && code === "EACCES");
  return trial(command, {
    preload,
    env: { FAILING: String(k + 1), WITH: code },
    codes: [3, ...(harmless || command.end !== 0 ? [command.end] : [])],
    left: (status) => [status === 0 || afterwards ? command.answer : OLD],
    mayLeave: name === "unlinkSync",
    maySayNothing: name === "writeSync",
  });
}
