// A standalone Spark on loopback: a master and workers of one core each, as separate processes whose ids are recorded.
//   node engines/spark/cluster.mjs    start one with two workers and keep it until Ctrl-C
import { spawn } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { environment, FILTER } from "./environment.mjs";

/** Long, for a busy machine; waiting stops earlier if a needed process has ended. */
const START_MS = 300_000;
const POLL_MS = 200;
const WORKER_MEMORY = "2g";
/** In short jobs the second compiler costs more than it saves: without it a recipe of 200,000 rows takes 24 s of processor time, not 51. */
const BRIEF_JVM_OPTIONS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

/** The place of utime, stime, cutime and cstime after the process group in /proc/PID/stat, and their unit (proc(5)). */
const FIRST_TIME = 8;
const TICKS_PER_SECOND = 100;

const running = new Set();
process.once("exit", () => running.forEach((cluster) => cluster.stop()));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));

/** Starts a master and `workers` workers, and waits until the master lists them all. `brief` is for short jobs. */
export async function startCluster({ workers = 2, nice = 0, brief = false } = {}) {
  const cluster = new Cluster(environment(), nice, brief);
  running.add(cluster);
  await cluster.startMaster();
  for (let k = 0; k < workers; k++) cluster.startWorker();
  await cluster.waitForWorkers(workers);
  return cluster;
}

class Cluster {
  constructor({ bin, env, version }, nice, brief) {
    this.bin = bin;
    this.version = version;
    this.folder = mkdtempSync(join(tmpdir(), "percodec-spark-"));
    this.env = {
      ...env,
      SPARK_NO_DAEMONIZE: "1",
      SPARK_WORKER_DIR: this.folder,
      SPARK_LOCAL_DIRS: `${this.folder}/local`,
      JAVA_TOOL_OPTIONS: [env.JAVA_TOOL_OPTIONS, brief && BRIEF_JVM_OPTIONS].filter(Boolean).join(" "),
    };
    this.nice = nice;
    this.events = join(this.folder, "events");
    mkdirSync(this.events);
    /** The started processes: `{ name, pid }`. The id of each process group is that pid. */
    this.processes = [];
  }

  /**
   * Starts a program in a separate process group, which ends with this process; its output goes to NAME.log. `ended` resolves
   * to its exit code after the last process of the group has ended; after `timeout` the group is killed.
   */
  launch(
    name,
    program,
    words,
    /** @type {{ stdio?: import("node:child_process").IOType[], env?: NodeJS.ProcessEnv, timeout?: number }} */ {
      stdio,
      env,
      timeout,
    } = {},
  ) {
    const log = openSync(join(this.folder, `${name}.log`), "a");
    const [first, ...rest] = ["setpriv", "--pdeathsig", "KILL", "nice", "-n", String(this.nice), program, ...words];
    const [input = "ignore", output = log] = stdio ?? [];
    const child = spawn(first, rest, {
      cwd: this.folder,
      env: { ...this.env, ...env },
      detached: true,
      stdio: [input, output, log],
    });
    closeSync(log);
    const started = { name, pid: child.pid, child };
    started.ended = this.follow(started, timeout);
    this.processes.push(started);
    this.record();
    return started;
  }

  /** Removes a group from the list when it has ended, since its id may be used again. */
  async follow(started, timeout) {
    const { child, pid } = started;
    const timer = timeout && setTimeout(() => killGroup(pid), timeout);
    const status = await new Promise((done) => child.once("exit", done).once("error", done));
    while (processTable().some(({ group }) => group === pid)) await wait(POLL_MS);
    clearTimeout(timer);
    this.processes = this.processes.filter((other) => other !== started);
    return status;
  }

  record() {
    const lines = this.processes.map(({ name, pid }) => `${pid} ${name}\n`);
    writeFileSync(join(this.folder, "processes.txt"), lines.join(""));
  }

  log(name) {
    return readFileSync(join(this.folder, `${name}.log`), "utf8");
  }

  async startMaster() {
    const words = ["org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port", "0", "--webui-port", "0"];
    this.master = this.launch("master", join(this.bin, "spark-class"), words);
    const found = await this.waitUntil("the master", () => {
      const text = this.log("master");
      const url = /spark:\/\/[\d.:]+/.exec(text)?.[0];
      const page = /started at (http:\S+)/.exec(text)?.[1];
      return url && page ? { url, page } : undefined;
    });
    this.url = found.url;
    this.page = found.page;
  }

  startWorker() {
    const name = `worker-${this.workers().length + 1}`;
    const words = ["--host", "127.0.0.1", "--webui-port", "0", "--cores", "1", "--memory", WORKER_MEMORY, this.url];
    return this.launch(name, join(this.bin, "spark-class"), ["org.apache.spark.deploy.worker.Worker", ...words]);
  }

