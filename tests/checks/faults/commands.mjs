// All commands that accept -o, with an input.
import { spawnSync } from "node:child_process";
import { CLI, runTrials, trial, workFolder } from "./trial.mjs";

/** Command lines, each with a unit of input that is repeated. Commands without one do not read. */
const ROWS = [
  ["encode", "a b/é\n"],
  ["decode", "a%20b%2F\n"],
  ["decode --json --malformed keep", "a%20b%zz\n"],
  ["decode --lines --keep-going", "a%20b\n"],
  ["clean", "http://e.com/a b?q=é\n"],
  ["display", "http://xn--caf-dma.fr/%C3%BC\n"],
  ["links", "see http://e.com/%C3%BC\n"],
  ["normalize", "HTTP://e.com:80/%7eu\n"],
  ["compare --lines", "http://e.com/%7Eu\tHTTP://e.com/~u\n"],
  // The tables of these are much longer than a short line.
  ["inspect", `/a%2Fb/%00${"c".repeat(500)}\n`],
  ["decode --explain", `caf%C3%A9${"d".repeat(500)}\n`],
  ["template /{id} --lines", '{"id":"a b"}\n'],
  ["form parse --lines", "a=1&b=caf%C3%A9\n"],
  ["form build", '["a","b c"]\n'],
  ["edit ?a=1 --append b=2"],
  ["sets --json"],
  ["records", "a%20b\n"],
  ["records --format nul", "a%20b\0"],
  ["records --format tsv", "a%20b\t2\n"],
  ["records --format csv", '"a%20b",2\n'],
  ["records --format jsonl --field u", '{"u":"a%20b"}\n'],
  ["records --format rowbinary", "\x05a%20b"],
];

/** Inputs that begin with valid data and are then rejected. */
export const REFUSED = [
  ["decode", "a%20b%zz"],
  ["form parse --lines", "a=1\na=%zz\n"],
  ["clean", "http://e.com/\nhttp://good.com\\@evil.com/\n"],
].map(([line = "", input]) => ({ words: line.split(" "), input }));

/** The commands with their outputs, cached by length of the input. */
const cache = new Map();

/** Returns the commands with an input of `bytes` bytes and their output without a fault. */
export function allCommands(bytes) {
  if (!cache.has(bytes))
    cache.set(
      bytes,
      ROWS.map(([line, unit]) => runCommand(line, unit, bytes)),
    );
  return cache.get(bytes);
}

function runCommand(line, unit, bytes) {
  const words = line.split(" ");
  const input = unit?.repeat(Math.ceil(bytes / unit.length));
  const { stdout, status, stderr } = spawnSync(process.execPath, [CLI, ...words], {
    cwd: workFolder,
    input: input ?? "",
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`percodec ${line}: exit ${status}: ${stderr.toString()}`);
  return { words, input, answer: stdout };
}

/** Returns the commands that read input. */
export const inputCommands = (bytes) => allCommands(bytes).filter(({ input }) => input !== undefined);

/** Returns the trials of every command under a fault, or one that a function returns. @param {(command: any, fault?: any) => Promise<any>} run */
export const onAll =
  (bytes, fault, run = trial, list = allCommands) =>
  () =>
    runTrials(list(bytes), (command) => run(command, typeof fault === "function" ? fault(command) : fault));

/** Returns the trials of the commands that read input. @param {(command: any, fault?: any) => Promise<any>} run */
export const onInputs = (bytes, fault, run = trial) => onAll(bytes, fault, run, inputCommands);
