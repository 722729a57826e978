/**
 * Starts a clock and returns a function that reads it, in milliseconds. It measures the processor time of this process,
 * or the elapsed time if that is less, so that the load of other programs does not count.
 */
export function startClock(): () => number {
  const [start, used] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(used);
    return Math.min(performance.now() - start, (user + system) / 1000);
  };
}

/** Returns the time of an action by `startClock`, in milliseconds. */
export function cpuTime(action: () => unknown): number {
  const clock = startClock();
  action();
  return clock();
}
