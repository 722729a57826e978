// Inputs and outputs that are folders, FIFOs or links, that are missing, or that disappear during the run.
import { createReadStream, createWriteStream, mkdirSync, openSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { waitUntilBegun, runTrials, STALE, temporariesIn, trial, plain, runPlain, makeFifo } from "./trial.mjs";
import { inputCommands, allCommands } from "./commands.mjs";

/** Makes a command read a file. Some commands write the file's name in their output. */
const fromFile = ({ words, input, answer }, name) => ({
  words: [...words, "-f", name],
  input,
  answer: Buffer.from(answer.toString("latin1").replaceAll("standard input: ", `${name}: `), "latin1"),
});

/** Waits until the command has begun to write, changes its folder, and then lets the command finish. */
const changeDuringRun = (change) => async (child, folder) => {
  child.stdin.write("a b");
  await waitUntilBegun(child, folder);
  change(folder);
  child.stdin.end("\n");
};

export const PATHS = {
  "the input does not exist": () =>
    runTrials(inputCommands(100), (command) =>
      trial(fromFile(command, "gone"), { says: /gone: no such file or directory$/m }),
    ),
  "the input is removed before it is read": () =>
    runPlain(
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
  "the input is a folder": () =>
    runTrials(inputCommands(100), (command) => trial(fromFile(command, "."), { says: /\.: is a directory$/m })),
  "standard input is a folder": () =>
    runTrials(inputCommands(100), (command) => trial(command, { stdio: [openSync("/", "r"), "pipe", "pipe"] })),
  "standard input cannot be read": () =>
    runTrials(inputCommands(100), (command) => trial(command, { stdio: [openSync("/dev/null", "w"), "pipe", "pipe"] })),
  "standard output cannot be written": () =>
    runTrials(allCommands(100), (command) =>
      trial(command, { output: null, stdio: ["pipe", openSync("/dev/null", "r"), "pipe"] }),
    ),
  "the input is a FIFO": () =>
    runTrials(inputCommands(2e4), (command) =>
      trial(fromFile(command, "fifo"), {
        codes: [0],
        prepare: (folder) => makeFifo(folder, "fifo"),
        act: (_, folder) => createWriteStream(join(folder, "fifo")).end(command.input),
      }),
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
  "the reader closes the FIFO": () =>
    runTrials(inputCommands(3e5), (command) =>
      trial(command, {
        output: "fifo",
        codes: [141],
        prepare: (folder) => makeFifo(folder, "fifo"),
        act: async (child, folder) => {
          child.stdin.end(command.input);
          for await (const _ of createReadStream(join(folder, "fifo"), { highWaterMark: 1 })) break;
        },
      }),
    ),
  "the output is a folder": () =>
    runTrials(allCommands(100), (command) => trial(command, { output: ".", says: /: is a directory$/m })),
  "the output's folder does not exist": () =>
    runTrials(allCommands(100), (command) =>
      trial(command, { output: "gone/target", says: /: no such file or directory$/m }),
    ),
  "the output's folder is a file": () => runPlain({ output: "target/new", says: /: not a directory$/m }),
  "the output's name is too long": () => runPlain({ output: "a".repeat(256), says: /: name too long$/m }),
  "the output has no name": () => runPlain({ output: "" }),
  "a link is the output": () =>
    runTrials(allCommands(100), (command) =>
      trial(command, {
        output: "link",
        codes: [0],
        prepare: (folder) => symlinkSync("target", join(folder, "link")),
        left: () => [command.answer],
      }),
    ),
  "a dangling link in a linked folder": () =>
    runPlain({
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
  "a link to itself": () =>
    runPlain({ output: "round", prepare: (folder) => symlinkSync("round", join(folder, "round")) }),
  "a link to a folder": () =>
    runPlain({
      output: "link",
      says: /: is a directory$/m,
      prepare: (folder) => symlinkSync(".", join(folder, "link")),
    }),
  "one file is input and output": () =>
    runTrials(inputCommands(2e4), (command) =>
      trial(fromFile(command, "target"), {
        codes: [0],
        prepare: (folder) => writeFileSync(join(folder, "target"), command.input),
      }),
    ),
  "the folder is removed": () =>
    runPlain({
      output: "sub/target",
      prepare: (folder) => mkdirSync(join(folder, "sub")),
      act: async (child, folder) => {
        child.stdin.write("a b");
        await waitUntilBegun(child, join(folder, "sub"));
        rmSync(join(folder, "sub"), { recursive: true });
        child.stdin.end();
      },
    }),
  "the temporary is removed": () =>
    runPlain({
      act: changeDuringRun((folder) => temporariesIn(folder).forEach((name) => rmSync(join(folder, name)))),
      says: /: another program removed the temporary file; nothing was changed$/m,
    }),
  "a folder is created at the output's path": () =>
    runPlain({
      output: "new",
      act: changeDuringRun((folder) => mkdirSync(join(folder, "new"))),
      says: /: is a directory$/m,
    }),
  "a folder has the name of a stale temporary": () =>
    runPlain({
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
