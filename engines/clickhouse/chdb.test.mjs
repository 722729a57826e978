// Tests the functions in chDB, which runs ClickHouse in this process. The pools start child processes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { childProcesses } from "./child-processes.mjs";
import { compareGoldenRows, GOLDEN_LAYERS } from "../golden.mjs";
import { definitions, FILE, OPERATIONS } from "./functions.mjs";
import { openSession } from "./session.mjs";

const FUNCTIONS = {
  decode: "percodecDecode",
  encode: "percodecEncode",
  normalize: "percodecNormalize",
  form: "percodecForm",
};

/** Calls in which ClickHouse's own functions ignore a fault; docs/engines-clickhouse.md has these rows as a table. */
const OWN = /** @type {[sql: string, theirs: any, ours: string | null, instead: string][]} */ ([
  ["decodeURLComponent('100%')", "100%", null, "percodecDecode('100%')"],
  ["decodeURLComponent('%zz')", "%zz", null, "percodecDecode('%zz')"],
  ["decodeURLComponent('%FF')", Buffer.of(0xff), null, "percodecDecode('%FF')"],
  ["decodeURLComponent('%C0%AF')", Buffer.of(0xc0, 0xaf), null, "percodecDecode('%C0%AF')"],
  ["decodeURLComponent('%ED%A0%80')", Buffer.of(0xed, 0xa0, 0x80), null, "percodecDecode('%ED%A0%80')"],
  ["encodeURLComponent(unhex('FF'))", "%FF", null, "percodecEncode(unhex('FF'))"],
  ["extractURLParameter('/?q=a%20b', 'q')", "a%20b", '[["q","a b"]]', "percodecForm(queryString('/?q=a%20b'))"],
  ["extractURLParameter('/?%71=a', 'q')", "", '[["q","a"]]', "percodecForm(queryString('/?%71=a'))"],
  ["extractURLParameter('/#?q=a', 'q')", "a", "[]", "percodecForm(queryString(cutFragment('/#?q=a')))"],
]);

/** https://clickhouse.com/docs/sql-reference/functions/url-functions: without cutFragment, queryString continues after a #. */
const QUERY_PARAM = `(uri, name) -> arrayMap(pair -> pair.2, arrayFilter(pair -> pair.1 = name,
  JSONExtract(ifNull(percodecForm(queryString(cutFragment(uri))), '[]'), 'Array(Tuple(String, String))')))`;

const session = openSession();
session.query("SET max_query_size = 100000000");

/** Runs SQL and returns the rows as arrays. */
const run = (sql) =>
  session
    .query(sql, "JSONCompactEachRow")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

const hex = (text) => (text === null ? null : Buffer.from(text).toString("hex").toUpperCase());

/** Returns texts or bytes as a table with the columns k and text. */
function toValues(texts) {
  const rows = texts.map((text, k) => `(${k}, ${text === null ? "NULL" : `unhex('${hex(text)}')`})`);
  return `VALUES('k UInt32, text Nullable(String)', ${rows.join(", ")})`;
}

test("clickhouse: the golden rows", () =>
  compareGoldenRows(FUNCTIONS, (name, inputs) => {
    const found = run(`
      WITH ${name}Report(text) AS report
      SELECT hex(${name}(text)), hex(report.value), report.status, report.code, toUInt32(report.byte_offset)
      FROM ${toValues(inputs)} ORDER BY k`);
    return found.map(([own, value, status, code, byte_offset]) => {
      assert.equal(own, value);
      return { value: value && Buffer.from(value, "hex").toString(), status, code, byte_offset };
    });
  }));

test("the golden layers of values", () => {
  const table = toValues(GOLDEN_LAYERS.map(([text]) => text));
  const found = run(`SELECT percodecDecodeLayers(percodecEncode(text)) FROM ${table} ORDER BY k`);
  assert.deepEqual(found.flat().map(Number), GOLDEN_LAYERS.map(([, layers]) => layers)); // prettier-ignore
});

