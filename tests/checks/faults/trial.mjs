// One run of the built command under a fault, in a folder of its own, and what it has to leave there.
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** Modes bind every user but root, who runs what is about them as nobody. */
export const ROOT = process.getuid?.() === 0;
const NOBODY = { uid: 65534, gid: 65534 };

/** Where all of it happens, and the command lies: a user who may read nothing else can go there. */
export const ground = mkdtempSync(join(tmpdir(), "percodec-faults-"));
chmodSync(ground, 0o755);
process.on("exit", () => rmSync(ground, { recursive: true, force: true }));

const dist = fileURLToPath(new URL("../../../dist/", import.meta.url));
for (const part of ["cli.cjs", "cli", "kernel.wasm"]) cpSync(dist + part, join(ground, part), { recursive: true });
export const CLI = join(ground, "cli.cjs");

export const OLD = Buffer.from("the old content\n");
/** What a run that hangs gets, in milliseconds. */
const PATIENCE = 60_000;
const TRACE = /^\s+at |node:internal|^Node\.js v/m;

export const temporariesIn = (folder) => readdirSync(folder).filter((name) => name.startsWith(".percodec-"));

/** What a process that has ended left behind: the name of a real temporary, with a number that no process has. */
export const STALE = await staleName();

async function staleName() {
  const folder = mkdtempSync(join(ground, "run-"));
  const child = spawn(process.execPath, [CLI, "encode", "-o", "target"], { cwd: folder });
  await begun(child, folder);
  const [name = ""] = temporariesIn(folder);
  child.stdin.end();
  await new Promise((resolve) => child.on("close", resolve));
  rmSync(folder, { recursive: true });
  return name.replace(`-${child.pid}-`, "-99999999-");
}

/** Waits until the command has begun to write its file, or has ended. */
export async function begun(child, folder) {
  while (child.exitCode === null && child.signalCode === null && temporariesIn(folder).length === 0)
    await setTimeout(2);
}

let runs = 0;

/** How many runs there were so far. */
export const runsSoFar = () => runs;

/**
 * Runs a command under a fault and judges what every run has to keep: the promised exit code, no stack trace but a message for
 * who failed, the target whole, old or new, and no temporary file behind it.
 *
 * @param command its `words`, its `input` and the `answer` that it gives undisturbed
 * @param fault
 *   - `codes` the exit codes or signals that are right (default 3), `says` what the message has to say, `notes` what a run
 *     that succeeds has to say
 *   - `output` the file of `-o` (default target, which has an old content); null for standard output
 *   - `prepare` is given the folder before, `act` the process and the folder in place of the input
 *   - `wrap` words before the command, `preload` a script that Node takes first, `env`, `stdio` as spawn takes them
 *   - `asNobody` for faults of permissions
 *   - `afterwards` is given the folder after the run, and gives what is wrong there
 *   - `place` the folder to look at afterwards, `left` what the target may be, by the exit code
 *   - `mayLeave` whether a temporary may be left to the next run, as it may by a process that was killed
 * @returns the faults, the status, what came to stdout, whether there was a temporary, and whether the target is new
 */
export async function trial(command, fault = {}) {
  const { words, input = "", answer } = command;
  const { codes = [3], output = "target", asNobody = false, place = ".", wrap = [], preload, env } = fault;
  const folder = mkdtempSync(join(ground, "run-"));
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
    timeout: PATIENCE,
    killSignal: "SIGKILL",
    ...(asNobody && ROOT && NOBODY),
  });
  runs++;
  const ending = endOf(child);
  if (fault.act) await fault.act(child, folder);
  else child.stdin?.end(input);
  const { status, stdout, stderr } = await ending;

  const faults = [];
  const report = (what) => faults.push(`percodec ${typed.join(" ")}: ${what}`);
  if (!codes.includes(status)) report(`ended with ${status}, not ${codes.join(" or ")}: ${stderr.slice(0, 500)}`);
  if (TRACE.test(stderr)) report(`a stack trace: ${stderr.slice(0, 500)}`);
  else if (!/^(?:percodec: .*\n)*$/.test(stderr)) report(`it said ${JSON.stringify(stderr.slice(0, 500))}`);
  const silent = stderr === "" && !fault.maySayNothing;
  const maySpeak = [1, 3].includes(status) || fault.notes?.test(stderr);
  if (child.stderr && (silent ? [1, 3].includes(status) : !maySpeak && stderr !== ""))
    report(`ended with ${status} and said "${stderr}"`);
  if (fault.notes && !fault.notes.test(stderr)) report(`said "${stderr}", not ${fault.notes}`);
  if (fault.says && status === codes[0] && !fault.says.test(stderr)) report(`said "${stderr}", not ${fault.says}`);

  if (asNobody) chmodSync(folder, 0o777);
  faults.push(...((await fault.afterwards?.(folder)) ?? []).map((what) => `percodec ${typed.join(" ")}: ${what}`));
  const left = fault.left?.(status) ?? leftBy(status, output, answer);
  const found = readFileSync(join(folder, place, "target"));
  if (!left.some((content) => content.equals(found))) report(`ended with ${status}, and the file is torn or wrong`);
  const stale = temporariesIn(join(folder, place));
  if (stale.length > 0) {
    if (typeof status === "number" && !fault.mayLeave) report(`ended with ${status} and left ${stale.join()}`);
    spawnSync(process.execPath, [CLI, "encode", "-o", "target", "a"], { cwd: join(folder, place) });
    const staler = temporariesIn(join(folder, place));
    if (staler.length > 0) report(`the next run left ${staler.join()}`);
  }
  rmSync(folder, { recursive: true });
  return { faults, status, stdout, stale: stale.length > 0, isNew: answer !== undefined && found.equals(answer) };
}

/** What the target may be after an exit code or a signal. */
function leftBy(status, output, answer) {
  if (output !== "target") return [OLD];
  if (status === "SIGKILL" && answer) return [OLD, answer];
  return [status === 0 ? answer : OLD];
}

/** Waits for the end of a process, and gives its exit code or signal and all that it wrote. */
export function endOf(child) {
  const stdout = [];
  const stderr = [];
  child.stdout?.on("data", (chunk) => stdout.push(chunk));
  child.stderr?.on("data", (chunk) => stderr.push(chunk));
  // Who ends early does not read on.
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

/** Does trials of many things, as many at a time as there are processors, and gives the faults of all. */
export async function over(items, run) {
  const faults = [];
  const waiting = [...items].values();
  const worker = async () => {
    for (const item of waiting) faults.push(...(await run(item)).faults);
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, worker));
  return faults;
}
