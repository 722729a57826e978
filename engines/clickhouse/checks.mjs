// The checks of the functions in ClickHouse.
import assert from "node:assert/strict";
import { GOLDEN_LAYERS, goldenRows } from "../golden.mjs";
import { OPERATIONS } from "./functions.mjs";

const hex = (text) => (text === null ? null : Buffer.from(text).toString("hex").toUpperCase());
const literal = (bytes) => (bytes === null ? "NULL" : `unhex('${bytes.toString("hex")}')`);

const FUNCTIONS = {
  decode: "percodecDecode",
  encode: "percodecEncode",
  normalize: "percodecNormalize",
  form: "percodecForm",
};

/** Texts in which a record could end too early or be misread, and long texts. */
const HOSTILE = [
  [
    "",
    "a",
    "a\tb",
    "a\nb",
    "a\r\nb",
    "\r",
    "\0",
    "a\0",
    "\\",
    "\\\\",
    "\\N",
    "\\n",
    "a\\",
    "'",
    '"',
    "1\n",
    "3\n2",
    "NULL",
  ],
  ["\ufeffa", "\u2028", "\u{10ffff}", "x".repeat(127), "x".repeat(128), "x".repeat(16_384), "é".repeat(100_000)],
].flat();

/** Each check receives `run`, which runs SQL and returns the rows of the last statement as arrays. */
export const CHECKS = {
  "the golden rows": async (run) => {
    const rows = goldenRows();
    assert.ok(rows.length > 500);
    for (const [op, name] of Object.entries(FUNCTIONS)) {
      const chosen = rows.filter((row) => row.op === op);
      const table = toValues(chosen.map(({ input }) => Buffer.from(input)));
      const got = await run(`
        WITH ${name}Report(text) AS report
        SELECT hex(${name}(text)), hex(report.value), report.status, report.code, toUInt32(report.byte_offset)
        FROM ${table} ORDER BY k`);
      assert.deepEqual(
        got,
        chosen.map(({ value, status, code, byte_offset }) => [hex(value), hex(value), status, code, byte_offset]),
      );
    }
  },

  "hostile texts stay one row each, and decode to themselves": async (run) => {
    const texts = [...HOSTILE, null, ...HOSTILE];
    const got = await run(`
      WITH concat(replaceAll(base64Encode(ifNull(text, '')), '=', ''), '%09%0A%00%5CN') AS more
      SELECT hex(percodecDecode(text)), percodecDecodeReport(text).status, percodecDecode(percodecEncode(text)) = text, endsWith(percodecDecode(more), '\\t\\n\\0\\\\N')
      FROM ${toValues(texts.map((text) => text && Buffer.from(text)))} ORDER BY k`);
    assert.deepEqual(
      got,
      texts.map((text) => [hex(text), text === null ? "null" : "ok", text === null ? null : 1, 1]),
    );
  },

  "bytes that are not UTF-8, and texts that are too long, stay one row each": async (run) => {
    const bytes = ["ff", "61c3", "c0af", "eda080", "f4908080"].map((digits) => Buffer.from(digits, "hex"));
    const table = toValues([...bytes, Buffer.from("good"), Buffer.alloc(3 << 20, "a"), Buffer.from("%41")]);
    const got = await run(`
      SELECT percodecDecode(text), percodecDecodeReport(text).status, toUInt32(percodecDecodeReport(text).byte_offset)
      FROM ${table} ORDER BY k`);
    assert.deepEqual(got, [
      [null, "invalid-utf8", 0],
      [null, "invalid-utf8", 1],
      ...bytes.slice(2).map(() => [null, "invalid-utf8", 0]),
      ["good", "ok", null],
      [null, "too-long", null],
      ["A", "ok", null],
    ]);
  },

  "one bad row of a million changes no other row": async (run) => {
    const got = await run(`
      WITH if(number = 654321, 'ab%zz', concat('q=%C3%A9', toString(number))) AS text, percodecDecodeReport(text) AS report
      SELECT count(), count(report.value), countIf(report.status = 'malformed'), toUInt32(max(report.byte_offset))
      FROM numbers(1000000)`);
    assert.deepEqual(got.flat().map(Number), [1_000_000, 999_999, 1, 2]);
  },

  "every function exists, and returns what the command writes": async (run) => {
    const uri = "HTTP://Example.COM/%7Ea b?q=%zz+1#%252e";
    const got = await run(
      `SELECT ${Object.keys(OPERATIONS)
        .map((name) => `${name}('${uri}')`)
        .join()}`,
    );
    assert.deepEqual(got, [
      [
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
      ],
    ]);
    assert.deepEqual(
      await run(
        "SELECT percodecForm('a=1&b=x+y&a='), percodecFormDecode('x+y%2B'), percodecFormEncode('é &'), percodecClean('/a b')",
      ),
      [['[["a","1"],["b","x y"],["a",""]]', "x y+", "%C3%A9+%26", "/a%20b"]],
    );
  },

  "the golden layers of values": async (run) => {
    const got = await run(`SELECT percodecDecodeLayers(percodecEncode(text)) FROM ${toValues(GOLDEN_LAYERS.map(([text]) => Buffer.from(text)))} ORDER BY k`); // prettier-ignore
    assert.deepEqual(got.flat().map(Number), GOLDEN_LAYERS.map(([, layers]) => layers)); // prettier-ignore
  },

  "a SQL function over percodecForm finds the values of a name": async (run) => {
    await run(`CREATE OR REPLACE FUNCTION percodecQueryParam AS ${QUERY_PARAM}`);
    assert.deepEqual(
      await run(
        `SELECT percodecQueryParam('https://example.com/?%71=a+b&x=1&q=%C3%A9#?q=2', 'q'), percodecQueryParam('/?q=%zz&x=1', 'x')`,
      ),
      [[["a b", "é"], []]],
    );
  },

  "what ClickHouse's own functions do": async (run) => {
    for (const { sql, theirs, ours, instead } of OWN) {
      const [got] = await run(`SELECT hex(${sql}), hex(${instead})`);
      assert.deepEqual(got, [hex(theirs), hex(ours)], sql);
    }
  },
};

