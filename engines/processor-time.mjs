// The processor time of this process and of the processes that it has started, for benches on Linux.
import { readdirSync, readFileSync } from "node:fs";

/** The place of utime, stime, cutime and cstime after the name in /proc/PID/stat, and their unit (proc(5)). */
const FIRST_TIME = 11;
const TICKS_PER_SECOND = 100;

/** Returns the seconds used so far. */
export function processorSeconds() {
  const { user, system } = process.cpuUsage();
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(readTimes)
    .filter(({ parent }) => parent === process.pid);
  return (user + system) / 1e6 + children.reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_PER_SECOND;
}

function readTimes(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [, parent, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const times = rest.slice(FIRST_TIME - 2, FIRST_TIME + 2);
    return { parent: Number(parent), ticks: times.reduce((sum, field) => sum + Number(field), 0) };
  } catch {
    // It has ended meanwhile.
    return { parent: 0, ticks: 0 };
  }
}
