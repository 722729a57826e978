// Checks completions and copied code in real shells on a terminal: the words that completions offer, and that nothing of a line or of a
// copied text is evaluated:
// npm run check -- shells
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { conclude } from "./check.mjs";
import { HOSTILE } from "./shells/lines.mjs";
import { checkLiterals, checkPastes, PASTES } from "./shells/paste.mjs";
import { CLI, FILES, Session } from "./shells/session.mjs";
import { isInPart } from "../support/part.mjs";
import { loadSources } from "../support/sources.mjs";
import { makeTemporaryFolder } from "../support/temporary-folder.mjs";

const { COMMANDS, findFlag, GROUPS, listFlags, setNames } = await loadSources([
  "tool/command/line/command-table.ts",
  "tool/command/line/flags.ts",
  "library/src/sets/index.ts",
]);

/**
 * The commands that start each shell without user configuration and load the completion script. `keys` binds Ctrl-X to insert
 * all completions into the line. The script also has to load under the options in `strict`.
 */
const SHELLS = {
  bash: {
    start: ["bash", "--norc", "--noprofile", "-i"],
    load: "source <(percodec complete bash)",
    keys: [String.raw`bind '"\C-x": insert-completions'; bind 'set completion-query-items 0'`],
    strict: ["set -eu;", "shopt -s nullglob failglob;"],
  },
  zsh: {
    start: ["zsh", "-f", "-i"],
    load: "source <(percodec complete zsh)",
    keys: [
      "autoload -Uz compinit; compinit -D -u; setopt no_beep; LISTMAX=10000",
      "zstyle ':completion:all:*' completer _all_matches _complete; zstyle ':completion:all:*' insert true",
      "zle -C all complete-word _generic; bindkey '^X' all",
      // zsh's default, expand-or-complete, evaluates the current word before any completion function runs.
      "bindkey '^I' complete-word",
    ],
    strict: ["setopt err_exit no_unset;", "autoload -Uz compinit; compinit -D -u;"],
  },
  fish: {
    start: ["fish", "--private", "--no-config", "-i"],
    load: "percodec complete fish | source",
    keys: [
      'function all; set -l offered (complete -C (commandline -cp) | string split -f1 \\t); test -n "$offered"; or return; ' +
        "commandline -t ''; commandline -i -- (string escape -- $offered | string join ' '); end",
      "bind \\cx all",
    ],
    strict: [],
  },
};
const CTRL_X = "\x18";

const workFolder = makeTemporaryFolder("shells");

/** Yields lines with the completions that the command table defines. A flag that is equal in several commands is tried in one. */
function* listOffers() {
  const names = Object.keys(COMMANDS);
  const options = (name) => [...listFlags(name), "help"].map((flag) => `--${flag}`);
  yield ["percodec ", [...new Set(names.map((name) => name.split(" ")[0])), "help"]];
  yield ["percodec --", ["--help", "--version"]];
  for (const group of GROUPS) {
    const second = names.flatMap((name) => (name.startsWith(`${group} `) ? [name.slice(group.length + 1)] : []));
    yield [`percodec ${group} `, second];
    yield [`percodec help ${group} `, second];
  }
  const seen = new Set();
  for (const name of names) {
    yield [`percodec ${name} --`, options(name)];
    for (const flag of listFlags(name)) {
      const { value, choices, short } = findFlag(name, flag);
      const row = JSON.stringify([flag, value, choices]);
      if (value === undefined || seen.has(row)) continue;
      seen.add(row);
      const words = value === "FILE" ? FILES : value?.split("|").includes("SET") ? setNames() : (choices ?? []);
      yield [`percodec ${name} --${flag} `, words];
      if (short) yield [`percodec ${name} -${short} `, words];
    }
  }
  yield ["percodec decode -f keep ", FILES];
  yield ["percodec decode --file=keep --malformed ", findFlag("decode", "malformed").choices];
  yield ["percodec sets ", setNames()];
  yield ["percodec complete ", Object.keys(SHELLS)];
  yield ["percodec decode ", []];
  yield ["percodec decode a -- --", []];
}
const OFFERS = [...listOffers()].filter(isInPart(4));

