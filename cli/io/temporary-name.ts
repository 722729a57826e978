import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync, statSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { systemCode } from "./errors.ts";

/** A temporary file whose name tells the process that owns it: `.percodec-TABLE-PID-START-RANDOM.tmp`. */
const OWNED = /^\.percodec-([0-9a-f]{16})-(\d+)-(\d+)-[0-9a-f]{8}\.tmp$/;

/** The name of a new temporary file. */
export function temporaryName(): string {
  const table = processTable();
  const start = processStart("self");
  const owner = table && start ? `${table}-${process.pid}-${start}-` : "";
  return `.percodec-${owner}${randomBytes(4).toString("hex")}.tmp`;
}

/** Removes the temporary files whose processes are proved to have ended; all others stay. */
export function removeAbandoned(folder: string): void {
  const table = processTable();
  if (table === undefined) return;
  for (const name of namesIn(folder)) {
    const [, owner, pid, start = ""] = OWNED.exec(name) ?? [];
    if (owner !== table || isRunning(Number(pid), start)) continue;
    try {
      unlinkSync(join(folder, name));
    } catch (error) {
      // Another run removed it first, or it belongs to another user, or it is a folder.
      if (!["ENOENT", "EPERM", "EACCES", "EISDIR"].includes(systemCode(error) ?? "")) throw error;
    }
  }
}

/**
 * Identifies the process table in which a process number has a meaning: the boot of the kernel, and the namespaces of
 * process numbers and of clocks (namespaces(7)); undefined where the system does not tell.
 *
 * The host name would not do: containers may share it, and do not share their processes.
 */
function processTable(): string | undefined {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
    const processes = statSync("/proc/self/ns/pid").ino;
    const clocks = statSync("/proc/self/ns/time", { throwIfNoEntry: false })?.ino ?? 0;
    return createHash("sha256").update(`${boot} ${processes} ${clocks}`).digest("hex").slice(0, 16);
  } catch {
    // Without /proc no process can be proved to have ended: the name then has no owner, and nothing is removed.
    return undefined;
  }
}

/** Whether a process still runs; where that cannot be found out it does. */
function isRunning(pid: number, start: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    if (systemCode(error) === "ESRCH") return false;
  }
  // /proc may be that of another namespace, where the number means another process, or may hide processes.
  const found = readsOwnTable() ? processStart(pid) : undefined;
  return found === undefined || found === start;
}

/** Whether /proc numbers processes as this process does: then its own number stands alone in NSpid (proc_pid_status(5)). */
function readsOwnTable(): boolean {
  try {
    return /^NSpid:\t\d+$/m.test(readFileSync("/proc/self/status", "latin1"));
  } catch {
    // No /proc: it tells nothing about any process.
    return false;
  }
}

/**
 * When a process started, in clock ticks since the boot (field 22 of proc_pid_stat(5)): it tells two processes with the
 * same number apart. "ended" is a zombie; undefined means not known.
 */
function processStart(pid: number | "self"): string | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, "latin1");
    // Field 2, the name, is in parentheses and may hold spaces and parentheses.
    const fields = status.slice(status.lastIndexOf(")") + 2).split(" ");
    const ended = fields[0] === "Z" || fields[0] === "X";
    return ended ? "ended" : fields[22 - 3];
  } catch {
    // Hidden, or ended since: not known.
    return undefined;
  }
}

/** A folder that may not be listed can still be written to. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (systemCode(error) === "EACCES") return [];
    throw error;
  }
}
