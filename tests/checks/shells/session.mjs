// Runs a shell on a pseudo-terminal, driven by keys. The first `percodec` and `curl` in its PATH are a wrapper that logs its arguments.
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export const CLI = fileURLToPath(new URL("../../../tool/dist/cli.cjs", import.meta.url));
/** Milliseconds: the most for a line on a busy machine, the most until a shell calls percodec, and the pause between keys. */
const LINE_TIMEOUT = 20_000;
const COMPLETION_TIMEOUT = 2_000;
const PAUSE = 60;
const CTRL_C = "\x03";

/** The files in the shell's working directory. Some names would leave a trace if the shell evaluated them. */
export const FILES = ["plain.txt", "with space", "$(touch X)", "a;touch X", "keep"];
const KEPT = "kept\n";

/**
 * The wrapper runs the real command for the completion script and for completions, and only logs other calls. What it reads from a pipe is
 * logged as one more argument. A call is logged as the number of its arguments and each of them, with NUL after each.
 */
const WRAPPER = `#!/bin/sh
note() { log=$1; shift; printf '%s\\0' $# "$@" >> "$LOGS/$log"; }
case "$# $1 $3" in
  "2 complete ") test "$2" = --help || exec "$NODE" "$CLI" "$@" ;;
  *" complete --")
    note asked "$@"
    "$NODE" "$CLI" "$@"
    note answered
    exit ;;
esac
if test -p /dev/stdin; then
  text=$(cat; printf .)
  set -- "$@" "\${text%.}"
fi
note ran "$@"
`;

/** Reads the arguments of each call from a log. */
function readCalls(log) {
  const fields = existsSync(log) ? readFileSync(log, "utf8").split("\0").slice(0, -1) : [];
  const calls = [];
  for (let k = 0; k + Number(fields[k]) < fields.length; k += 1 + Number(fields[k]))
    calls.push(fields.slice(k + 1, k + 1 + Number(fields[k])));
  return calls;
}

export class Session {
  #child;
  #place;
  #work;

  /**
   * @param place an empty folder
   * @param command the shell and its arguments
   */
  constructor(place, [shell, ...words]) {
    this.#place = place;
    this.#work = join(place, "work");
    const bin = join(place, "bin");
    for (const folder of [this.#work, bin, join(place, "home")]) mkdirSync(folder);
    for (const name of ["percodec", "curl"]) {
      writeFileSync(join(bin, name), WRAPPER);
      chmodSync(join(bin, name), 0o755);
    }
    for (const name of FILES) writeFileSync(join(this.#work, name), KEPT);
    const env = { ...process.env, LOGS: place, NODE: process.execPath, CLI, HOME: join(place, "home"), TERM: "xterm" };
    // script(1) creates the pseudo-terminal.
    this.#child = spawn("script", ["-qfc", [shell, ...words].join(" "), "/dev/null"], {
      cwd: this.#work,
      env: { ...env, PATH: `${bin}:${process.env.PATH}`, XDG_CONFIG_HOME: join(place, "home"), SHELL: "/bin/sh" },
    });
    this.#child.stdout.resume();
  }

  send(keys) {
    this.#child.stdin.write(keys);
  }

  /** Runs a line that prepares the session. */
  async setUp(line) {
    this.send(`${line}; percodec ready\r`);
    await this.#until(() => this.#calls("ran").at(-1)?.[0] === "ready", LINE_TIMEOUT);
    rmSync(join(this.#place, "ran"));
    await setTimeout(PAUSE);
  }

  /** Types a line, a key and Return. Returns the arguments of the call of percodec, or undefined if there was none. */
  async run(line, key) {
    const count = this.#calls("ran").length;
    await this.#press(line, key);
    this.send("\r");
    await this.#until(() => this.#calls("ran").length > count, LINE_TIMEOUT);
    await setTimeout(PAUSE);
    return this.#calls("ran")[count];
  }

  /** Pastes code and types Return. Returns the arguments of each call of percodec and curl. */
  async paste(code, paste) {
    const count = this.#calls("ran").length;
    paste(this, code);
    await setTimeout(PAUSE);
    this.send("\r");
    await this.#until(() => this.#calls("ran").length > count, LINE_TIMEOUT);
    await setTimeout(PAUSE);
    return this.#calls("ran").slice(count);
  }

  /** Types a line and TAB, then cancels the line. Returns the completion calls of percodec. */
  async tab(line) {
    const count = this.#calls("asked").length;
    await this.#press(line, "\t");
    await setTimeout(PAUSE);
    this.send(CTRL_C);
    await setTimeout(PAUSE);
    return this.#calls("asked").slice(count);
  }

  /** Returns the traces of evaluation, which are new or changed files, and restores the folder for the next line. */
  evaluated() {
    const traces = readdirSync(this.#work).filter(
      (name) => !FILES.includes(name) || readFileSync(join(this.#work, name), "utf8") !== KEPT,
    );
    for (const name of traces) rmSync(join(this.#work, name), { recursive: true });
    for (const name of FILES) writeFileSync(join(this.#work, name), KEPT);
    return traces;
  }

  close() {
    this.#child.kill("SIGKILL");
  }

  /** Types a line and a key and waits until percodec has answered, or COMPLETION_TIMEOUT if the shell does not call it. */
  async #press(line, key) {
    const count = this.#calls("answered").length;
    this.send(line + key);
    await this.#until(() => this.#calls("answered").length > count, COMPLETION_TIMEOUT);
  }

  #calls(log) {
    return readCalls(join(this.#place, log));
  }

  async #until(isDone, timeout) {
    for (const started = Date.now(); !isDone() && Date.now() - started < timeout;) await setTimeout(5);
  }
}
