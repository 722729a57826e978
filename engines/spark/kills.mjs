// Kills processes of a cluster while a job writes its output, and returns the killed processes.
import { readdirSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

const POLL_MS = 10;

/** Finds processes to kill, from the decoding processes that run now and those of the last poll: `{ pid, worker }`. */
const CANDIDATES = {
  worker: (cluster) => cluster.workers().map(({ name, pid }) => ({ pid, worker: name })),
  // Only executors with a decoding process: an executor that has just started has done no work.
  executor: (cluster, running) =>
    cluster.executors().filter(({ worker }) => running.some((one) => one.worker === worker)),
  // Only filters that have just started: their whole task is left.
  filter: (_cluster, running, before) => running.filter(({ pid }) => before.every((one) => one.pid !== pid)),
  // Only Python workers that have used processor time since the last poll: others may wait for a task.
  python: (_cluster, running, before) =>
    running.filter(({ pid, ticks }) => before.some((one) => one.pid === pid && one.ticks < ticks)),
};

/**
 * Waits until a share of the tasks is done, then kills a process, for each step of the plan.
 *
 * @param plan `{ victim, share }`, in order: "executor", "filter", "python" or "worker", and the share of the tasks
 * @param decoders the method of the cluster that lists the processes that decode: "filters" or "pythonWorkers"
 * @param job resolves when the job ends; the whole plan must be done before
 * @returns the killed processes: `{ victim, pid, worker, share }`
 */
export async function killDuring(cluster, job, { output, tasks, plan, decoders }) {
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
        const running = cluster[decoders]();
        found = kill(CANDIDATES[victim](cluster, running, before ?? running));
        before = running;
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
