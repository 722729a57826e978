// The definitions of the functions for ClickHouse, from one table. Run this file to write the XML file.
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

const ABOUT = `Functions over RowBinary, which carries every byte. Each returns a text, or NULL for NULL and for a bad row. With the
    suffix Report it returns value, status, code and byte_offset, with Layers how often the value can be decoded again. No function ends a query.
    Put this file into the configuration folder of the server, and percodec into its user_scripts_path.`;

/** What all functions have. */
const COMMON = `<type>executable_pool</type> <argument><type>${TEXT}</type><name>text</name></argument> <format>RowBinary</format>
    <send_chunk_header>1</send_chunk_header> <command_read_timeout>60000</command_read_timeout> <command_write_timeout>60000</command_write_timeout>`;

function definition(name, type, operation, out) {
  // ClickHouse splits a command at every space, so a colon comes before the type of the column.
  const words = `${operation} --format rowbinary --columns text:${TEXT} --out ${out}`;
  return `  <function>
    <name>${name}</name>
    <return_type>${type}</return_type>
    <command>percodec records ${words} --chunk-header</command>
    ${COMMON}
  </function>`;
}

const functions = Object.entries(OPERATIONS).flatMap(([name, operation]) => [
  definition(name, TEXT, operation, "value"),
  definition(`${name}Report`, REPORT, operation, "value,status,code,byte_offset"),
  ...(name === "percodecDecode" ? [definition(`${name}Layers`, "Nullable(UInt64)", operation, "layers")] : []),
]);

export const FILE = new URL("percodec_function.xml", import.meta.url);
/** The text of the file. */
export const definitions = `<!-- ${ABOUT}\n    Written by engines/clickhouse/functions.mjs. -->\n<functions>\n${functions.join("\n")}\n</functions>\n`;

if (import.meta.filename === process.argv[1]) writeFileSync(FILE, definitions);
