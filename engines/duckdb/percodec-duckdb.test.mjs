import assert from "node:assert/strict";
import { test } from "node:test";
import { DuckDBInstance } from "@duckdb/node-api";
import { compareGoldenRows, GOLDEN_LAYERS, SQL_FUNCTIONS } from "../golden.mjs";
import { registerPercodec } from "./percodec-duckdb.mjs";

const instance = await DuckDBInstance.create(":memory:");
const connection = await instance.connect();
registerPercodec(connection);

/** Runs SQL and returns the rows as arrays of plain values. */
const query = async (sql) => (await connection.runAndReadAll(sql)).getRowsJS();

test("duckdb: the golden rows", () =>
  compareGoldenRows(SQL_FUNCTIONS, async (name, inputs) => {
    await connection.run("CREATE OR REPLACE TEMP TABLE golden (text VARCHAR)");
    const appender = await connection.createAppender("golden");
    for (const text of inputs) {
      if (text === null) appender.appendNull();
      else appender.appendVarchar(text);
      appender.endRow();
    }
    appender.closeSync();
    // As bytes, because the reader of this package drops a byte order mark.
    const found =
      await query(`SELECT hex(${name}(text)), hex(report.value), report.status, report.code, report.byte_offset
      FROM (SELECT text, ${name}_report(text) AS report FROM golden)`);
    return found.map(([own, value, status, code, byte_offset]) => {
      assert.equal(own, value);
      return { value: value && Buffer.from(value, "hex").toString(), status, code, byte_offset };
    });
  }));

test("the golden layers", async () => {
  for (const [text, layers] of GOLDEN_LAYERS)
    assert.deepEqual(await query(`SELECT percent_layers('${text}')`), [[String(layers)]]);
});

test("one bad row of a million changes no other row", async () => {
  const [[rows, values, bad, at]] = await query(`
    WITH rows AS (
      SELECT percent_decode_report(CASE i WHEN 654321 THEN 'q=%zz' ELSE 'q=%C3%A9' || i END) AS report FROM range(1000000) r(i)
    )
    SELECT count(*), count(report.value), count(*) FILTER (report.status = 'malformed'), max(report.byte_offset) FROM rows`);
  assert.deepEqual([rows, values, bad, at], [1_000_000n, 999_999n, 1n, 2]);
});

test("constants, joins and filters, over chunks", async () => {
  assert.deepEqual(await query("SELECT percent_decode('%41'), percent_decode('%4'), percent_decode(NULL)"), [
    ["A", null, null],
  ]);
  const [[count]] = await query(`
    SELECT count(*) FROM range(10000) a(i) JOIN range(10000) b(j) ON percent_decode('%31' || i) = '1' || j
    WHERE percent_encode('é' || i) = '%C3%A9' || j`);
  assert.equal(count, 10_000n);
});

test("an unknown name, an unknown set and a text that is not a URI are not errors", async () => {
  const [row] = await query(`
    SELECT percent_encode_as('a b', 'whatwg-form'), percent_encode_as('a', 'no-set'), percent_encode_as('a', NULL),
      query_param('/?a=1&b=x%20y#?b=2', 'b'), query_param('/?a=1', 'b'), query_param('/', 'b'), query_param('/?a', NULL),
      query_param_report('/é?c=%zz&b=%ff', 'b'), form_decode('a+b%2B'), uri_findings('http://x/%252e?q=%zz')`);
  const fault = { value: null, status: "invalid-utf8", code: "invalid-utf8", byte_offset: 12 };
  const findings = "multiple-encoding,malformed-escape";
  assert.deepEqual(row, ["a+b", null, null, "x y", null, null, null, fault, "a b+", findings]);
});

test("a NULL name of a parameter or of a set has the status null, as a NULL text has", async () => {
  const none = { value: null, status: "null", code: null, byte_offset: null };
  const [constants] = await query(`
    SELECT query_param_report('/?a=1', NULL), query_param_report('/?a=%zz', NULL), query_param_report(NULL, 'a'), percent_encode_as_report('a', NULL)`);
  assert.deepEqual(constants, [none, none, none, none]);
  const rows = await query("SELECT query_param_report(url, name) FROM (VALUES ('/?a=1', 'a'), ('/?a=1', NULL)) AS t(url, name)"); // prettier-ignore
  assert.deepEqual(rows, [[{ ...none, value: "1", status: "ok" }], [none]]);
});

test("registering twice, and for another connection", async () => {
  registerPercodec(connection);
  const other = await instance.connect();
  registerPercodec(other);
  assert.deepEqual((await other.runAndReadAll("SELECT clean_uri('http://x/a b')")).getRowsJS(), [["http://x/a%20b"]]);
});

test("DuckDB's own url_decode keeps malformed escapes, and ends the query at bytes that are not UTF-8", async () => {
  assert.deepEqual(await query("SELECT url_decode('%zz'), percent_decode('%zz')"), [["%zz", null]]);
  assert.deepEqual(await query("SELECT url_decode('100%'), percent_decode('100%')"), [["100%", null]]);
  for (const text of ["%FF", "%C0%AF"]) {
    await assert.rejects(query(`SELECT url_decode('${text}')`), /invalid UTF8/);
    assert.deepEqual(await query(`SELECT percent_decode('${text}')`), [[null]]);
  }
});
