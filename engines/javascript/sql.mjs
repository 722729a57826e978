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

/**
 * Returns two statements for each function: one returns the value, one with the suffix `_report` returns the record.
 *
 * @param names the functions, or none for all
 * @param type the type of the parameters
 * @param toArgument returns the name of a parameter in the body
 * @param write takes the name of the function, its declaration, the call, and whether it returns the record
 */
function statements(names, type, toArgument, write) {
  const unknown = names.find((name) => !Object.hasOwn(FUNCTIONS, name));
  if (unknown !== undefined) throw new Error(`no function is named ${unknown}: ${Object.keys(FUNCTIONS).join(", ")}`);
  return (names.length > 0 ? names : Object.keys(FUNCTIONS)).flatMap((name) => {
    const parameters = FUNCTIONS[name].length > 1 ? ["input", SECOND_PARAMETERS[name]] : ["input"];
    const list = parameters.map((word) => `${word} ${type}`).join(", ");
    const call = `percodec.sql.${name}(${parameters.map(toArgument).join(", ")})`;
    return [
      write(name, `${name}(${list})`, `${call}.value`, false),
      write(name, `${name}_report(${list})`, call, true),
    ];
  });
}

/** https://cloud.google.com/bigquery/docs/user-defined-functions#javascript-udf-structure */
export function bigquery(library, dataset, ...names) {
  const record = "STRUCT<value STRING, status STRING, code STRING, byte_offset FLOAT64>";
  return statements(
    names,
    "STRING",
    (word) => word,
    (_, declaration, call, isReport) => `CREATE OR REPLACE FUNCTION ${dataset}.${declaration}
RETURNS ${isReport ? record : "STRING"}
DETERMINISTIC LANGUAGE js
OPTIONS (library = ["${library}"])
AS r"""
  return ${call};
""";`,
  );
}

/** https://docs.snowflake.com/en/developer-guide/udf/javascript/udf-javascript-introduction: names of parameters become upper case. */
export function snowflake(...names) {
  const readScript = (file) => readFileSync(new URL(`../../tool/dist/engines/percodec.${file}.js`, import.meta.url), "utf8"); // prettier-ignore
  // The body runs for each row. Without `var` the library becomes a global, which stays between rows.
  const [codec, all] = ["codec", "all"].map((file) => readScript(file).replace("\nvar percodec=", "\npercodec="));
  return statements(
    names,
    "VARCHAR",
    (word) => word.toUpperCase(),
    (name, declaration, call, isReport) => `CREATE OR REPLACE FUNCTION ${declaration}
RETURNS ${isReport ? "OBJECT" : "VARCHAR"}
LANGUAGE JAVASCRIPT IMMUTABLE
AS $$
if (typeof percodec === "undefined" || !percodec.sql.${name}) {
${name in CODEC ? codec : all}
}
return ${call};
$$;`,
  );
}

if (import.meta.filename === process.argv[1]) {
  const [dialect, ...words] = process.argv.slice(2);
  if (dialect === "bigquery" && words.length >= 2) console.log(bigquery(...words).join("\n\n"));
  else if (dialect === "snowflake") console.log(snowflake(...words).join("\n\n"));
  else {
    console.error("usage: node sql.mjs bigquery gs://BUCKET/percodec.all.js DATASET [NAME...] | snowflake [NAME...]");
    process.exitCode = 2;
  }
}
