// Prints the SQL that installs all functions, or the named ones: node sql.mjs bigquery gs://BUCKET/percodec.all.js DATASET [NAME…],
// node sql.mjs snowflake [NAME…].
import { readFileSync } from "node:fs";
import { codecFunctions, uriFunctions } from "../functions.mjs";

/** The name of the second parameter. */
const WORDS = { percent_encode_as: "set_name", query_param: "name" };

/** An empty library: only the names and parameters of the functions are read. */
const LIBRARY = /** @type {any} */ ({});
const CODEC = codecFunctions(LIBRARY);
const FUNCTIONS = { ...CODEC, ...uriFunctions(LIBRARY) };

/** Makes two statements per function: one returns the value, one with the suffix `_report` returns the whole record. */
function statements(make, names) {
  const unknown = names.find((name) => !Object.hasOwn(FUNCTIONS, name));
  if (unknown !== undefined) throw new Error(`no function is named ${unknown}: ${Object.keys(FUNCTIONS).join(", ")}`);
  return (names.length > 0 ? names : Object.keys(FUNCTIONS)).flatMap((name) => {
    const parameters = FUNCTIONS[name].length > 1 ? ["input", WORDS[name]] : ["input"];
    return [make(name, parameters, false), make(name, parameters, true)];
  });
}

/** https://cloud.google.com/bigquery/docs/user-defined-functions#javascript-udf-structure */
export function bigquery(library, dataset, ...names) {
  const make = (
    name,
    parameters,
    report,
  ) => `CREATE OR REPLACE FUNCTION ${dataset}.${titled(name, report)}(${typed(parameters, "STRING")})
RETURNS ${report ? "STRUCT<value STRING, status STRING, code STRING, byte_offset FLOAT64>" : "STRING"}
DETERMINISTIC LANGUAGE js
OPTIONS (library = ["${library}"])
AS r"""
  return ${call(name, parameters, report)};
""";`;
  return statements(make, names);
}

/** https://docs.snowflake.com/en/developer-guide/udf/javascript/udf-javascript-introduction: names of parameters become upper case. */
export function snowflake(...names) {
  // Without `var` the library is a global, which stays from row to row; the body runs for each row.
  const scripts = Object.fromEntries(
    ["codec", "all"].map((file) => [
      file,
      readFileSync(new URL(`../../dist/percodec.${file}.js`, import.meta.url), "utf8").replace(
        "\nvar percodec=",
        "\npercodec=",
      ),
    ]),
  );
  const make = (
    name,
    parameters,
    report,
  ) => `CREATE OR REPLACE FUNCTION ${titled(name, report)}(${typed(parameters, "VARCHAR")})
RETURNS ${report ? "OBJECT" : "VARCHAR"}
LANGUAGE JAVASCRIPT IMMUTABLE
AS $$
if (typeof percodec === "undefined" || !percodec.sql.${name}) {
${scripts[name in CODEC ? "codec" : "all"]}
}
return ${call(
    name,
    parameters.map((word) => word.toUpperCase()),
    report,
  )};
$$;`;
  return statements(make, names);
}

const titled = (name, report) => (report ? `${name}_report` : name);
const typed = (parameters, type) => parameters.map((word) => `${word} ${type}`).join(", ");
const call = (name, parameters, report) => `percodec.sql.${name}(${parameters.join(", ")})${report ? "" : ".value"}`;

if (import.meta.filename === process.argv[1]) {
  const [dialect, ...words] = process.argv.slice(2);
  if (dialect === "bigquery" && words.length >= 2) console.log(bigquery(...words).join("\n\n"));
  else if (dialect === "snowflake") console.log(snowflake(...words).join("\n\n"));
  else {
    console.error("usage: node sql.mjs bigquery gs://BUCKET/percodec.all.js DATASET [NAME...] | snowflake [NAME...]");
    process.exitCode = 2;
  }
}
