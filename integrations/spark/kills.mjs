// Kills processes of a cluster while a job writes its output, and returns the killed processes.
import { readdirSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

const POLL_MS = 10;

/** Finds processes to kill, from the filters that run now and those of the last poll: `{ pid, worker }`. */
const CANDIDATES = {
  worker: (cluster) => cluster.workers().map(({ name, pid }) => ({ pid, worker: name })),
  // Only executors with a filter: an executor that has just started has done no work.
  executor: (cluster, filters) =>
    cluster.executors().filter(({ worker }) => filters.some((filter) => filter.worker === worker)),
  // Only filters that have just started: their whole task is left.
  filter: (_cluster, filters, before) => filters.filter(({ pid }) => before.every((filter) => filter.pid !== pid)),
};

/**
 * Waits until a share of the tasks is done, then kills a process, for each step of the plan.
 *
 * @param plan `{ victim, share }`, in order: "executor", "filter" or "worker", and the share of the tasks
 * @param job resolves when the job ends; the whole plan must be done before
 * @returns the killed processes: `{ victim, pid, worker, share }`
 */
export async function killDuring(cluster, job, { output, tasks, plan }) {
  let ended = /** @type {boolean} */ (false);
  const jobEnd = job.then(
    () => (ended = true),
    () => (ended = true),
  );
  const killed = [];
  for (const { victim, share } of plan) {
    let found;
    let before;
    while (!ended && found === undefined) {
      if (doneTasks(output) >= share * tasks) {
        const filters = cluster.filters();
        found = kill(CANDIDATES[victim](cluster, filters, before ?? filters));
        before = filters;
      }
      await Promise.race([jobEnd, wait(POLL_MS)]);
    }
    if (found === undefined) {
      await job;
      throw new Error(`the job ended before its ${victim} was killed`);
    }
    killed.push({ victim, ...found, share: doneTasks(output) / tasks });
  }
  await job;
  return killed;
}

/** Counts the tasks that have committed their output. */
function doneTasks(output) {
  try {
    return readdirSync(`${output}/_temporary/0`).filter((name) => name.startsWith("task_")).length;
  } catch {
    return 0;
  }
}

/** Kills the first process that still exists. */
function kill(candidates) {
  return candidates.find(({ pid }) => {
    try {
      return process.kill(pid, "SIGKILL");
    } catch (error) {
      if (error.code === "ESRCH") return false;
      throw error;
    }
  });
}
