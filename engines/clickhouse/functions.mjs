// The definitions of the functions for ClickHouse, from one table. Run this file to write the two XML files.
import { writeFileSync } from "node:fs";

const TEXT = "Nullable(String)";
const REPORT = "Tuple(value Nullable(String), status String, code Nullable(String), byte_offset Nullable(UInt64))";

/** The options of `percodec records` for each function. */
export const OPERATIONS = {
  percodecDecode: "--op decode",
  percodecFormDecode: "--op decode --form",
  percodecEncode: "--op encode",
  percodecFormEncode: "--op encode --form",
  percodecForm: "--op form",
  percodecNormalize: "--op normalize",
  percodecClean: "--op clean",
  percodecDisplay: "--op display",
  percodecInspect: "--op inspect",
};

const FILES = {
  "percodec_function.xml": {
    about: `Functions over RowBinary, which carries every byte. Each returns a text, or NULL for NULL and for a bad row. With the
    suffix Report it returns value, status, code and byte_offset, like "percodec records". No function ends a query.
    Put this file into the configuration folder of the server, and percodec into its user_scripts_path.`,
    functions: Object.entries(OPERATIONS).flatMap(([name, operation]) => [
      rowBinary(name, TEXT, operation, "value"),
      rowBinary(`${name}Report`, REPORT, operation, "value,status,code,byte_offset"),
    ]),
  },
  "percodec_tsv_function.xml": {
    about: `The same functions over TabSeparated, a text format that is readable in the pipe.`,
    functions: Object.entries(OPERATIONS).map(([name, operation]) =>
      definition(`${name}TSV`, TEXT, "TabSeparated", `${operation} --format tsv --out value`),
    ),
  },
};

function rowBinary(name, type, operation, out) {
  // ClickHouse splits a command at every space, so a colon comes before the type of the column.
  return definition(name, type, "RowBinary", `${operation} --format rowbinary --columns text:${TEXT} --out ${out}`);
}

function definition(name, type, format, words) {
  return `  <function>
    <type>executable_pool</type>
    <name>${name}</name>
    <argument><type>${TEXT}</type><name>text</name></argument>
    <return_type>${type}</return_type>
    <format>${format}</format>
    <command>percodec records ${words} --chunk-header</command>
    <execute_direct>1</execute_direct>
    <send_chunk_header>1</send_chunk_header>
    <command_read_timeout>60000</command_read_timeout>
    <command_write_timeout>60000</command_write_timeout>
  </function>`;
}

/** The text of each file by its name. */
export const files = Object.fromEntries(
  Object.entries(FILES).map(([name, { about, functions }]) => [
    name,
    `<!-- ${about}\n    Written by engines/clickhouse/functions.mjs. -->\n<functions>\n${functions.join("\n")}\n</functions>\n`,
  ]),
);

if (import.meta.filename === process.argv[1]) {
  for (const [name, text] of Object.entries(files)) writeFileSync(new URL(name, import.meta.url), text);
}
