// A shell on a terminal of its own, driven by keys, with a `percodec` before all others that writes down what it is called with.
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export const CLI = fileURLToPath(new URL("../../../dist/cli.cjs", import.meta.url));
/** How long a line may take on a busy machine, how long a shell may take to ask percodec, and between two keys, in milliseconds. */
const PATIENCE = 20_000;
const UNASKED = 2_000;
const PAUSE = 60;
const CTRL_C = "\x03";

/** Files of the folder that the shell works in: names that a shell would evaluate too. */
export const FILES = ["plain.txt", "with space", "$(touch X)", "a;touch X", "keep"];
const KEPT = "kept\n";

/** The script and the answers to TAB are the real ones; every other call is only written down. */
const WRAPPER = `#!/bin/sh
note() { log=$1; shift; printf '%s\\0' "$@" >> "$LOGS/$log"; printf '\\1' >> "$LOGS/$log"; }
case "$# $1 $3" in
  "2 complete ") test "$2" = --help || exec "$NODE" "$CLI" "$@" ;;
  *" complete --")
    note asked "$@"
    "$NODE" "$CLI" "$@"
    note answered
    exit ;;
esac
note ran "$@"
`;

/** The arguments of each call in a log. */
const callsIn = (log) =>
  existsSync(log)
    ? readFileSync(log, "utf8")
        .split("\x01")
        .slice(0, -1)
        .map((call) => call.split("\0").slice(0, -1))
    : [];

export class Session {
  #child;
  #place;
  #work;

  /**
   * @param place an empty folder
   * @param command the shell, and its arguments
   */
  constructor(place, [shell, ...words]) {
    this.#place = place;
    this.#work = join(place, "work");
    const bin = join(place, "bin");
    for (const folder of [this.#work, bin, join(place, "home")]) mkdirSync(folder);
    writeFileSync(join(bin, "percodec"), WRAPPER);
    chmodSync(join(bin, "percodec"), 0o755);
    for (const name of FILES) writeFileSync(join(this.#work, name), KEPT);
    const env = { ...process.env, LOGS: place, NODE: process.execPath, CLI, HOME: join(place, "home"), TERM: "xterm" };
    // script(1) gives it a terminal.
    this.#child = spawn("script", ["-qfc", [shell, ...words].join(" "), "/dev/null"], {
      cwd: this.#work,
      env: { ...env, PATH: `${bin}:${process.env.PATH}`, XDG_CONFIG_HOME: join(place, "home"), SHELL: "/bin/sh" },
    });
    this.#child.stdout.resume();
  }

  send(keys) {
    this.#child.stdin.write(keys);
  }

  /** Runs a line that sets something up. */
  async setUp(line) {
    this.send(`${line}; percodec ready\r`);
    await this.#until(() => this.#calls("ran").at(-1)?.[0] === "ready", PATIENCE);
    rmSync(join(this.#place, "ran"));
    await setTimeout(PAUSE);
  }

  /** Types a line and a key, then Return; returns what percodec was called with, or undefined if it was not. */
  async run(line, key) {
    const count = this.#calls("ran").length;
    await this.#press(line, key);
    this.send("\r");
    await this.#until(() => this.#calls("ran").length > count, PATIENCE);
    await setTimeout(PAUSE);
    return this.#calls("ran")[count];
  }

  /** Types a line and a TAB, and gives the line up; returns what percodec was asked in between. */
  async tab(line) {
    const count = this.#calls("asked").length;
    await this.#press(line, "\t");
    await setTimeout(PAUSE);
    this.send(CTRL_C);
    await setTimeout(PAUSE);
    return this.#calls("asked").slice(count);
  }

  /** What was evaluated: new files, or files that have changed; mended for the next line. */
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

  /** Types a line and a key, and waits for the answer of percodec, if the shell asks it. */
  async #press(line, key) {
    const count = this.#calls("answered").length;
    this.send(line + key);
    await this.#until(() => this.#calls("answered").length > count, UNASKED);
  }

  #calls(log) {
    return callsIn(join(this.#place, log));
  }

  async #until(isDone, patience) {
    for (const started = Date.now(); !isDone() && Date.now() - started < patience;) await setTimeout(5);
  }
}
