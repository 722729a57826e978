// Inputs and outputs that are folders, FIFOs or links, that are missing, or that disappear during the run.
import { createReadStream, createWriteStream, mkdirSync, openSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFifo, onPlain, plain, runTrials, STALE, temporariesIn, trial, waitUntilBegun } from "./trial.mjs";
import { allCommands, onAll, onInputs } from "./commands.mjs";

/** Makes a command read a file. Some commands write the file's name in their output. */
const fromFile = ({ words, input, answer }, name) => ({
  words: [...words, "-f", name],
  input,
  answer: Buffer.from(answer.toString("latin1").replaceAll("standard input: ", `${name}: `), "latin1"),
});

const reading = (name) => (command, fault) => trial(fromFile(command, name), fault);

/** Waits until the command has begun to write, changes its folder, and then lets the command finish. */
const changeDuringRun = (change) => async (child, folder) => {
  child.stdin.write("a b");
  await waitUntilBegun(child, folder);
  change(folder);
  child.stdin.end("\n");
};

export const PATHS = {
  "the input does not exist": onInputs(100, { says: /gone: no such file or directory$/m }, reading("gone")),
  "the input is removed before it is read": onPlain(
    {
      prepare: (folder) => {
        makeFifo(folder, "first");
        writeFileSync(join(folder, "second"), "a");
      },
      act: async (child, folder) => {
        const first = createWriteStream(join(folder, "first"));
        first.write("a b");
        await waitUntilBegun(child, folder);
        rmSync(join(folder, "second"));
        first.end();
      },
      says: /second: no such file or directory$/m,
    },
    { ...plain, words: ["encode", "-f", "first", "second"] },
  ),
  "the input is a folder": onInputs(100, { says: /\.: is a directory$/m }, reading(".")),
  "standard input is a folder": onInputs(100, () => ({ stdio: [openSync("/", "r"), "pipe", "pipe"] })),
  "standard input cannot be read": onInputs(100, () => ({ stdio: [openSync("/dev/null", "w"), "pipe", "pipe"] })),
  "standard output cannot be written": onAll(100, () => ({
    output: null,
    stdio: ["pipe", openSync("/dev/null", "r"), "pipe"],
  })),
  "the input is a FIFO": onInputs(
    2e4,
    (command) => ({
      codes: [0],
      prepare: (folder) => makeFifo(folder, "fifo"),
      act: (_, folder) => createWriteStream(join(folder, "fifo")).end(command.input),
    }),
    reading("fifo"),
  ),
  "the output is a FIFO": () =>
    runTrials(allCommands(2e4), async (command) => {
      let written;
      const { faults } = await trial(command, {
        output: "fifo",
        codes: [0],
        prepare: (folder) => makeFifo(folder, "fifo"),
        act: async (child, folder) => {
          child.stdin.end(command.input);
          const chunks = await createReadStream(join(folder, "fifo")).toArray();
          written = Buffer.concat(chunks);
        },
      });
      return {
        faults: written.equals(command.answer) ? faults : [...faults, `${command.words}: the output is incomplete`],
      };
    }),
  "the reader closes the FIFO": onInputs(3e5, (command) => ({
    output: "fifo",
    codes: [141],
    prepare: (folder) => makeFifo(folder, "fifo"),
    act: async (child, folder) => {
      child.stdin.end(command.input);
      for await (const _ of createReadStream(join(folder, "fifo"), { highWaterMark: 1 })) break;
    },
  })),
  "the output is a folder": onAll(100, { output: ".", says: /: is a directory$/m }),
  "the output's folder does not exist": onAll(100, { output: "gone/target", says: /: no such file or directory$/m }),
  "the output's folder is a file": onPlain({ output: "target/new", says: /: not a directory$/m }),
  "the output's name is too long": onPlain({ output: "a".repeat(256), says: /: name too long$/m }),
  "the output has no name": onPlain({ output: "" }),
  "a link is the output": onAll(100, (command) => ({
    output: "link",
    codes: [0],
    prepare: (folder) => symlinkSync("target", join(folder, "link")),
    left: () => [command.answer],
  })),
  "a dangling link in a linked folder": onPlain({
    output: "elsewhere/link",
    codes: [0],
    prepare: (folder) => {
      rmSync(join(folder, "target"));
      mkdirSync(join(folder, "a/b"), { recursive: true });
      symlinkSync("a/b", join(folder, "elsewhere"));
      symlinkSync("../../target", join(folder, "a/b/link"));
    },
    left: () => [plain.answer],
  }),
  "a link to itself": onPlain({ output: "round", prepare: (folder) => symlinkSync("round", join(folder, "round")) }),
  "a link to a folder": onPlain({
    output: "link",
    says: /: is a directory$/m,
    prepare: (folder) => symlinkSync(".", join(folder, "link")),
  }),
  "one file is input and output": onInputs(
    2e4,
    (command) => ({
      codes: [0],
      prepare: (folder) => writeFileSync(join(folder, "target"), command.input),
    }),
    reading("target"),
  ),
  "the folder is removed": onPlain({
    output: "sub/target",
    prepare: (folder) => mkdirSync(join(folder, "sub")),
    act: async (child, folder) => {
      child.stdin.write("a b");
      await waitUntilBegun(child, join(folder, "sub"));
      rmSync(join(folder, "sub"), { recursive: true });
      child.stdin.end();
    },
  }),
  "the temporary is removed": onPlain({
    act: changeDuringRun((folder) => temporariesIn(folder).forEach((name) => rmSync(join(folder, name)))),
    says: /: another program removed the temporary file; nothing was changed$/m,
  }),
  "a folder is created at the output's path": onPlain({
    output: "new",
    act: changeDuringRun((folder) => mkdirSync(join(folder, "new"))),
    says: /: is a directory$/m,
  }),
  "a folder has the name of a stale temporary": onPlain({
    codes: [0],
    prepare: (folder) => mkdirSync(join(folder, STALE)),
    act: (child, folder) => {
      child.stdin.end(plain.input);
      return new Promise((resolve) =>
        child.on("exit", () => resolve(rmSync(join(folder, STALE), { recursive: true }))),
      );
    },
  }),
};
