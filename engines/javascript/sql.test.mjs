// Runs the bodies of the SQL functions in V8 without host functions, as the engines would; the engines are not available here.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createContext, runInContext } from "node:vm";
import { singleFile } from "../../tests/conformance/single-file.mjs";
import { compareGoldenRows, GOLDEN_LAYERS, SQL_FUNCTIONS } from "../golden.mjs";
import { codecFunctions, uriFunctions } from "../functions.mjs";
import { bigquery, snowflake } from "./sql.mjs";

const DIALECTS = {
  bigquery: {
    statements: bigquery("gs://bucket/percodec.all.js", "dataset"),
    shape: /^CREATE OR REPLACE FUNCTION dataset\.(\w+)\(([^)]*)\)[^]*AS r"""\n([^]*)\n""";$/,
    quote: '"""',
    toParameterName: (parameter) => parameter,
  },
  snowflake: {
    statements: snowflake(),
    shape: /^CREATE OR REPLACE FUNCTION (\w+)\(([^)]*)\)[^]*?AS \$\$\n([^]*)\n\$\$;$/,
    quote: "$$",
    toParameterName: (parameter) => parameter.toUpperCase(),
  },
};

/** Returns a function for each body, which is called once per row; all functions share one context. */
function createFunctions(dialect) {
  const { statements, shape, quote, toParameterName } = DIALECTS[dialect];
  const context = createContext({}, { codeGeneration: { strings: false, wasm: false } });
  if (dialect === "bigquery") runInContext(singleFile("all"), context);
  const entries = statements.map((statement) => {
    const [, name, parameters, body] = shape.exec(statement);
    assert.ok(!body.includes(quote), name);
    const names = parameters.split(", ").map((parameter) => toParameterName(parameter.split(" ")[0]));
    return [name, runInContext(`(function (${names}) {\n${body}\n})`, context)];
  });
  return { context, functions: Object.fromEntries(entries) };
}

for (const dialect of Object.keys(DIALECTS)) {
  test(`${dialect}: the golden rows`, async () => {
    const { functions } = createFunctions(dialect);
    await compareGoldenRows(SQL_FUNCTIONS, (name, inputs) =>
      inputs.map((text) => {
        const report = functions[`${name}_report`](text);
        assert.equal(functions[name](text), report.value);
        return report;
      }),
    );
    for (const [text, layers] of GOLDEN_LAYERS) assert.equal(functions.percent_layers(text), String(layers), text);
  });

  test(`${dialect}: null, undefined and second parameters`, () => {
    const { functions } = createFunctions(dialect);
    for (const nothing of [null, undefined]) {
      for (const [name, run] of Object.entries(functions)) {
        const value = run(nothing, nothing);
        assert.equal(name.endsWith("_report") ? value.status : value, name.endsWith("_report") ? "null" : null);
      }
    }
    assert.equal(functions.query_param("/?a=1&b=%C3%A9#?b=2", "b"), "é");
    assert.equal(functions.query_param("/?a=1", "b"), null);
    assert.equal(functions.query_param("/?a=1", null), null);
    assert.equal(functions.percent_encode_as("a b", "whatwg-form"), "a+b");
    assert.equal(functions.percent_encode_as("a b", "no-set"), null);
    assert.equal(functions.percent_encode_as_report("a b", "no-set").status, "bad-record");
    const none = { value: null, status: "null", code: null, byte_offset: null };
    for (const nothing of [null, undefined]) {
      assert.deepEqual({ ...functions.percent_encode_as_report("a b", nothing) }, none);
      assert.deepEqual({ ...functions.query_param_report("/?a=%zz", nothing) }, none);
    }
  });
}

test("bigquery: the file of the codec has the first four functions", () => {
  const context = createContext({});
  runInContext(singleFile("codec"), context);
  const names = [...runInContext("Object.keys(percodec.sql)", context)];
  assert.deepEqual(names, ["percent_decode", "form_decode", "percent_encode", "percent_encode_as"]);
  assert.equal(bigquery("gs://bucket/percodec.codec.js", "dataset", ...names).length, 8);
});

test("snowflake: the file runs once, not for each row, and the larger file only for functions that need it", () => {
  const { context, functions } = createFunctions("snowflake");
  const library = () => runInContext("percodec", context);
  functions.percent_decode("%41");
  const codec = library();
  assert.equal(functions.percent_encode("a b"), "a%20b");
  assert.equal(library(), codec);
  assert.equal(functions.clean_uri("http://x/a b"), "http://x/a%20b");
  const all = library();
  assert.notEqual(all, codec);
  functions.percent_decode("%41");
  functions.clean_uri_report("http://x/");
  assert.equal(library(), all);
});

test("the declarations of the single files name each function", () => {
  const declared = ["all", "codec"].map((name) =>
    readFileSync(new URL(`percodec.${name}.d.ts`, import.meta.url), "utf8"),
  );
  const names = Array.from(declared.join("").matchAll(/readonly (\w+): PercodecFunction/g), ([, name]) => name);
  const library = /** @type {any} */ ({});
  assert.deepEqual(names.toSorted(), Object.keys({ ...codecFunctions(library), ...uriFunctions(library) }).toSorted());
});
