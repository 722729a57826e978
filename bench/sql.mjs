// Times the functions in ClickHouse and in DuckDB, beside the engine's own: npm run bench -- sql [clickhouse] [duckdb]
// Each reads a million rows of a Parquet file with one thread. The results are compared first, and the calls run in turns.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { processorSeconds } from "../engines/clickhouse/child-processes.mjs";
import { installOnce } from "../tests/support/install.mjs";
import { makeTemporaryFolder } from "../tests/support/temporary-folder.mjs";
import { median } from "./measure.mjs";

const ROWS = 1_000_000;
const ROUNDS = 7;
/** The most seconds of a call of ClickHouse. */
const BAR = 2.2;

const file = join(makeTemporaryFolder("bench"), "rows.parquet");

/** For each engine a function that returns the checksum of an expression over the rows, and the calls: first the engine's own. */
const ENGINES = {
  async clickhouse() {
    const { openSession } = await import("../engines/clickhouse/session.mjs");
    const session = openSession();
    session.query(`
      INSERT INTO FUNCTION file('${file}', Parquet)
      SELECT concat('/search?q=stra%C3%9Fe%20', toString(number), '&lang=de') AS encoded, decodeURLComponent(encoded) AS plain
      FROM numbers(${ROWS})`);
    return {
      checksum: (expression) => session.query(`SELECT sum(cityHash64(${expression})) FROM file('${file}', Parquet) SETTINGS max_threads = 1`, "TSV").trim(),
      calls: [
        ["decodeURLComponent(encoded)", "percodecDecode(encoded)", "percodecDecodeReport(encoded).value"],
        ["encodeURLComponent(plain)", "percodecEncode(plain)"],
      ],
    }; // prettier-ignore
  },
  async duckdb() {
    const { DuckDBInstance } = createRequire(new URL("../engines/package.json", import.meta.url))("@duckdb/node-api");
    const { registerPercodec } = await import("../engines/duckdb/percodec-duckdb.mjs");
    const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
    const connection = await instance.connect();
    registerPercodec(connection);
    await connection.run(`
      COPY (SELECT '/search?q=stra%C3%9Fe%20' || i || '&lang=de' AS encoded, url_decode(encoded) AS plain FROM range(${ROWS}) r(i))
      TO '${file}'`);
    return {
      checksum: async (expression) => (await connection.runAndReadAll(`SELECT sum(hash(${expression})) FROM '${file}'`)).getRowsJS()[0][0],
      calls: [
        ["url_decode(encoded)", "percent_decode(encoded)", "percent_decode_report(encoded).value"],
        ["url_encode(plain)", "percent_encode(plain)", "percent_encode_report(plain).value"],
      ],
    }; // prettier-ignore
  },
};

installOnce("engines");
const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(ENGINES);
for (const name of names) {
  const { checksum, calls } = await ENGINES[name]();
  for (const [own, ...ours] of calls) {
    const expected = await checksum(own);
    for (const call of ours) assert.equal(await checksum(call), expected, call);
    const times = [own, ...ours].map((call) => ({ call, wall: [0], cpu: [0] }));
    for (let round = 0; round < ROUNDS; round++) {
      for (const { call, wall, cpu } of times) {
        const [started, before] = [performance.now(), processorSeconds()];
        await checksum(call);
        wall[round] = (performance.now() - started) / 1000;
        cpu[round] = processorSeconds() - before;
      }
    }
    for (const { call, wall, cpu } of times) {
      const ratio = median(cpu) / median(times[0]?.cpu ?? []);
      console.log(`${call.padEnd(40)} ${median(wall).toFixed(2)} s, ${median(cpu).toFixed(2)} s of processor time, ${ratio.toFixed(1)} x`); // prettier-ignore
      if (name === "clickhouse" && median(wall) > BAR) {
        console.log(`MISSED  the bar is ${BAR} s`);
        process.exitCode = 1;
      }
    }
  }
}
