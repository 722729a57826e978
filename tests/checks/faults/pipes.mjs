// Readers that stop early or are slow, and writers that write single bytes or pause.
import { closeSync, constants, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate, setTimeout } from "node:timers/promises";
import { percentDecodeBytes, percentEncodeBytes } from "percodec";
import { makeFifo, runTrials, trial, workFolder } from "./trial.mjs";
import { onAll, onInputs, REFUSED } from "./commands.mjs";

/** Opens the writing end of a FIFO without a reader. */
function openUnread() {
  const path = join(workFolder, "unread");
  makeFifo(workFolder, "unread");
  const reading = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writing = openSync(path, "w");
  closeSync(reading);
  return writing;
}
const closed = openUnread();

/** 1,024 bytes with many escapes, malformed escapes and characters of several bytes. */
const HOSTILE = Buffer.concat(Array.from({ length: 40 }, () => Buffer.from("%41%e2%9C%93é✓😀+%25a\0\n\x1b"))).subarray(
  0,
  1024,
);

/** Every prefix of HOSTILE as a file. One run reads all of them. */
const cuts = Array.from(HOSTILE.keys(), (length) => ({ name: `cut-${length}`, bytes: HOSTILE.subarray(0, length) }));
const writeCuts = (folder) => cuts.forEach(({ name, bytes }) => writeFileSync(join(folder, name), bytes));
const onCuts = (words, code) => ({
  words: [...words, "-f", ...cuts.map(({ name }) => name)],
  answer: Buffer.concat(cuts.map(({ bytes }) => code(bytes))),
});
/** @type {import("percodec").Policy[]} */
const POLICIES = ["keep", "drop", "replace"];
const CUT_COMMANDS = [
  onCuts(["encode"], (bytes) => percentEncodeBytes(bytes)),
  ...POLICIES.map((malformed) =>
    onCuts(["decode", "--malformed", malformed], (bytes) => percentDecodeBytes(bytes, { malformed })),
  ),
];

/** Compares the output of a run with the expected one. */
const checkOutput = async (command, fault) => {
  const { faults, stdout } = await trial(command, { output: null, codes: [0], ...fault });
  return { faults: stdout.equals(command.answer) ? faults : [...faults, `${command.words.join(" ")}: wrong output`] };
};

const byteByByte = async (child, input) => {
  for (const byte of Buffer.from(input)) {
    child.stdin.write(Buffer.of(byte));
    await setImmediate();
  }
  child.stdin.end();
};

export const PIPES = {
  "standard output has no reader": onAll(100, { output: null, codes: [141], stdio: ["pipe", closed, "pipe"] }),
  "standard error has no reader": () =>
    runTrials(REFUSED, (command) => trial(command, { codes: [1], stdio: ["pipe", "pipe", closed] })),
  // The output exceeds the buffers of both ends. Otherwise the command could write all of it before the reader closes the pipe.
  "the reader closes the pipe in the middle": onInputs(1e6, (command) => ({
    output: null,
    codes: [141],
    act: (child) => {
      child.stdin.end(command.input);
      child.stdout.once("data", () => child.stdout.destroy());
    },
  })),
  "a slow reader": onInputs(
    3e5,
    (command) => ({
      act: async (child) => {
        child.stdin.end(command.input);
        for (let k = 0; k < 20; k++) {
          child.stdout.pause();
          await setTimeout(10);
          child.stdout.resume();
          await setTimeout(1);
        }
      },
    }),
    checkOutput,
  ),
  "a writer of single bytes": onInputs(
    100,
    (command) => ({ act: (child) => byteByByte(child, command.input) }),
    checkOutput,
  ),
  "a writer that pauses": onInputs(
    2e4,
    (command) => ({
      act: async (child) => {
        const half = command.input.length >> 1;
        child.stdin.write(command.input.slice(0, half));
        await setTimeout(100);
        child.stdin.end(command.input.slice(half));
      },
    }),
    checkOutput,
  ),
  "the input is cut at every byte": () =>
    runTrials(CUT_COMMANDS, (command) => trial(command, { prepare: writeCuts, codes: [0] })),
  "the input is cut and rejected": () =>
    runTrials(Array(HOSTILE.length / 8).keys(), (k) => {
      const input = HOSTILE.subarray(0, k * 8);
      try {
        return trial({ words: ["decode"], input, answer: Buffer.from(percentDecodeBytes(input)) }, { codes: [0] });
      } catch (error) {
        const said = `percodec: standard input: ${error.message}; --malformed keep accepts it\n`;
        const says = { test: (text) => text === said };
        return trial({ words: ["decode"], input }, { codes: [1], says });
      }
    }),
};
