// Runs the built command under a fault in a new folder and checks what it leaves there.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { chooseSize } from "../../support/part.mjs";
import { readSeed } from "../check.mjs";
import { makeTemporaryFolder } from "../../support/temporary-folder.mjs";

/** Chooses the random moments of signals, and in `.ci/run` the runs. */
export const seed = readSeed();

/** File modes do not restrict root: trials of permissions run as the user `nobody`. */
export const ROOT = process.getuid?.() === 0;
const NOBODY = { uid: 65534, gid: 65534 };

/** The folder of all runs, with a copy of the command. Every user can read it. */
export const workFolder = makeTemporaryFolder("faults");
chmodSync(workFolder, 0o755);

const dist = fileURLToPath(new URL("../../../tool/dist/", import.meta.url));
for (const part of ["cli.cjs", "cli", "kernel.wasm"]) cpSync(dist + part, join(workFolder, part), { recursive: true });
export const CLI = join(workFolder, "cli.cjs");

export const OLD = Buffer.from("the old content\n");
/** Milliseconds after which a run is considered hung. */
const RUN_TIMEOUT = 60_000;
const TRACE = /^\s+at |node:internal|^Node\.js v/m;

export const temporariesIn = (folder) => readdirSync(folder).filter((name) => name.startsWith(".percodec-"));

/** The name of a temporary file with the number of a process that does not exist. */
export const STALE = await staleName();

async function staleName() {
  const folder = mkdtempSync(join(workFolder, "run-"));
  const child = spawn(process.execPath, [CLI, "encode", "-o", "target"], { cwd: folder });
  await waitUntilBegun(child, folder);
  const [name = ""] = temporariesIn(folder);
  child.stdin.end();
  await new Promise((resolve) => child.on("close", resolve));
  rmSync(folder, { recursive: true });
  return name.replace(`-${child.pid}-`, "-99999999-");
}

/** Waits until the command has begun to write its file, or has ended. */
export async function waitUntilBegun(child, folder) {
  while (child.exitCode === null && child.signalCode === null && temporariesIn(folder).length === 0)
    await setTimeout(2);
}

let runs = 0;

/** Returns the number of runs so far. */
export const runsSoFar = () => runs;

/**
 * Runs a command under a fault and checks the guarantees of every run: the documented exit code, an error message without a
 * stack trace, a complete target with the old or the new content, and no temporary file.
 *
 * @param command its `words`, its `input` and its `answer`, the output without a fault
 * @param fault
 *   - `codes` the expected exit codes or signals (default 3), `says` the expected error message, `notes` the expected
 *     message of a run that succeeds
 *   - `output` the file of `-o` (default `target`, which has an old content); null for standard output
 *   - `prepare` is called with the folder before the run, `act` with the process and the folder instead of sending the input
 *   - `wrap` words before the command, `preload` a script that Node preloads, `env` and `stdio` options of `spawn`
 *   - `asNobody` runs the command as the user `nobody`
 *   - `afterwards` is called with the folder after the run and returns faults
 *   - `place` the folder to check afterwards, `left` returns the allowed contents of the target for an exit code
 *   - `maySayNothing` whether the error message may be missing
 *   - `mayLeave` whether a temporary may remain for the next run to remove, as after a kill
 * @returns the faults, the status, the standard output, whether a temporary remained, and whether the target has the new content
 */
