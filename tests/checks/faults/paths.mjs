// Inputs and outputs that are folders, FIFOs or links, that are missing, or that disappear during the run.
import { execFileSync } from "node:child_process";
import { createReadStream, createWriteStream, mkdirSync, openSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { begun, over, STALE, temporariesIn, trial } from "./trial.mjs";
import { readers, writers } from "./writers.mjs";

const plain = { words: ["encode"], input: "a b\n", answer: Buffer.from("a%20b%0A") };
const one = (fault, command = plain) => over([command], () => trial(command, fault));
/** Makes a command read a file. Some commands write the file's name in their output. */
const fromFile = ({ words, input, answer }, name) => ({
  words: [...words, "-f", name],
  input,
  answer: Buffer.from(answer.toString("latin1").replaceAll("standard input: ", `${name}: `), "latin1"),
});
const fifo = (folder, name) => execFileSync("mkfifo", [join(folder, name)]);

/** Waits until the command has begun to write, changes its folder, and then lets the command finish. */
const meanwhile = (change) => async (child, folder) => {
  child.stdin.write("a b");
  await begun(child, folder);
  change(folder);
  child.stdin.end("\n");
};

export const PATHS = {
  "the input does not exist": () =>
    over(readers(100), (command) => trial(fromFile(command, "gone"), { says: /gone: no such file or directory$/m })),
  "the input vanishes before its turn": () =>
    one(
      {
        prepare: (folder) => {
          fifo(folder, "first");
          writeFileSync(join(folder, "second"), "a");
        },
        act: async (child, folder) => {
          const first = createWriteStream(join(folder, "first"));
          first.write("a b");
          await begun(child, folder);
          rmSync(join(folder, "second"));
          first.end();
        },
        says: /second: no such file or directory$/m,
      },
      { ...plain, words: ["encode", "-f", "first", "second"] },
    ),
  "the input is a folder": () =>
    over(readers(100), (command) => trial(fromFile(command, "."), { says: /\.: is a directory$/m })),
  "standard input is a folder": () =>
    over(readers(100), (command) => trial(command, { stdio: [openSync("/", "r"), "pipe", "pipe"] })),
  "standard input cannot be read": () =>
    over(readers(100), (command) => trial(command, { stdio: [openSync("/dev/null", "w"), "pipe", "pipe"] })),
  "standard output cannot be written": () =>
    over(writers(100), (command) =>
      trial(command, { output: null, stdio: ["pipe", openSync("/dev/null", "r"), "pipe"] }),
    ),
  "the input is a FIFO": () =>
    over(readers(2e4), (command) =>
      trial(fromFile(command, "fifo"), {
        codes: [0],
        prepare: (folder) => fifo(folder, "fifo"),
        act: (_, folder) => createWriteStream(join(folder, "fifo")).end(command.input),
      }),
    ),
  "the output is a FIFO": () =>
    over(writers(2e4), async (command) => {
      let written;
      const { faults } = await trial(command, {
        output: "fifo",
        codes: [0],
        prepare: (folder) => fifo(folder, "fifo"),
        act: async (child, folder) => {
          child.stdin.end(command.input);
          const chunks = await createReadStream(join(folder, "fifo")).toArray();
          written = Buffer.concat(chunks);
        },
      });
      return {
        faults: written.equals(command.answer) ? faults : [...faults, `${command.words}: not all came through`],
      };
    }),
  "the reader of the FIFO leaves": () =>
    over(readers(3e5), (command) =>
      trial(command, {
        output: "fifo",
        codes: [141],
        prepare: (folder) => fifo(folder, "fifo"),
        act: async (child, folder) => {
          child.stdin.end(command.input);
          for await (const _ of createReadStream(join(folder, "fifo"), { highWaterMark: 1 })) break;
        },
      }),
    ),
  "the output is a folder": () =>
    over(writers(100), (command) => trial(command, { output: ".", says: /: is a directory$/m })),
  "the output's folder does not exist": () =>
    over(writers(100), (command) => trial(command, { output: "gone/target", says: /: no such file or directory$/m })),
  "the output's folder is a file": () => one({ output: "target/new", says: /: not a directory$/m }),
  "the output's name is too long": () => one({ output: "a".repeat(256), says: /: name too long$/m }),
  "the output has no name": () => one({ output: "" }),
  "a link is the output": () =>
    over(writers(100), (command) =>
      trial(command, {
        output: "link",
        codes: [0],
        prepare: (folder) => symlinkSync("target", join(folder, "link")),
        left: () => [command.answer],
      }),
    ),
  "a link to nothing yet, in a linked folder": () =>
    one({
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
  "a link to itself": () => one({ output: "round", prepare: (folder) => symlinkSync("round", join(folder, "round")) }),
  "a link to a folder": () =>
    one({ output: "link", says: /: is a directory$/m, prepare: (folder) => symlinkSync(".", join(folder, "link")) }),
  "one file is input and output": () =>
    over(readers(2e4), (command) =>
      trial(fromFile(command, "target"), {
        codes: [0],
        prepare: (folder) => writeFileSync(join(folder, "target"), command.input),
      }),
    ),
  "the folder vanishes": () =>
    one({
      output: "sub/target",
      prepare: (folder) => mkdirSync(join(folder, "sub")),
      act: async (child, folder) => {
        child.stdin.write("a b");
        await begun(child, join(folder, "sub"));
        rmSync(join(folder, "sub"), { recursive: true });
        child.stdin.end();
      },
    }),
  "the temporary vanishes": () =>
    one({ act: meanwhile((folder) => temporariesIn(folder).forEach((name) => rmSync(join(folder, name)))) }),
  "a folder takes the output's place": () =>
    one({
      output: "new",
      act: meanwhile((folder) => mkdirSync(join(folder, "new"))),
      says: /: is a directory$/m,
    }),
  "a folder has the name of a stale temporary": () =>
    one({
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
