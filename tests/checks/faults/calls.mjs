// Makes every call of node:fs in a command fail, one per run.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { workFolder, OLD, runTrials, trial } from "./trial.mjs";
import { REFUSED, allCommands } from "./commands.mjs";

const preload = fileURLToPath(new URL("./failing-call.cjs", import.meta.url));
const CODES = ["EIO", "ENOSPC", "EACCES"];
/** If one of these fails, the output is not safely on the disk and the command has to fail. (Failing to sync a folder is ignored.) */
const FATAL = new Set(["writeSync", "readSync", "fsyncSync", "renameSync", "fchmodSync"]);

/** Runs a command without a fault and returns its calls of node:fs, each with its name and first argument. */
const recordCalls = async (command, baselineFaults, number) => {
  const log = join(workFolder, `calls-${number}`);
  const { faults } = await trial(command, { preload, env: { CALL_LOG: log }, codes: [command.exitCode] });
  baselineFaults.push(...faults);
  return readFileSync(log, "utf8")
    .split("\n")
    .map((line) => line.split("\t"));
};

/** Returns the trials by name of the failing call. */
export async function callFaults() {
  const byName = {};
  const baselineFaults = [];
  const loaded = new Set();
  const commands = [
    ...allCommands(100).map((command) => ({ ...command, exitCode: 0 })),
    { words: ["encode", "\ufffd"], answer: Buffer.from("%EF%BF%BD\n"), exitCode: 0 },
    ...REFUSED.map((command) => ({ ...command, exitCode: 1 })),
  ];
  for (const [number, command] of commands.entries()) {
    const calls = await recordCalls(command, baselineFaults, number);
    const renamed = calls.findIndex(([name]) => name === "renameSync");
    for (const [k, [name = "", path = ""]] of calls.entries()) {
      // All commands load the program's files in the same way: try each file only once.
      if (path.startsWith(workFolder) && loaded.has(name + path)) continue;
      loaded.add(name + path);
      // A call fails with one code per command. Each code occurs with some command.
      const code = CODES[(number + k) % CODES.length];
      (byName[name] ??= []).push({ command, k, name, code, renamed });
    }
  }
  const named = Object.entries(byName)
    .sort()
    .map(([name, tries]) => [`node:fs ${name} fails`, () => runTrials(tries, attempt)]);
  return Object.fromEntries([["none", () => baselineFaults], ...named]);
}

function attempt({ command, k, name, code, renamed }) {
  const afterwards = renamed >= 0 && k > renamed;
  const harmless = !FATAL.has(name) || (afterwards && code === "EACCES");
  return trial(command, {
    preload,
    env: { FAILING_CALL: String(k + 1), ERROR_CODE: code },
    codes: [3, ...(harmless || command.exitCode !== 0 ? [command.exitCode] : [])],
    left: (status) => [status === 0 || afterwards ? command.answer : OLD],
    mayLeave: name === "unlinkSync",
    maySayNothing: name === "writeSync",
  });
}