  workers() {
    return this.processes.filter(({ name }) => name.startsWith("worker"));
  }

  async waitForWorkers(count) {
    await this.waitUntil(`${count} workers`, async () => {
      const { workers } = await (await fetch(`${this.page}/json/`)).json();
      return workers.filter(({ state }) => state === "ALIVE").length === count ? true : undefined;
    });
  }

  /** Calls `ask` until it returns a value; throws if one of the running processes ends, or after START_MS. */
  async waitUntil(what, ask) {
    const needed = [...this.processes];
    const end = Date.now() + START_MS;
    while (Date.now() < end) {
      const answer = await ask();
      if (answer !== undefined) return answer;
      const lost = needed.find(({ child }) => child.exitCode !== null || child.signalCode !== null);
      if (lost) throw new Error(`${lost.name} ended\n${this.log(lost.name).slice(-2000)}`);
      await wait(POLL_MS);
    }
    throw new Error(`${what} did not come within ${START_MS / 1000} s\n${this.log("master").slice(-2000)}`);
  }

  /** Returns the options of spark-submit and spark-sql for this cluster; `files` are sent to the workers with the filter. */
  options(files = []) {
    const settings = {
      "spark.driver.host": "127.0.0.1",
      "spark.driver.bindAddress": "127.0.0.1",
      "spark.driver.memory": "1g",
      "spark.executor.memory": "1g",
      "spark.ui.enabled": "false",
      "spark.eventLog.enabled": "true",
      "spark.eventLog.rolling.enabled": "false",
      "spark.eventLog.compress": "false",
      "spark.eventLog.dir": `file://${this.events}`,
      "spark.sql.catalogImplementation": "in-memory",
      "spark.sql.warehouse.dir": `file://${this.folder}/warehouse`,
    };
    const words = Object.entries(settings).flatMap(([name, value]) => ["--conf", `${name}=${value}`]);
    return ["--master", this.url, "--files", [FILTER, ...files].join(","), ...words];
  }

  /** The running executors: `{ pid, worker }`. */
  executors() {
    return this.members(({ words }) => words.includes("org.apache.spark.executor.CoarseGrainedExecutorBackend"));
  }

  filters() {
    return this.members(({ words }) => basename(words[0] ?? "") === "node" && words.some((word) => word.endsWith(basename(FILTER)))); // prettier-ignore
  }

  /** The Python workers: the children of PySpark's daemons, which have the same name. */
  pythonWorkers() {
    const found = this.members(({ words }) => words.includes("pyspark.daemon"));
    return found.filter(({ parent }) => found.some(({ pid }) => pid === parent));
  }

  /** Finds processes of the workers. PySpark's processes have a group of their own, so parents are followed. */
  members(matches) {
    const table = processTable();
    const entries = new Map(table.map((entry) => [entry.pid, entry]));
    const names = new Map(this.workers().map(({ name, pid }) => [pid, name]));
    const findWorker = (entry) => {
      for (let one = entry; one !== undefined; one = entries.get(one.parent)) {
        const name = names.get(one.group);
        if (name !== undefined) return name;
      }
      return undefined;
    };
    return table
      .filter(matches)
      .map((entry) => ({ pid: entry.pid, parent: entry.parent, ticks: entry.ticks, worker: findWorker(entry) }))
      .filter(({ worker }) => worker !== undefined);
  }

  /** The seconds of processor time of all processes of the workers so far, with those that have ended. */
  workerSeconds() {
    return this.members(() => true).reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_PER_SECOND;
  }

  /** Kills all started processes and their children. */
  stop() {
    for (const { pid } of this.processes) killGroup(pid);
    running.delete(this);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

function killGroup(pid) {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

/** Every process of this machine that has not ended: `{ pid, parent, group, words, ticks }`; `ticks` includes its ended children. */
function processTable() {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
        const [state, parent, group, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        // The zombie of an orphan may stay for ever.
        if (state === "Z") return [];
        const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
        const ticks = rest.slice(FIRST_TIME, FIRST_TIME + 4).reduce((sum, field) => sum + Number(field), 0);
        return [{ pid: Number(pid), parent: Number(parent), group: Number(group), words, ticks }];
      } catch {
        return [];
      }
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const cluster = await startCluster();
  console.log(`${cluster.url}  (logs in ${cluster.folder})`);
  console.log(`spark-submit and spark-sql of ${cluster.bin} with these options:\n${cluster.options().join(" ")}`);
  setInterval(() => {}, 1 << 30);
}