test("bytes that are not UTF-8, and texts that are too long, stay one row each", () => {
  const bytes = ["ff", "61c3", "c0af", "eda080", "f4908080"].map((digits) => Buffer.from(digits, "hex"));
  const found = run(`
    SELECT percodecDecode(text), percodecDecodeReport(text).status, toUInt32(percodecDecodeReport(text).byte_offset)
    FROM ${toValues([...bytes, "good", Buffer.alloc(3 << 20, "a"), "%41"])} ORDER BY k`);
  assert.deepEqual(found, [
    ...bytes.map((_, k) => [null, "invalid-utf8", k === 1 ? 1 : 0]),
    ["good", "ok", null],
    [null, "too-long", null],
    ["A", "ok", null],
  ]);
});

test("one bad row of a million changes no other row", () => {
  const found = run(`
    WITH if(number = 654321, 'ab%zz', concat('q=%C3%A9', toString(number))) AS text, percodecDecodeReport(text) AS report
    SELECT count(), count(report.value), countIf(report.status = 'malformed'), toUInt32(max(report.byte_offset))
    FROM numbers(1000000)`);
  assert.deepEqual(found.flat().map(Number), [1_000_000, 999_999, 1, 2]);
});

test("every function exists, and returns what the command writes", () => {
  const uri = "HTTP://Example.COM/%7Ea b?q=%zz+1#%252e";
  const calls = Object.keys(OPERATIONS).map((name) => `${name}('${uri}')`);
  assert.deepEqual(run(`SELECT ${calls.join()}`).flat(), [
    null,
    null,
    "HTTP%3A%2F%2FExample.COM%2F%257Ea%20b%3Fq%3D%25zz%2B1%23%25252e",
    "HTTP%3A%2F%2FExample.COM%2F%257Ea+b%3Fq%3D%25zz%2B1%23%25252e",
    null,
    "http://example.com/~a b?q=%zz+1#%252e",
    // The result would be no valid URI.
    null,
    "HTTP://Example.COM/~a%20b?q=%zz+1#%252e",
    "needless-escape,illegal-character,malformed-escape,multiple-encoding",
  ]);
  const others =
    "percodecForm('a=1&b=x+y&a='), percodecFormDecode('x+y%2B'), percodecFormEncode('é &'), percodecClean('/a b')";
  assert.deepEqual(run(`SELECT ${others}`).flat(), [
    '[["a","1"],["b","x y"],["a",""]]',
    "x y+",
    "%C3%A9+%26",
    "/a%20b",
  ]);
});

test("a SQL function over percodecForm finds the values of a name", () => {
  run(`CREATE OR REPLACE FUNCTION percodecQueryParam AS ${QUERY_PARAM}`);
  const found = run("SELECT percodecQueryParam('https://example.com/?%71=a+b&x=1&q=%C3%A9#?q=2', 'q'), percodecQueryParam('/?q=%zz&x=1', 'x')"); // prettier-ignore
  assert.deepEqual(found, [[["a b", "é"], []]]);
});

test("what ClickHouse's own functions do", () => {
  for (const [sql, theirs, ours, instead] of OWN)
    assert.deepEqual(run(`SELECT hex(${sql}), hex(${instead})`), [[hex(theirs), hex(ours)]], sql);
});

test("the processes of a pool stay alive between queries", () => {
  run("SELECT percodecDecode('%41')");
  const ids = () => childProcesses().map(({ id }) => id);
  const before = ids();
  assert.ok(before.length > 0);
  for (let k = 0; k < 20; k++) run(`SELECT percodecDecode('%41${k}'), percodecDecode('%')`);
  assert.deepEqual(ids(), before);
});

test("the file is what functions.mjs writes", () => {
  const written = readFileSync(FILE, "utf8");
  assert.equal(written, definitions, "node engines/clickhouse/functions.mjs");
});
