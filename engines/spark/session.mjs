// The driver of session.py as an object: each command and each answer is one line.
import { createInterface } from "node:readline";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("session.py", import.meta.url));

/** Starts a driver on the cluster; `files` are sent to the workers with the filter, `env` is only for the driver. */
export async function startSession(
  cluster,
  /** @type {{ files?: string[], env?: NodeJS.ProcessEnv }} */ { files, env } = {},
) {
  // spark-submit does not pass on standard input, so Python starts first and starts Spark.
  const words = [...cluster.options(files), "pyspark-shell"].map((word) => `'${word}'`).join(" ");
  const driver = cluster.launch("session", cluster.env.PYSPARK_PYTHON, [program], {
    stdio: ["pipe", "pipe"],
    env: { PYSPARK_SUBMIT_ARGS: words, ...env },
  });
  const session = new Session(driver, cluster);
  await session.answer();
  session.application = (await session.ask("application")).application;
  return session;
}

class Session {
  /** The id of the application; set when the driver runs. */
  application;

  constructor({ child, ended }, cluster) {
    this.child = child;
    this.ended = ended;
    this.cluster = cluster;
    this.lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  async answer() {
    for (;;) {
      const { value, done } = await this.lines.next();
      if (done) throw new Error(`the driver ended\n${this.cluster.log("session").slice(-3000)}`);
      if (value.startsWith("{")) return JSON.parse(value);
    }
  }

  /** Returns the answer to a command; throws the error that the driver reports. */
  async ask(command, words = {}) {
    this.child.stdin.write(`${JSON.stringify([command, words])}\n`);
    const answer = await this.answer();
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  }

  /** The failed attempts in the current event log: `{ stage, task, attempt, reason }`. */
  failedAttempts() {
    return failedAttempts(this.cluster.events, this.application);
  }

  async end() {
    this.child.stdin.end();
    await this.ended;
  }
}

function failedAttempts(folder, application) {
  let text;
  try {
    text = readFileSync(join(folder, application), "utf8");
  } catch {
    text = readFileSync(join(folder, `${application}.inprogress`), "utf8");
  }
  return text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .filter((line) => line.includes('"SparkListenerTaskEnd"'))
    .map((line) => JSON.parse(line))
    .filter(({ "Task End Reason": { Reason } }) => !["Success", "TaskKilled"].includes(Reason))
    .map((event) => ({
      stage: event["Stage ID"],
      task: event["Task Info"].Index,
      attempt: event["Task Info"].Attempt,
      reason: event["Task End Reason"].Reason,
    }));
}
