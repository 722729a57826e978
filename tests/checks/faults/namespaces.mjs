// Two runs in one folder that do not see the same processes: neither may remove the temporary of the other.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { begun, CLI, ground, over, ROOT, temporariesIn, trial } from "./trial.mjs";

const plain = { words: ["encode"], input: "a b\n", answer: Buffer.from("a%20b%0A") };
const asRoot = ROOT ? [] : ["--map-root-user"];
/** As a container has them; the host name stays the same. */
const CONTAINER = ["unshare", ...asRoot, "--pid", "--fork", "--mount-proc"];
/** A first process of its own, and a number for the command that a small container does not have. */
const later = [...CONTAINER, "bash", "-c", 'for k in {1..20}; do /bin/true; done; "$@"; exit $?', "bash"];

const works = (words) => spawnSync(words[0], [...words.slice(1), "true"]).status === 0;
const canUnshare = works(CONTAINER);
if (!canUnshare) console.log("      no namespace of processes can be made here: what needs two is not tried");

/**
 * One run waits for its input while another one comes and goes, in one namespace; then the first is killed and a third comes.
 * It prints how many temporaries there are after the second, the first one's result, and how many after the third.
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
/** How the processes are seen, and what is to come of it. */
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
    // No death can be proved.
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
  const folder = mkdtempSync(join(ground, "run-"));
  chmodSync(folder, 0o777);
  const { status, stdout, stderr } = spawnSync(words[0], [...words.slice(1), TWO_RUNS(prepare, second)], {
    cwd: folder,
    env: { ...process.env, NODE: process.execPath, CLI },
    encoding: "utf8",
    timeout: 60_000,
  });
  rmSync(folder, { recursive: true });
  const right = status === 0 && stdout === expected;
  return right ? [] : [`exit ${status}, ${JSON.stringify(stdout)} in place of ${JSON.stringify(expected)}: ${stderr}`];
}

export const NAMESPACES = {
  ...Object.fromEntries(
    Object.entries(VIEWS).flatMap(([name, view]) =>
      canUnshare || view.words[0] === "bash" ? [[name, () => twoRuns(view)]] : [],
    ),
  ),
  ...(canUnshare && {
    "two containers with one folder": () =>
      over([CONTAINER, []], async (wrap) => {
        const lost = [];
        const { faults } = await trial(plain, {
          wrap: later,
          codes: [0],
          act: async (child, folder) => {
            child.stdin.write("a b");
            await begun(child, folder);
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
