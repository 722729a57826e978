// Runs two commands in one folder that do not see each other's processes: neither may remove the other's temporary file.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { waitUntilBegun, CLI, workFolder, runTrials, ROOT, temporariesIn, trial, plain } from "./trial.mjs";

const asRoot = ROOT ? [] : ["--map-root-user"];
/** Namespaces like those of a container, with the same host name. */
const CONTAINER = ["unshare", ...asRoot, "--pid", "--fork", "--mount-proc"];
/** A container in which the command's process number is higher than any in the other container. */
const later = [...CONTAINER, "bash", "-c", 'for k in {1..20}; do /bin/true; done; "$@"; exit $?', "bash"];

const works = (words) => spawnSync(words[0], [...words.slice(1), "true"]).status === 0;
const canUnshare = works(CONTAINER);
if (!canUnshare) console.log("      process namespaces cannot be created here: trials with two of them are skipped");

/**
 * One run waits for its input while a second one starts and ends in the same namespace; then the first is started again and
 * killed, and a third one runs. Prints the number of temporaries after the second run, the first one's result, and the number
 * after the third.
 */
const TWO_RUNS = (prepare, second) => `
  ${prepare}
  temporaries() { ls -A | grep -c '^\\.percodec-'; }
  start() {
    mkfifo gate
    "$NODE" "$CLI" encode -o target -f gate & first=$!
    exec 9> gate
    until [ "$(temporaries)" = 1 ]; do sleep 0.02; done
  }
  start
  ${second} "$NODE" "$CLI" encode -o other a || exit 9
  temporaries
  printf 'a b' >&9
  exec 9>&-
  wait $first || exit 8
  cat target
  rm gate
  start
  kill -9 $first
  wait $first 2> /dev/null
  exec 9>&-
  "$NODE" "$CLI" encode -o other a || exit 6
  printf ' '
  temporaries
  true`;

const KEPT_THEN_REMOVED = "1\na%20b 0\n";
/** The views of processes and the expected results. */
const VIEWS = {
  "two runs that see each other": { words: ["bash", "-c"], prepare: "", expected: KEPT_THEN_REMOVED },
  "two runs in a container": { words: [...CONTAINER, "bash", "-c"], prepare: "", expected: KEPT_THEN_REMOVED },
  "/proc of another namespace": {
    words: ["unshare", ...asRoot, "--pid", "--fork", "bash", "-c"],
    prepare: "",
    expected: KEPT_THEN_REMOVED,
  },
  "no /proc": {
    words: ["unshare", ...asRoot, "--mount", "bash", "-c"],
    prepare: "mount -t tmpfs none /proc || exit 7",
    // Without /proc the command cannot verify that the first process has ended.
    expected: "1\na%20b 1\n",
  },
  ...(ROOT && {
    "/proc that hides the processes of others": {
      words: ["unshare", "--mount", "bash", "-c"],
      prepare: "mount -t proc -o hidepid=2 proc /proc || exit 7",
      second: "setpriv --reuid 65534 --regid 65534 --clear-groups",
      expected: KEPT_THEN_REMOVED,
    },
  }),
};

function twoRuns({ words, prepare, second = "", expected }) {
  const folder = mkdtempSync(join(workFolder, "run-"));
  chmodSync(folder, 0o777);
  const { status, stdout, stderr } = spawnSync(words[0], [...words.slice(1), TWO_RUNS(prepare, second)], {
    cwd: folder,
    env: { ...process.env, NODE: process.execPath, CLI },
    encoding: "utf8",
    timeout: 60_000,
  });
  rmSync(folder, { recursive: true });
  const right = status === 0 && stdout === expected;
  return right ? [] : [`exit ${status}, ${JSON.stringify(stdout)} instead of ${JSON.stringify(expected)}: ${stderr}`];
}

export const NAMESPACES = {
  ...Object.fromEntries(
    Object.entries(VIEWS).flatMap(([name, view]) =>
      canUnshare || view.words[0] === "bash" ? [[name, () => twoRuns(view)]] : [],
    ),
  ),
  ...(canUnshare && {
    "two containers with one folder": () =>
      runTrials([CONTAINER, []], async (wrap) => {
        const lost = [];
        const { faults } = await trial(plain, {
          wrap: later,
          codes: [0],
          act: async (child, folder) => {
            child.stdin.write("a b");
            await waitUntilBegun(child, folder);
            const before = temporariesIn(folder);
            const [program, ...rest] = [...wrap, process.execPath, CLI, "encode", "-o", "other", "a"];
            spawnSync(program, rest, { cwd: folder });
            if (String(temporariesIn(folder)) !== String(before))
              lost.push("the second run removed the first one's temporary");
            child.stdin.end("\n");
          },
        });
        return { faults: [...faults, ...lost] };
      }),
  }),
};
