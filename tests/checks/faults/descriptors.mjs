// Writes to open descriptors: the command keeps what was written before, and later writes follow its output.
import { closeSync, mkdtempSync, openSync, readFileSync, symlinkSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
import { onPlain, plain, runTrials, trial, workFolder } from "./trial.mjs";
import { onAll } from "./commands.mjs";

/** Writes to a file before and after the command writes to the same descriptor, and checks the content. */
async function writeAround(command, { stdio, flags = "w", unlinked = false, ...fault }) {
  const file = join(mkdtempSync(join(workFolder, "around-")), "file");
  const descriptor = openSync(file, flags);
  const reading = openSync(file, "r");
  if (unlinked) unlinkSync(file);
  writeSync(descriptor, "before\n");
  const { faults } = await trial(command, { codes: [0], ...fault, stdio: stdio(descriptor) });
  writeSync(descriptor, "after\n");
  const content = readFileSync(reading);
  closeSync(descriptor);
  closeSync(reading);
  const expected = Buffer.concat([Buffer.from("before\n"), command.answer, Buffer.from("after\n")]);
  return {
    faults: content.equals(expected) ? faults : [...faults, `${command.words.join(" ")}: wrong content`],
  };
}

const asOutput = (descriptor) => ["pipe", descriptor, "pipe"];
const asThird = (descriptor) => ["pipe", "pipe", "pipe", descriptor];
const linking = (target) => ({ output: "link", prepare: (folder) => symlinkSync(target, join(folder, "link")) });

/** All ways to name a descriptor. */
const NAMES = [
  ...["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/proc/thread-self/fd/1", "-"].map((output) => ({
    output,
    stdio: asOutput,
  })),
  ...["/dev/fd/3", "/proc/self/fd/3", "/proc/../dev/fd/3"].map((output) => ({ output, stdio: asThird })),
  { ...linking("/dev/stdout"), stdio: asOutput },
  { ...linking("/proc/self/fd/3"), stdio: asThird },
  {
    output: "link",
    stdio: asThird,
    prepare: (folder) => {
      symlinkSync("/dev/fd", join(folder, "descriptors"));
      symlinkSync("descriptors/3", join(folder, "link"));
    },
  },
];

export const DESCRIPTORS = {
  "a descriptor of a file, by every name": () =>
    runTrials(
      NAMES.flatMap((name) => [name, { ...name, flags: "a" }, { ...name, unlinked: true }]),
      (name) => writeAround(plain, name),
    ),
  "standard output as the file": onAll(100, { output: "/dev/stdout", stdio: asOutput }, writeAround),
  "a descriptor that is full": onPlain({
    output: "/dev/fd/3",
    stdio: asThird(openSync("/dev/full", "w")),
    says: /: no space left on device$/m,
  }),
  "a read-only descriptor": onPlain({
    output: "/dev/fd/3",
    stdio: asThird(openSync("/dev/null", "r")),
    says: /: bad file descriptor$/m,
  }),
  "a descriptor of a folder": onPlain({
    output: "/dev/fd/3",
    stdio: asThird(openSync("/", "r")),
    says: /: is a directory$/m,
  }),
  "a descriptor that is not open": () =>
    runTrials(
      Array.from({ length: 20 }, (_, k) => k + 3),
      (k) => trial(plain, { output: `/dev/fd/${k}`, says: /: bad file descriptor$/m }),
    ),
};
