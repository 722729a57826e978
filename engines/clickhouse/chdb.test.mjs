// Tests the functions in chDB, which runs ClickHouse in this process. The pools start child processes.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after, test } from "node:test";
import { Session } from "chdb";
import { CHECKS } from "./checks.mjs";
import { definitions, FILE } from "./functions.mjs";
import { install } from "./installation.mjs";

const { configuration, remove } = install();
const session = new Session(undefined, { connectionArgs: [`--config-file=${configuration}`] });
after(() => {
  session.cleanup();
  remove();
});

session.query("SET max_query_size = 100000000");
const run = (sql) =>
  session
    .query(sql, "JSONCompactEachRow")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

for (const [name, check] of Object.entries(CHECKS)) test(name, () => check(run));

test("the processes of a pool stay alive between queries", () => {
  run("SELECT percodecDecode('%41')");
  const before = processes();
  assert.ok(before.length > 0);
  for (let k = 0; k < 20; k++) run(`SELECT percodecDecode('%41${k}'), percodecDecode('%')`);
  assert.deepEqual(processes(), before);
});

test("the file is what functions.mjs writes", () => {
  const written = readFileSync(new URL(FILE, import.meta.url), "utf8");
  assert.equal(written, definitions, "node engines/clickhouse/functions.mjs");
});

/** Returns the ids of the child processes. */
function processes() {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((id) => {
      try {
        return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${id}/stat`, "latin1"))?.[1]) === process.pid;
      } catch {
        return false;
      }
    })
    .sort();
}
