// Every call of node:fs that a command makes, failed in turn.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ground, OLD, over, trial } from "./trial.mjs";
import { REFUSED, writers } from "./writers.mjs";

const preload = fileURLToPath(new URL("./failing-call.cjs", import.meta.url));
const CODES = ["EIO", "ENOSPC", "EACCES"];
/** After these the answer is not safe on the disk, whatever else was done; a folder that cannot be synced is let be. */
const GRAVE = new Set(["writeSync", "readSync", "fsyncSync", "renameSync", "fchmodSync"]);

/** Runs a command undisturbed, and gives the calls that it made, each with its name and what it was about. */
const notedRun = async (command, undisturbed, number) => {
  const log = join(ground, `calls-${number}`);
  const { faults } = await trial(command, { preload, env: { CALLS: log }, codes: [command.end] });
  undisturbed.push(...faults);
  return readFileSync(log, "utf8")
    .split("\n")
    .map((line) => line.split("\t"));
};

/** All of it, by the name of the call: what is to be tried. */
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
    const calls = await notedRun(command, undisturbed, number);
    const renamed = calls.findIndex(([name]) => name === "renameSync");
    for (const [k, [name = "", path = ""]] of calls.entries()) {
      // A part of the command is loaded in the same way by all of them.
      if (path.startsWith(ground) && parts.has(name + path)) continue;
      parts.add(name + path);
      // Each call fails in one way for one command, and in all for all of them.
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
  const harmless = !GRAVE.has(name) || (afterwards && code === "EACCES");
  return trial(command, {
    preload,
    env: { FAILING: String(k + 1), WITH: code },
    codes: [3, ...(harmless || command.end !== 0 ? [command.end] : [])],
    left: (status) => [status === 0 || afterwards ? command.answer : OLD],
    mayLeave: name === "unlinkSync",
    maySayNothing: name === "writeSync",
  });
}
