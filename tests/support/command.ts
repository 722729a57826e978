import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll } from "vitest";

export const CLI = `${process.cwd()}/dist/cli.cjs`;

export interface Outcome {
  stdout: string;
  stderr: string;
  status: number | null;
}

/** Runs the built command; no standard input is an empty one. */
export function percodec(args: readonly string[], input: string | Uint8Array = "", cwd?: string): Outcome {
  const { stdout, stderr, status, error } = spawnSync(process.execPath, [CLI, ...args], {
    input,
    cwd,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (error) throw error;
  return { stdout, stderr, status };
}

export function percodecBytes(args: readonly string[], input: Uint8Array): { stdout: Buffer; status: number | null } {
  const { stdout, status } = spawnSync(process.execPath, [CLI, ...args], { input, maxBuffer: 1 << 28 });
  return { stdout, status };
}

/** Runs a line in bash where `percodec` is the built command. */
export function shell(line: string, cwd?: string): Outcome {
  const script = `percodec() { ${JSON.stringify(process.execPath)} ${JSON.stringify(CLI)} "$@"; }\n${line}`;
  const { stdout, stderr, status } = spawnSync("bash", ["-c", script], { input: "", cwd, encoding: "utf8" });
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
