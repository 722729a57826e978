// The processes that this one has started, on Linux (proc(5)).
import { readdirSync, readFileSync } from "node:fs";

/** The places of the parent, and of the user and system time of a process and of its children, after the name in /proc/PID/stat. */
const PARENT = 1;
const TIMES = [11, 12, 13, 14];
const TICKS_PER_SECOND = 100;

/** Returns the id and the processor time in seconds of each. */
export function childProcesses() {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return ids.flatMap((id) => {
    const fields = readStat(id);
    if (Number(fields[PARENT]) !== process.pid) return [];
    return [{ id, seconds: TIMES.reduce((sum, place) => sum + Number(fields[place]), 0) / TICKS_PER_SECOND }];
  });
}

/** Returns the processor time of this process and of its children in seconds. */
export function processorSeconds() {
  const { user, system } = process.cpuUsage();
  return childProcesses().reduce((sum, { seconds }) => sum + seconds, (user + system) / 1e6);
}

function readStat(id) {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    // The process has ended since it was listed.
    return [];
  }
}
