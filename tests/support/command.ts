import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, fstatSync, ftruncateSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll } from "vitest";
import type { Environment } from "../../tool/command/io/environment.ts";
import { main } from "../../tool/command/main.ts";

export const CLI = `${process.cwd()}/tool/dist/cli.cjs`;

export interface Outcome {
  stdout: string;
  stderr: string;
  status: number | null;
}

/** The outcome of a run that succeeds. */
export const done = (stdout = ""): Outcome => ({ stdout, stderr: "", status: 0 });

/** The outcome of a run that writes only an error. */
export const failed = (stderr: string, status: number): Outcome => ({ stdout: "", stderr, status });

/** The environment of a run, apart from its arguments and its input. */
export interface Surroundings {
  readonly cwd?: string;
  readonly variables?: Environment["variables"];
  /** The standard streams that are terminals. */
  readonly terminals?: readonly ("stdin" | "stdout" | "stderr")[];
  /** The bytes of each argument, one character per byte. */
  readonly argumentBytes?: readonly string[];
  /** The file that standard output is redirected to, and the flags it is opened with. */
  readonly stdout?: readonly [name: string, flags: "w" | "a"];
}

/** Returns an environment without terminals. */
export function makeEnvironment(args: readonly string[]): Environment {
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
/** Files used as the standard streams. They stay open, because opening a file takes longer than most runs. */
const STREAMS = {
  stdin: openSync(`${files}/empty`, "w+"),
  stdout: openSync(`${files}/stdout`, "a+"),
  stderr: openSync(`${files}/stderr`, "a+"),
};

/** Runs the command in this process. Standard input is empty by default. */
export async function percodec(
  args: readonly string[],
  input: string | Uint8Array = "",
  surroundings: Surroundings = {},
): Promise<Outcome> {
  const { bytes, stderr, status } = await percodecBytes(args, input, surroundings);
  return { stdout: bytes.toString(), stderr, status };
}

export async function percodecBytes(
  args: readonly string[],
  input: string | Uint8Array,
  { cwd, variables = {}, terminals = [], argumentBytes, stdout }: Surroundings = {},
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
      ...makeEnvironment(args),
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

/** Returns the whole content of a file. */
function readAll(descriptor: number): Buffer {
  const bytes = Buffer.alloc(fstatSync(descriptor).size);
  readSync(descriptor, bytes, 0, bytes.length, 0);
  return bytes;
}

/** Runs a shell line that ends with a call of the command: bash expands the arguments and produces the input. */
export function commandLine(line: string): Promise<Outcome> {
  const script = `percodec() { printf '%s\\0' "$#" "$@"; cat; }\n${line}`;
  const output = execFileSync("bash", ["-c", script], { input: "" });
  const count = Number(output.subarray(0, output.indexOf(0)).toString());
  const args: string[] = [];
  let at = output.indexOf(0) + 1;
  for (let k = 0; k < count; k++) {
    const end = output.indexOf(0, at);
    args.push(output.subarray(at, end).toString());
    at = end + 1;
  }
  return percodec(args, output.subarray(at));
}

/** Runs a line in bash, with `percodec` defined as the built command. */
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

/** Returns the processor time of a line in `shell`, in seconds. The load of other programs does not change it. */
export function shellSeconds(line: string, cwd?: string): number {
  // https://www.gnu.org/software/bash/manual/html_node/Bourne-Shell-Builtins.html: the last line has the times of the children.
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

/** Creates a temporary folder for a test file and removes it after the tests. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(`${tmpdir()}/percodec-test-`);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
