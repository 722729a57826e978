import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, fstatSync, ftruncateSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll } from "vitest";
import type { Environment } from "../../cli/environment.ts";
import { main } from "../../cli/main.ts";

export const CLI = `${process.cwd()}/dist/cli.cjs`;

export interface Outcome {
  stdout: string;
  stderr: string;
  status: number | null;
}

/** What a run has beside its arguments and its input. */
export interface World {
  readonly cwd?: string;
  readonly variables?: Environment["variables"];
  /** The standard streams that are a terminal. */
  readonly terminals?: readonly ("stdin" | "stdout" | "stderr")[];
  /** The bytes of each argument, one character a byte. */
  readonly argumentBytes?: readonly string[];
  /** A file that standard output goes to, and how it is opened. */
  readonly stdout?: readonly [name: string, flags: "w" | "a"];
}

/** An environment in which nothing is a terminal. */
export function environmentOf(args: readonly string[]): Environment {
  return {
    args,
    argumentBytes: () => undefined,
    variables: {},
    stdin: 0,
    stdout: 1,
    stderr: 2,
    isTerminal: () => false,
    errorStream: () => process.stderr,
    saveMemory: () => {},
  };
}

const files = temporaryFolder();
/** Files that stand for the standard streams. They stay open: to open a file takes longer than most runs. */
const STREAMS = {
  stdin: openSync(`${files}/empty`, "w+"),
  stdout: openSync(`${files}/stdout`, "a+"),
  stderr: openSync(`${files}/stderr`, "a+"),
};

/** Runs the command in this process; no standard input is an empty one. */
export async function percodec(
  args: readonly string[],
  input: string | Uint8Array = "",
  world: World = {},
): Promise<Outcome> {
  const { bytes, stderr, status } = await percodecBytes(args, input, world);
  return { stdout: bytes.toString(), stderr, status };
}

export async function percodecBytes(
  args: readonly string[],
  input: string | Uint8Array,
  { cwd, variables = {}, terminals = [], argumentBytes, stdout }: World = {},
): Promise<{ bytes: Buffer; stderr: string; status: number }> {
  const streams = { ...STREAMS };
  for (const descriptor of Object.values(STREAMS)) ftruncateSync(descriptor);
  const home = process.cwd();
  if (cwd !== undefined) process.chdir(cwd);
  if (input.length > 0) {
    writeFileSync(`${files}/stdin`, input);
    streams.stdin = openSync(`${files}/stdin`, "r");
  }
  if (stdout !== undefined) streams.stdout = openSync(...stdout);
  try {
    const status = await main({
      ...environmentOf(args),
      ...streams,
      variables,
      argumentBytes: () => argumentBytes,
      isTerminal: (descriptor) => terminals.some((stream) => streams[stream] === descriptor),
    });
    return { bytes: readAll(STREAMS.stdout), stderr: readAll(STREAMS.stderr).toString(), status };
  } finally {
    if (streams.stdin !== STREAMS.stdin) closeSync(streams.stdin);
    if (streams.stdout !== STREAMS.stdout) closeSync(streams.stdout);
    if (cwd !== undefined) process.chdir(home);
  }
}

/** Returns what was written to a file. */
function readAll(descriptor: number): Buffer {
  const bytes = Buffer.alloc(fstatSync(descriptor).size);
  readSync(descriptor, bytes, 0, bytes.length, 0);
  return bytes;
}

/** Runs a line that calls the command once, at its end: bash makes the arguments and the input of it. */
export function commandLine(line: string): Promise<Outcome> {
  const script = `percodec() { printf '%s\\0' "$#" "$@"; cat; }\n${line}`;
  const said = execFileSync("bash", ["-c", script], { input: "" });
  const count = Number(said.subarray(0, said.indexOf(0)).toString());
  const args: string[] = [];
  let at = said.indexOf(0) + 1;
  for (let k = 0; k < count; k++) {
    const end = said.indexOf(0, at);
    args.push(said.subarray(at, end).toString());
    at = end + 1;
  }
  return percodec(args, said.subarray(at));
}

/** Runs a line in bash where `percodec` is the built command. */
export function shell(line: string, cwd?: string): Outcome {
  const script = `percodec() { ${JSON.stringify(process.execPath)} ${JSON.stringify(CLI)} "$@"; }\n${line}`;
  const { stdout, stderr, status } = spawnSync("bash", ["-c", script], { input: "", cwd, encoding: "utf8" });
  return { stdout, stderr, status };
}

/** Runs the built command as a process. */
export function percodecProcess(args: readonly string[], input: string | Uint8Array = "", cwd?: string): Outcome {
  const { stdout, stderr, status, error } = spawnSync(process.execPath, [CLI, ...args], {
    input,
    cwd,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (error) throw error;
  return { stdout, stderr, status };
}

/** Returns the seconds of processor time that a line takes in `shell`: other programs that use the processor do not count. */
export function shellSeconds(line: string, cwd?: string): number {
  // https://www.gnu.org/software/bash/manual/html_node/Bourne-Shell-Builtins.html: the last line is that of the children.
  const { stdout } = shell(`${line}\ntimes`, cwd);
  const times = [
    ...stdout
      .split("\n")
      .at(-2)!
      .matchAll(/(\d+)m([\d.]+)s/g),
  ];
  if (times.length !== 2) throw new Error(`no times: ${stdout}`);
  return times.reduce((seconds, [, minutes, rest]) => seconds + 60 * Number(minutes) + Number(rest), 0);
}

/** A folder of its own for a test file, removed at the end. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(`${tmpdir()}/percodec-test-`);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
