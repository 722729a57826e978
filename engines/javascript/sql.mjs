// Prints the SQL that installs all functions, or the named ones: node sql.mjs bigquery gs://BUCKET/percodec.all.js DATASET [NAME…],
// node sql.mjs snowflake [NAME…].
import { readFileSync } from "node:fs";
import { codecFunctions, uriFunctions } from "../functions.mjs";

/** The names of the second parameters. */
const SECOND_PARAMETERS = { percent_encode_as: "set_name", query_param: "name" };

/** An empty library: only the names and parameters of the functions are read. */
const LIBRARY = /** @type {any} */ ({});
const CODEC = codecFunctions(LIBRARY);
const FUNCTIONS = { ...CODEC, ...uriFunctions(LIBRARY) };

/** Writes two statements per function: one returns the value, one with the suffix `_report` returns the record. */
function statements(write, names) {
  const unknown = names.find((name) => !Object.hasOwn(FUNCTIONS, name));
  if (unknown !== undefined) throw new Error(`no function is named ${unknown}: ${Object.keys(FUNCTIONS).join(", ")}`);
  return (names.length > 0 ? names : Object.keys(FUNCTIONS)).flatMap((name) => {
    const parameters = FUNCTIONS[name].length > 1 ? ["input", SECOND_PARAMETERS[name]] : ["input"];
    return [write(name, parameters, false), write(name, parameters, true)];
  });
}

/** https://cloud.google.com/bigquery/docs/user-defined-functions#javascript-udf-structure */
export function bigquery(library, dataset, ...names) {
  const write = (
    name,
    parameters,
    report,
  ) => `CREATE OR REPLACE FUNCTION ${dataset}.${toFunctionName(name, report)}(${toParameters(parameters, "STRING")})
RETURNS ${report ? "STRUCT<value STRING, status STRING, code STRING, byte_offset FLOAT64>" : "STRING"}
DETERMINISTIC LANGUAGE js
OPTIONS (library = ["${library}"])
AS r"""
  return ${call(name, parameters, report)};
""";`;
  return statements(write, names);
}

/** https://docs.snowflake.com/en/developer-guide/udf/javascript/udf-javascript-introduction: names of parameters become upper case. */
export function snowflake(...names) {
  // The body runs for each row. Without `var` the library becomes a global, which stays between rows.
  const scripts = Object.fromEntries(
    ["codec", "all"].map((file) => [
      file,
      readFileSync(new URL(`../../tool/dist/engines/percodec.${file}.js`, import.meta.url), "utf8").replace(
        "\nvar percodec=",
        "\npercodec=",
      ),
    ]),
  );
  const write = (
    name,
    parameters,
    report,
  ) => `CREATE OR REPLACE FUNCTION ${toFunctionName(name, report)}(${toParameters(parameters, "VARCHAR")})
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
  return statements(write, names);
}

const toFunctionName = (name, report) => (report ? `${name}_report` : name);
const toParameters = (parameters, type) => parameters.map((word) => `${word} ${type}`).join(", ");
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
