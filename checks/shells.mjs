// The completions in real shells on a terminal: what is offered, and that nothing of a line is evaluated: npm run check:shells
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { conclude } from "./check.mjs";
import { HOSTILE } from "./shells/lines.mjs";
import { FILES, Session } from "./shells/session.mjs";
import { loadSources } from "./sources.mjs";

const { COMMANDS, flagOf, GROUPS, setNames } = await loadSources(["cli/flags.ts", "src/sets/index.ts"]);

/** How each shell starts without a user's files, loads the script, and writes all that it offers into the line at Ctrl-X. */
const SHELLS = {
  bash: {
    start: ["bash", "--norc", "--noprofile", "-i"],
    load: "source <(percodec complete bash)",
    all: [
      String.raw`bind '"\C-x": insert-completions'; bind 'set completion-query-items 0'; bind 'set bell-style none'`,
    ],
  },
  zsh: {
    start: ["zsh", "-f", "-i"],
    load: "source <(percodec complete zsh)",
    all: [
      "autoload -Uz compinit; compinit -D -u; setopt no_beep; LISTMAX=10000",
      "zstyle ':completion:all:*' completer _all_matches _complete; zstyle ':completion:all:*' insert true",
      "zle -C all complete-word _generic; bindkey '^X' all",
      // The shell's own expand-or-complete evaluates the current word, whatever completes it.
      "bindkey '^I' complete-word",
    ],
  },
  fish: {
    start: ["fish", "--private", "--no-config", "-i"],
    load: "percodec complete fish | source",
    all: [
      "function all; set -l offered (complete -C (commandline -cp) | string split -f1 \\t); commandline -t ''; commandline -i -- (string escape -- $offered | string join ' '); end",
      "bind \\cx all",
    ],
  },
};
const CTRL_X = "\x18";

const ground = mkdtempSync(join(tmpdir(), "percodec-shells-"));
process.on("exit", () => rmSync(ground, { recursive: true, force: true }));

/** Every line once, and what the table says should be offered there; a row that is the same in many commands is tried in one. */
function offers() {
  const rows = new Map();
  const add = (line, words) => rows.set(line, words);
  const names = Object.keys(COMMANDS);
  add("percodec ", [...new Set([...names.map((name) => name.split(" ")[0]), "help"])]);
  for (const group of GROUPS) {
    const second = names.flatMap((name) => (name.startsWith(`${group} `) ? [name.slice(group.length + 1)] : []));
    add(`percodec ${group} `, second);
    add(`percodec help ${group} `, second);
  }
  add("percodec --", ["--help", "--version"]);
  const seen = new Set();
  for (const name of names) {
    add(
      `percodec ${name} --`,
      [...COMMANDS[name].flags, "help"].map((flag) => `--${flag}`),
    );
    for (const flag of COMMANDS[name].flags) {
      const { value, choices, short } = flagOf(name, flag);
      const row = JSON.stringify([flag, value, choices]);
      if (value === undefined || seen.has(row)) continue;
      seen.add(row);
      const words = value === "FILE" ? FILES : value === "SET" ? setNames() : (choices ?? []);
      add(`percodec ${name} --${flag} `, words);
      if (short) add(`percodec ${name} -${short} `, words);
      if (value === "FILE") add(`percodec ${name} --${flag}=`, undefined);
    }
  }
  add("percodec decode -f keep ", FILES);
  add("percodec decode a > ", undefined);
  add("percodec sets ", setNames());
  add("percodec complete ", Object.keys(SHELLS));
  add("percodec decode ", []);
  add("percodec decode a -- --", []);
  return rows;
}

const sorted = (words) => words.map((word) => word.replace(/\/$/, "")).sort();

async function checkShell(name) {
  const faults = [];
  const report = (what) => faults.push(`${name}: ${what}`);
  const { start, load, all } = SHELLS[name];
  const place = join(ground, name);
  mkdirSync(place);
  const session = new Session(place, start);
  let tried = 0;
  try {
    for (const line of ["stty cols 200 rows 60", load, ...all]) await session.setUp(line);
    for (const [line, words] of offers()) {
      if (words === undefined) continue;
      tried++;
      const typed = line.split(" ").slice(1, -1);
      const ran = await session.run(line, CTRL_X);
      const last = line.endsWith(" ") || words.length > 0 ? [] : [line.split(" ").at(-1)];
      const expected = [...typed, ...last, ...words];
      if (ran === undefined || JSON.stringify(sorted(ran)) !== JSON.stringify(sorted(expected)))
        report(`"${line}" offers ${JSON.stringify(ran?.slice(typed.length))}, not ${JSON.stringify(words)}`);
    }
    let asked = 0;
    for (const line of HOSTILE[name]) {
      tried++;
      asked += (await session.tab(line)).length > 0 ? 1 : 0;
      const traces = session.evaluated();
      if (traces.length > 0) report(`${JSON.stringify(line)} and TAB: evaluated, which left ${traces}`);
    }
    // In an open quotation or behind a redirection some shells ask nobody.
    if (asked < HOSTILE[name].length / 2)
      report(`only ${asked} of ${HOSTILE[name].length} hostile lines were completed`);
  } finally {
    session.close();
  }
  return { tried, faults };
}

console.log(await checkShell(process.argv[2]));
