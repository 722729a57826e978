// Tests the WebAssembly functions in chDB: the golden rows, and hostile rows beside the column module.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { Session } from "chdb";
import { ColumnModule } from "../column/host.mjs";
import { hostileRows } from "../column/hostile.mjs";
import { goldenRows } from "../golden.mjs";
import { install } from "./installation.mjs";

const HOSTILE_ROWS = 20_000;
const FUNCTIONS = { decode: "percodecWasmDecode", encode: "percodecWasmEncode" };

const { configuration, remove } = install(
  "\n  <allow_experimental_webassembly_udf>true</allow_experimental_webassembly_udf>",
);
const session = new Session(undefined, { connectionArgs: [`--config-file=${configuration}`] });
after(() => {
  session.cleanup();
  remove();
});
session.query("SET max_query_size = 100000000");
const code = readFileSync(new URL("../../library/dist/clickhouse.wasm", import.meta.url));
session.query(
  `INSERT INTO system.webassembly_modules (name, code) SELECT 'percodec', unhex('${code.toString("hex")}')`,
);
const statements = readFileSync(new URL("percodec_wasm.sql", import.meta.url), "utf8").replaceAll(/^--.*$/gm, "");
for (const statement of statements.split(";\n").filter((text) => text.trim() !== "")) session.query(statement);

const run = (sql) =>
  session
    .query(sql, "JSONCompactEachRow")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const hex = (bytes) => (bytes === null ? null : Buffer.from(bytes).toString("hex").toUpperCase());
// One literal: an expression for each row would be too large a statement.
const toTable = (texts) =>
  `(SELECT k, unhex(one) AS text FROM (SELECT splitByChar(',', '${texts.map(hex).join(",")}') AS list) ARRAY JOIN list AS one, arrayEnumerate(list) AS k)`;
const reports = (name, texts) =>
  run(`
    WITH ${name}(text) AS report
    SELECT hex(report.value), report.status, report.code, toUInt32(report.byte_offset) FROM ${toTable(texts)} ORDER BY k`);

for (const [op, name] of Object.entries(FUNCTIONS)) {
  test(`${name}: the golden rows`, () => {
    const chosen = goldenRows().filter((row) => row.op === op);
    assert.ok(chosen.length > 20);
    assert.deepEqual(
      reports(
        name,
        chosen.map(({ input }) => Buffer.from(input)),
      ),
      chosen.map(({ value, status, code: word, byte_offset }) => [hex(value), status, word, byte_offset]),
    );
  });
}

test("hostile rows as from the column module", () => {
  const rows = hostileRows(20261125, HOSTILE_ROWS);
  const wanted = new ColumnModule().run({ op: "decode" }, rows);
  assert.deepEqual(
    reports("percodecWasmDecode", rows),
    wanted.map(({ value, status, code: word, byte_offset }) => [hex(value), status, word, byte_offset]),
  );
});

test("nulls, nullable columns, forms and long texts", () => {
  const nullable = "SELECT percodecWasmDecode(text).status FROM (SELECT arrayJoin(['a', NULL, '%']) AS text)";
  assert.deepEqual(run(nullable), [["ok"], [null], ["malformed"]]);
  assert.deepEqual(run("SELECT percodecWasmFormDecode('a+%2B').value"), [["a +"]]);
  for (const length of [0, 42, 43, 127, 128, 16_383, 16_384, 1_000_000]) {
    const sizes = `length(percodecWasmDecode(repeat('%41', ${length})).value), length(percodecWasmEncode(repeat('/', ${length})).value)`;
    assert.deepEqual(
      run(`SELECT ${sizes}`).map((row) => row.map(Number)),
      [[length, 3 * length]],
      `${length}`,
    );
  }
});