export async function trial(command, fault = {}) {
  const { words, input = "", answer } = command;
  const { codes = [3], output = "target", asNobody = false, place = ".", wrap = [], preload, env } = fault;
  const folder = mkdtempSync(join(workFolder, "run-"));
  if (asNobody && ROOT) chownSync(folder, NOBODY.uid, NOBODY.gid);
  writeFileSync(join(folder, "target"), OLD, { mode: 0o666 });
  if (asNobody && ROOT) chownSync(join(folder, "target"), NOBODY.uid, NOBODY.gid);
  await fault.prepare?.(folder);
  const typed = output === null ? words : [...words, "-o", output];
  const [program, ...rest] = [...wrap, process.execPath, ...(preload ? ["--require", preload] : []), CLI, ...typed];
  /** @type {import("node:child_process").ChildProcess} */
  const child = spawn(program, rest, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: fault.stdio ?? "pipe",
    timeout: RUN_TIMEOUT,
    killSignal: "SIGKILL",
    ...(asNobody && ROOT && NOBODY),
  });
  runs++;
  const ending = waitForEnd(child);
  if (fault.act) await fault.act(child, folder);
  else child.stdin?.end(input);
  const { status, stdout, stderr } = await ending;

  const faults = [];
  const report = (what) => faults.push(`percodec ${typed.join(" ")}: ${what}`);
  if (!codes.includes(status)) report(`ended with ${status}, not ${codes.join(" or ")}: ${stderr.slice(0, 500)}`);
  if (TRACE.test(stderr)) report(`a stack trace: ${stderr.slice(0, 500)}`);
  else if (!/^(?:percodec: .*\n)*$/.test(stderr)) report(`it wrote ${JSON.stringify(stderr.slice(0, 500))}`);
  const silent = stderr === "" && !fault.maySayNothing;
  const maySpeak = [1, 3].includes(status) || fault.notes?.test(stderr);
  if (child.stderr && (silent ? [1, 3].includes(status) : !maySpeak && stderr !== ""))
    report(`ended with ${status} and wrote "${stderr}"`);
  if (fault.notes && !fault.notes.test(stderr)) report(`wrote "${stderr}", not ${fault.notes}`);
  if (fault.says && status === codes[0] && !fault.says.test(stderr)) report(`wrote "${stderr}", not ${fault.says}`);

  if (asNobody) chmodSync(folder, 0o777);
  faults.push(...((await fault.afterwards?.(folder)) ?? []).map((what) => `percodec ${typed.join(" ")}: ${what}`));
  const left = fault.left?.(status) ?? allowedContents(status, output, answer);
  const found = readFileSync(join(folder, place, "target"));
  if (!left.some((content) => content.equals(found))) report(`ended with ${status}, and the file is torn or wrong`);
  const stale = temporariesIn(join(folder, place));
  if (stale.length > 0) {
    if (typeof status === "number" && !fault.mayLeave) report(`ended with ${status} and left ${stale.join()}`);
    spawnSync(process.execPath, [CLI, "encode", "-o", "target", "a"], { cwd: join(folder, place) });
    const remaining = temporariesIn(join(folder, place));
    if (remaining.length > 0) report(`the next run left ${remaining.join()}`);
  }
  rmSync(folder, { recursive: true });
  return { faults, status, stdout, stale: stale.length > 0, isNew: answer !== undefined && found.equals(answer) };
}

/** Returns the allowed contents of the target after an exit code or a signal. */
function allowedContents(status, output, answer) {
  if (output !== "target") return [OLD];
  if (status === "SIGKILL" && answer) return [OLD, answer];
  return [status === 0 ? answer : OLD];
}

/** Waits for the end of a process and returns its exit code or signal and its output. */
export function waitForEnd(child) {
  const stdout = [];
  const stderr = [];
  child.stdout?.on("data", (chunk) => stdout.push(chunk));
  child.stderr?.on("data", (chunk) => stderr.push(chunk));
  // A process that ends early does not read the rest of its input.
  child.stdin?.on("error", (error) => {
    if (error.code !== "EPIPE" && error.code !== "ECONNRESET") throw error;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) =>
      resolve({ status: code ?? signal, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString() }),
    );
  });
}

/** A short command and its answer. */
export const plain = { words: ["encode"], input: "a b\n", answer: Buffer.from("a%20b%0A") };

/** Returns the trial of one command under a fault. */
export const onPlain =
  (fault, command = plain) =>
  () =>
    runTrials([command], () => trial(command, fault));

export const makeFifo = (folder, name) => execFileSync("mkfifo", [join(folder, name)]);

/** Runs a trial for each item, or in `.ci/run` for a seeded sixteenth of them, in parallel, and returns all faults. */
export async function runTrials(items, run) {
  const faults = [];
  const all = [...items];
  const step = chooseSize(1, 16);
  const waiting = all.filter((_, k) => (k + seed) % step === 0 || all.length <= step).values();
  const worker = async () => {
    for (const item of waiting) faults.push(...(await run(item)).faults);
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, worker));
  return faults;
}