/** Starts a shell on a terminal and loads the completions. */
async function startSession(name, place, load = SHELLS[name].load) {
  return startShell(place, SHELLS[name].start, [load, ...SHELLS[name].keys]);
}

async function startShell(place, command, lines) {
  mkdirSync(place);
  const session = new Session(place, command);
  for (const line of ["stty cols 200 rows 60", ...lines]) await session.setUp(line);
  return session;
}

async function checkOffers(name, session) {
  const faults = [];
  const inOrder = (words) => JSON.stringify([...words].sort());
  for (const [line, words] of OFFERS) {
    const typed = line.trimEnd().split(" ").slice(1);
    // The completions replace the current word.
    if (words.length > 0 && !line.endsWith(" ")) typed.pop();
    const ran = (await session.run(line, CTRL_X)) ?? [];
    if (inOrder(ran) !== inOrder([...typed, ...words]))
      faults.push(`${name}: "${line}" offers ${JSON.stringify(ran)}, not ${JSON.stringify(words)}`);
  }
  return faults;
}

async function checkHostile(name, session) {
  const faults = [];
  let completed = 0;
  for (const line of HOSTILE[name]) {
    if ((await session.tab(line)).length > 0) completed++;
    const traces = session.evaluated();
    if (traces.length > 0) faults.push(`${name}: ${JSON.stringify(line)} and TAB: evaluated, which left ${traces}`);
  }
  // Some shells do not complete after a redirection or in an open substitution, and on a busy machine an answer may be late.
  if (completed < HOSTILE[name].length / 3)
    faults.push(`${name}: only ${completed} of the hostile lines were completed`);
  return faults;
}

/** Loads a script that evaluates the words: the check has to detect it. */
async function checkSeededFault(name) {
  const script = `percodec complete ${name}`;
  const hostile = SHELLS[name].load.replace(script, `${script} | sed "s/${script} --/eval &/"`);
  const session = await startSession(name, join(workFolder, `${name}-hostile`), hostile);
  try {
    for (const line of HOSTILE[name]) {
      await session.tab(line);
      if (session.evaluated().length > 0) return [];
    }
    return [`${name}: a script that evaluates the words is not detected`];
  } finally {
    session.close();
  }
}

/** Loads the script twice and checks that nothing is printed, under each shell option. */
function checkLoading(name) {
  const { load, strict } = SHELLS[name];
  const PATH = `${join(workFolder, name, "bin")}:${process.env.PATH}`;
  return ["", ...strict].flatMap((options) => {
    const env = { ...process.env, PATH, NODE: process.execPath, CLI, HOME: workFolder };
    const { stdout, stderr, status } = spawnSync(name, ["-c", `${options} ${load}; ${load}`], {
      encoding: "utf8",
      env,
    });
    return stdout + stderr === "" && status === 0
      ? []
      : [`${name}: ${options} ${load}, twice: exit ${status}, and it prints "${stdout}${stderr}"`];
  });
}

async function checkShell(name) {
  if (spawnSync(name, ["--version"]).error) return [`${name} is not installed`];
  const session = await startSession(name, join(workFolder, name));
  try {
    const faults = [...(await checkOffers(name, session)), ...(await checkHostile(name, session))];
    faults.push(...(await checkSeededFault(name)), ...checkLoading(name), ...checkLiterals(name, workFolder));
    const start = (folder, command) => startShell(join(workFolder, folder), command, []);
    return [...faults, ...(await checkPastes(name, SHELLS[name].start, start))];
  } finally {
    session.close();
  }
}

const names = Object.keys(SHELLS);
const faults = (await Promise.all(names.map(checkShell))).flat();
const hostile = names.reduce((sum, name) => sum + HOSTILE[name].length, 0);
conclude(
  "shells",
  `${names.join(", ")} on a terminal: ${OFFERS.length} places each, ${hostile} hostile lines, ${PASTES} pasted texts: ${faults.length} wrong completions, arguments or evaluated words`,
  faults,
);