/** https://clickhouse.com/docs/sql-reference/functions/url-functions: without cutFragment, queryString continues after a #. */
const QUERY_PARAM = `(uri, name) -> arrayMap(pair -> pair.2, arrayFilter(pair -> pair.1 = name,
  JSONExtract(ifNull(percodecForm(queryString(cutFragment(uri))), '[]'), 'Array(Tuple(String, String))')))`;

/** Calls in which ClickHouse's own functions ignore a fault; docs/engines-clickhouse.md has these rows as a table. */
const OWN = [
  ["decodeURLComponent('100%')", "100%", null, "percodecDecode('100%')"],
  ["decodeURLComponent('%zz')", "%zz", null, "percodecDecode('%zz')"],
  ["decodeURLComponent('%FF')", Buffer.of(0xff), null, "percodecDecode('%FF')"],
  ["decodeURLComponent('%C0%AF')", Buffer.of(0xc0, 0xaf), null, "percodecDecode('%C0%AF')"],
  ["decodeURLComponent('%ED%A0%80')", Buffer.of(0xed, 0xa0, 0x80), null, "percodecDecode('%ED%A0%80')"],
  ["encodeURLComponent(unhex('FF'))", "%FF", null, "percodecEncode(unhex('FF'))"],
  ["extractURLParameter('/?q=a%20b', 'q')", "a%20b", '[["q","a b"]]', "percodecForm(queryString('/?q=a%20b'))"],
  ["extractURLParameter('/?%71=a', 'q')", "", '[["q","a"]]', "percodecForm(queryString('/?%71=a'))"],
  ["extractURLParameter('/#?q=a', 'q')", "a", "[]", "percodecForm(queryString(cutFragment('/#?q=a')))"],
].map(([sql, theirs, ours, instead]) => ({ sql: String(sql), theirs, ours, instead: String(instead) }));

function toValues(texts) {
  const rows = texts.map((bytes, k) => `(${k}, ${literal(bytes)})`);
  return `VALUES('k UInt32, text Nullable(String)', ${rows.join(", ")})`;
}
