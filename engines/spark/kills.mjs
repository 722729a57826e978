// Kills processes of a cluster while a job writes its output, and says which.
import { readdirSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

const POLL_MS = 10;

/**
 * Waits for a share of the tasks to be done and kills then, one victim after the other.
 *
 * @param plan `{ victim, share }`, in order: "executor", "filter" or "worker", and the share of the tasks
 * @param job a promise of the job's end, after which nothing may be left of the plan
 * @returns who was killed: `{ victim, pid, worker, share }`
 */
export async function killDuring(cluster, job, { output, tasks, plan }) {
  let ended = false;
  const over = job.then(
    () => (ended = true),
    () => (ended = true),
  );
  const killed = [];
  for (const { victim, share } of plan) {
    let gone;
    while (!ended && gone === undefined) {
      if (doneTasks(output) >= share * tasks) gone = await killOne(cluster, victim);
      await Promise.race([over, wait(POLL_MS)]);
    }
    if (gone === undefined) throw new Error(`the job ended before its ${victim} was killed`);
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

/** Kills the first that can be found; undefined where there is none yet. */
async function killOne(cluster, victim) {
  if (victim === "worker") {
    const [{ pid, name }] = cluster.workers();
    process.kill(pid, "SIGKILL");
    return { pid, worker: name };
  }
  if (victim === "executor") {
    // One that has just been started has nothing to lose yet.
    const busy = new Set(cluster.filters().map(({ worker }) => worker));
    return kill(cluster.executors().filter(({ worker }) => busy.has(worker)));
  }
  // One that has just begun has its whole task before it.
  const before = new Set(cluster.filters().map(({ pid }) => pid));
  await wait(POLL_MS);
  return kill(cluster.filters().filter(({ pid }) => !before.has(pid)));
}

function kill([found]) {
  if (found === undefined) return undefined;
  try {
    process.kill(found.pid, "SIGKILL");
    return found;
  } catch (error) {
    if (error.code === "ESRCH") return undefined;
    throw error;
  }
}
