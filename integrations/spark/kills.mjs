// Kills processes of a cluster while a job writes its output, and says which.
import { readdirSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

const POLL_MS = 10;

/** Who could be killed, given the filters that run now and those that ran at the last look: `{ pid, worker }`. */
const CANDIDATES = {
  worker: (cluster) => cluster.workers().map(({ name, pid }) => ({ pid, worker: name })),
  // One that has just been started has nothing to lose yet.
  executor: (cluster, filters) =>
    cluster.executors().filter(({ worker }) => filters.some((filter) => filter.worker === worker)),
  // One that has just begun has its whole task before it.
  filter: (_cluster, filters, before) => filters.filter(({ pid }) => before.every((filter) => filter.pid !== pid)),
};

/**
 * Waits for a share of the tasks to be done and kills then, one victim after the other.
 *
 * @param plan `{ victim, share }`, in order: "executor", "filter" or "worker", and the share of the tasks
 * @param job a promise of the job's end, after which nothing may be left of the plan
 * @returns who was killed: `{ victim, pid, worker, share }`
 */
export async function killDuring(cluster, job, { output, tasks, plan }) {
  let ended = /** @type {boolean} */ (false);
  const over = job.then(
    () => (ended = true),
    () => (ended = true),
  );
  const killed = [];
  for (const { victim, share } of plan) {
    let gone;
    let before;
    while (!ended && gone === undefined) {
      if (doneTasks(output) >= share * tasks) {
        const filters = cluster.filters();
        gone = kill(CANDIDATES[victim](cluster, filters, before ?? filters));
        before = filters;
      }
      await Promise.race([over, wait(POLL_MS)]);
    }
    if (gone === undefined) {
      await job;
      throw new Error(`the job ended before its ${victim} was killed`);
    }
    killed.push({ victim, ...gone, share: doneTasks(output) / tasks });
  }
  await job;
  return killed;
}

/** How many tasks have committed what they wrote. */
function doneTasks(output) {
  try {
    return readdirSync(`${output}/_temporary/0`).filter((name) => name.startsWith("task_")).length;
  } catch {
    return 0;
  }
}

/** Kills the first that is still there. */
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
