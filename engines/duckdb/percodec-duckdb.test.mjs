import assert from "node:assert/strict";
import { test } from "node:test";
import { DuckDBInstance, VARCHAR } from "@duckdb/node-api";
import { GOLDEN_LAYERS, goldenRows } from "../golden.mjs";
import { registerPercodec } from "./percodec-duckdb.mjs";

const instance = await DuckDBInstance.create(":memory:");
const connection = await instance.connect();
registerPercodec(connection);

/** Runs SQL and returns the rows as arrays of plain values. */
async function query(sql, values) {
  const reader = await connection.runAndReadAll(
    sql,
    values,
    values?.map(() => VARCHAR),
  );
  return reader.getRowsJS();
}

/** Texts are compared as bytes, because the reader of this package drops a byte order mark. */
const hex = (text) => text && Buffer.from(text).toString("hex").toUpperCase();

async function fill(table, rows) {
  await connection.run(`CREATE TEMP TABLE ${table} (id VARCHAR, text VARCHAR)`);
  const appender = await connection.createAppender(table);
  for (const [id, text] of rows) {
    appender.appendVarchar(id);
    if (text === null) appender.appendNull();
    else appender.appendVarchar(text);
    appender.endRow();
  }
  appender.closeSync();
}

const OPERATIONS = {
  decode: "percent_decode",
  encode: "percent_encode",
  normalize: "normalize_uri",
  form: "form_pairs",
};

test("the golden rows", async () => {
  const rows = goldenRows();
  assert.ok(rows.length > 500);
  for (const [op, name] of Object.entries(OPERATIONS)) {
    const chosen = rows.filter((row) => row.op === op);
    assert.ok(chosen.length > 0, op);
    await fill(
      `golden_${op}`,
      chosen.map(({ id, input }) => [id, input]),
    );
    const got = await query(`
      WITH reports AS (SELECT id, ${name}(text) AS value, ${name}_report(text) AS report FROM golden_${op})
      SELECT id, hex(value), hex(report.value), report.status, report.code, report.byte_offset FROM reports`);
    assert.deepEqual(
      got,
      chosen.map(({ id, value, status, code, byte_offset }) => [id, hex(value), hex(value), status, code, byte_offset]),
    );
  }
  await fill(
    "golden_layers",
    GOLDEN_LAYERS.map(([text]) => [text, null]),
  );
  const layers = await query("SELECT percent_layers(id)::INTEGER FROM golden_layers");
  assert.deepEqual(layers.flat(), GOLDEN_LAYERS.map(([, count]) => count)); // prettier-ignore
});

test("texts with a NUL, a BOM or line ends, an empty text, and NULL", async () => {
  const texts = ["", "a\0b", "\0", "\ufeffa", "a\tb\r\nc", "\\N", "'\"", "x".repeat(100_000), "\u{10ffff}", null];
  await fill(
    "hostile",
    texts.map((text, k) => [String(k), text]),
  );
  const got = await query(
    "SELECT hex(text), hex(percent_decode(percent_encode_as(text, 'all'))), percent_decode_report(text).status FROM hostile",
  );
  assert.deepEqual(
    got,
    texts.map((text) => [hex(text), hex(text), text === null ? "null" : "ok"]),
  );
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
  assert.deepEqual(
    await query(`
      SELECT percent_encode_as('a b', 'whatwg-form'), percent_encode_as('a', 'no-set'), percent_encode_as('a', NULL),
        query_param('/?a=1&b=x%20y#?b=2', 'b'), query_param('/?a=1', 'b'), query_param('/', 'b'), query_param('/?a', NULL),
        query_param_report('/é?c=%zz&b=%ff', 'b'), form_decode('a+b%2B'), uri_findings('http://x/%252e?q=%zz')`),
    [
      [
        "a+b",
        null,
        null,
        "x y",
        null,
        null,
        null,
        { value: null, status: "invalid-utf8", code: "invalid-utf8", byte_offset: 12 },
        "a b+",
        "multiple-encoding,malformed-escape",
      ],
    ],
  );
});

test("a NULL name of a parameter or of a set has the status null, as a NULL text has", async () => {
  const none = { value: null, status: "null", code: null, byte_offset: null };
  assert.deepEqual(
    await query(`
      SELECT query_param_report('/?a=1', NULL), query_param_report('/?a=%zz', NULL), query_param_report(NULL, 'a'),
        percent_encode_as_report('a', NULL), query_param_report(url, name) FROM (VALUES ('/?a=1', 'a'), ('/?a=1', NULL)) AS t(url, name)`),
    [
      [none, none, none, none, { value: "1", status: "ok", code: null, byte_offset: null }],
      [none, none, none, none, none],
    ],
  );
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
