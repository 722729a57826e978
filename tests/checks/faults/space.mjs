// Runs the command without enough disk space, descriptors or memory.
import { spawnSync } from "node:child_process";
import { openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, runTrials, trial, workFolder } from "./trial.mjs";
import { allCommands, onAll, onInputs, REFUSED } from "./commands.mjs";

const full = openSync("/dev/full", "w");
const nothing = join(workFolder, "nothing.cjs");
writeFileSync(nothing, "");

/** Returns a shell command that runs the following words under a limit. */
const limited = (limit) => ["bash", "-c", `ulimit ${limit}; exec "$@"`, "bash"];
/** Returns whether Node itself starts under a limit. */
const starts = (limit) => spawnSync("bash", ["-c", `ulimit ${limit}; exec "$0" "$1"`, process.execPath, nothing]).status === 0; // prettier-ignore

/** Mounts a disk of 64 kB for one process; it disappears when the process ends. */
const unshare = ["--mount", ...(ROOT ? [] : ["--map-root-user"]), "bash", "-c"];
const MOUNT = "mkdir disk && mount -t tmpfs -o size=64k,mode=777 percodec disk";
const onFullDisk = (filler) => [
  "unshare",
  ...unshare,
  `${MOUNT} && cp target disk && cd disk || exit 99
   head -c ${filler} /dev/zero > filler 2> /dev/null
   "$@"
   code=$?
   rm filler && cp -a . ../after
   exit $code`,
  "bash",
];
const canMount = spawnSync("unshare", [...unshare, MOUNT], { cwd: workFolder }).status === 0;
if (!canMount) console.log("      no disk can be mounted here: a limit of file sizes is used instead");

export const SPACE = {
  "/dev/full as the file": onAll(100, { output: "/dev/full", says: /: no space left on device$/m }),
  "/dev/full as standard output": onAll(100, { output: null, stdio: ["pipe", full, "pipe"] }),
  "/dev/full as standard error": () =>
    runTrials(REFUSED, (command) => trial(command, { codes: [1], stdio: ["pipe", "pipe", full] })),
  "a disk that is full": onAll(
    100,
    canMount ? { wrap: onFullDisk(1 << 20), place: "after" } : { wrap: limited("-f 0") },
  ),
  "a disk of 64 kB that fills": onInputs(
    3e5,
    canMount ? { wrap: onFullDisk(0), place: "after" } : { wrap: limited("-f 64") },
  ),
  "ulimit -f": onInputs(3e5, { wrap: limited("-f 16"), says: /: file too large$/m }),
  "ulimit -n": () => {
    const limits = Array.from({ length: 20 }, (_, k) => `-n ${k + 12}`).filter(starts);
    const some = allCommands(100).filter((_, k) => k % 4 === 0);
    const tries = limits.slice(0, 6).flatMap((limit) => some.map((command) => ({ command, limit })));
    return runTrials(tries, ({ command, limit }) => trial(command, { wrap: limited(limit), codes: [0, 3] }));
  },
  "ulimit -v": () => {
    // The command keeps a whole record in memory until it is written.
    const command = { words: ["decode", "--lines", "--max-record", "128M"], input: Buffer.alloc(1.2e8, "a") };
    const limits = ["-v 1000000", "-v 1200000"].filter(starts);
    return runTrials(limits, (limit) => trial(command, { wrap: limited(limit), says: /: not enough memory: / }));
  },
};
