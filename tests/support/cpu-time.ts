/**
 * Starts a clock that says how many milliseconds have passed: the processor time of this process, or the elapsed time if that is less.
 * Other programs that use the processor do not make it go faster.
 */
export function startClock(): () => number {
  const [start, used] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(used);
    return Math.min(performance.now() - start, (user + system) / 1000);
  };
}

/** Measures an action with that clock. */
export function cpuTime(action: () => unknown): number {
  const clock = startClock();
  action();
  return clock();
}
