import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync, statSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { ignoring, systemCode } from "./errors.ts";

/** The name of a temporary file, which identifies the process that owns it: `.percodec-TABLE-PID-START-RANDOM.tmp`. */
const OWNED = /^\.percodec-([0-9a-f]{16})-(\d+)-(\d+)-[0-9a-f]{8}\.tmp$/;

/** Creates the name of a new temporary file. */
export function temporaryName(): string {
  const table = processTable();
  const start = processStart("self");
  const owner = table && start ? `${table}-${process.pid}-${start}-` : "";
  return `.percodec-${owner}${randomBytes(4).toString("hex")}.tmp`;
}

/** Removes temporary files whose processes have certainly ended. */
export function removeAbandoned(folder: string): void {
  const table = processTable();
  if (table === undefined) return;
  for (const name of namesIn(folder)) {
    const [, owner, pid, start = ""] = OWNED.exec(name) ?? [];
    if (owner !== table || isRunning(Number(pid), start)) continue;
    // Another run removed it first, it belongs to another user, or it is a folder.
    ignoring(["ENOENT", "EPERM", "EACCES", "EISDIR"], () => unlinkSync(join(folder, name)));
  }
}

/**
 * Identifies the process table to which a process number belongs: the boot of the kernel, and the namespaces of
 * process numbers and of clocks (namespaces(7)); undefined if the system does not expose them.
 *
 * The host name is not enough: containers can share it without sharing processes.
 */
function processTable(): string | undefined {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
    const processes = statSync("/proc/self/ns/pid").ino;
    const clocks = statSync("/proc/self/ns/time", { throwIfNoEntry: false })?.ino ?? 0;
    return createHash("sha256").update(`${boot} ${processes} ${clocks}`).digest("hex").slice(0, 16);
  } catch {
    // Without /proc nothing shows that a process has ended: the name has no owner, and nothing is removed.
    return undefined;
  }
}

/** Whether a process still runs, or may still run. */
function isRunning(pid: number, start: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    if (systemCode(error) === "ESRCH") return false;
  }
  // /proc may belong to another namespace, in which the number means another process, or may hide processes.
  const found = isProcOfThisNamespace() ? processStart(pid) : undefined;
  return found === undefined || found === start;
}

/** Whether /proc belongs to the namespace of this process: then NSpid has only one number (proc_pid_status(5)). */
function isProcOfThisNamespace(): boolean {
  try {
    return /^NSpid:\t\d+$/m.test(readFileSync("/proc/self/status", "latin1"));
  } catch {
    // /proc does not exist.
    return false;
  }
}

/**
 * Returns when a process started, in clock ticks since the boot (field 22 of proc_pid_stat(5)). It distinguishes two
 * processes with the same number. "ended" is a zombie; undefined means unknown.
 */
function processStart(pid: number | "self"): string | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, "latin1");
    // Field 2, the name, is in parentheses and may contain spaces and parentheses.
    const fields = status.slice(status.lastIndexOf(")") + 2).split(" ");
    const ended = fields[0] === "Z" || fields[0] === "X";
    return ended ? "ended" : fields[22 - 3];
  } catch {
    // The process is hidden, or has ended.
    return undefined;
  }
}

/** Lists the names in a folder; returns none if the folder may be written but not listed. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (systemCode(error) === "EACCES") return [];
    throw error;
  }
}
