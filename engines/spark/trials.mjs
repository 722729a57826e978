// Decodes seeded rows on the cluster while processes are killed, and compares every row with the run on one machine.
import { rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { check, note, same } from "./checks.mjs";
import { killDuring } from "./kills.mjs";
import { localSums } from "./local.mjs";
import { drawFor, writeRows } from "./rows.mjs";

const ROWS_A_FILE = 125_000;
const LEAST_FILES = 16;
/** Twice the measured size of a row, input and output together. */
const BYTES_A_ROW = 220;

/**
 * A way to decode: the command of session.py, the processes that decode, and the victims of a trial.
 *
 * @typedef {{ command: string, decoders: "filters" | "pythonWorkers", plans: string[][], forms: (string | undefined)[] }} Way
 */

/** Through `percodec records`, in each form of the helper. */
export const FILTER_WAY = {
  command: "decode",
  decoders: "filters",
  plans: [["executor"], ["filter"], ["executor", "filter"], ["filter", "executor"]],
  forms: ["arrow", "hex", "tsv"],
};

/** Through the column module in the Python workers. */
export const COLUMN_WAY = {
  command: "column",
  decoders: "pythonWorkers",
  plans: [["executor", "python"], ["python", "executor"], ["python", "python"], ["executor"]], // prettier-ignore
  forms: [undefined],
};

export class Trials {
  constructor(cluster, rows, way) {
    const { bavail, bsize } = statfsSync(cluster.folder);
    if (bavail * bsize < rows * BYTES_A_ROW) throw new Error(`${cluster.folder} has not enough space for ${rows} rows`);
    this.cluster = cluster;
    this.rows = rows;
    this.way = way;
    this.input = join(cluster.folder, "rows");
    this.output = join(cluster.folder, "output");
  }

  /** Writes the rows of a seed; returns the number of files and the expected number of rows with each status. */
  makeRows(seed) {
    const files = Math.max(LEAST_FILES, Math.ceil(this.rows / ROWS_A_FILE));
    rmSync(this.input, { recursive: true, force: true });
    return { files, statuses: writeRows(this.input, { seed, count: this.rows, files }) };
  }

  /** One run of many rows, with a kill of each kind, spread over the run. */
  async runOne(session, seed, victims) {
    const { files, statuses } = this.makeRows(seed);
    note(`made ${this.rows} rows in ${files} files`);
    const started = Date.now();
    const wanted = await localSums(this.input);
    note(`one machine: ${((Date.now() - started) / 1000).toFixed(1)} s, ${JSON.stringify(wanted)}`);
    await check("the filter without Spark finds the expected status of each row", () =>
      same(wanted.statuses, statuses),
    );
    const plan = victims.map((victim, k) => ({ victim, share: (k + 1) / (victims.length + 2) }));
    await check(`${this.rows} rows as on one machine, with ${victims.join(", ")} killed`, () =>
      this.decodeWithKills(session, { wanted, files, plan, minFailures: Math.min(2, victims.length) }),
    );
  }

  /** Seeded runs; each kills processes at random moments. */
  async runSeeded(session, seed, count) {
    const { plans, forms } = this.way;
    for (let trial = 0; trial < count; trial++) {
      const draw = drawFor(seed, trial);
      const { files } = this.makeRows(seed + trial);
      const wanted = await localSums(this.input);
      const shares = [draw() % 60, draw() % 60].sort((a, b) => a - b);
      const victims = plans[draw() % plans.length] ?? [];
      const plan = victims.map((victim, k) => ({ victim, share: Number(shares[k]) / 100 }));
      const form = forms[draw() % forms.length];
      const name = form === undefined ? "" : `, form ${form}`;
      await check(`trial ${trial + 1}, seed ${seed + trial}${name}: ${this.rows} rows as on one machine`, () =>
        this.decodeWithKills(session, { wanted, files, plan, form }),
      );
    }
  }

  /** Decodes, kills processes meanwhile, and compares the output. */
  async decodeWithKills(
    session,
    /** @type {{ wanted: any, files: number, plan: any[], form?: string | undefined, minFailures?: number }} */
    { wanted, files, plan, form, minFailures = 1 },
  ) {
    const { cluster, input, output, way } = this;
    const before = session.failedAttempts().length;
    rmSync(output, { recursive: true, force: true });
    const job = session.ask(way.command, { input, output, tasks: files, ...(form === undefined ? {} : { form }) });
    const victims = await killDuring(cluster, job, { output, tasks: files, plan, decoders: way.decoders });
    const { seconds } = await job;
    const sums = await session.ask("sums", { output });
    const attempts = session.failedAttempts().slice(before);
    const kills = victims.map(({ victim, pid, worker, share }) => `${victim} ${pid} of ${worker} at ${Math.round(share * 100)} %`); // prettier-ignore
    const reasons = attempts.map(({ reason }) => reason).join(", ");
    const summary = `killed ${kills.join(", ")}; ${attempts.length} failed attempts (${reasons}); ${seconds.toFixed(1)} s; hash ${sums.hash}`;
    same(sums, wanted);
    if (attempts.length < minFailures) throw new Error(`not ${minFailures} failed attempts: ${summary}`);
    return summary;
  }
}
