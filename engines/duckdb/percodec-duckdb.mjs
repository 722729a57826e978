import { DuckDBBlobVector, DuckDBScalarFunction, INTEGER, STRUCT, VARCHAR } from "@duckdb/node-api";
import * as form from "percodec/form";
import * as codec from "percodec";
import * as inspect from "percodec/inspect";
import * as sets from "percodec/sets";
import * as uri from "percodec/uri";
import { codecFunctions, recordFunctions, uriFunctions } from "../functions.mjs";

const FUNCTIONS = { ...codecFunctions({ ...codec, ...sets }), ...uriFunctions({ ...form, ...inspect, ...uri }) };

const REPORT = STRUCT({ value: VARCHAR, status: VARCHAR, code: VARCHAR, byte_offset: INTEGER });

/** percodec-duckdb.d.mts describes it. */
export function registerPercodec(connection) {
  for (const [name, run] of Object.entries(recordFunctions(FUNCTIONS))) {
    const parameterTypes = Array(FUNCTIONS[name].length).fill(VARCHAR);
    const register = (suffix, returnType, write) =>
      connection.registerScalarFunction(
        DuckDBScalarFunction.create({
          name: `${name}${suffix}`,
          parameterTypes,
          returnType,
          // The function receives NULL too.
          specialHandling: true,
          mainFunction: (_, chunk, output) => fill(chunk, output, run, write),
        }),
      );
    register("", VARCHAR, (output, row, { value }) => output.setItem(row, value));
    register("_report", REPORT, writeReport);
  }
}

/** Fills a chunk of at most 2,048 rows. */
function fill(chunk, output, run, write) {
  const { rowCount, columnCount } = chunk;
  const readText = createReader(chunk.getColumnVector(0), rowCount);
  const readArgument = columnCount > 1 ? createReader(chunk.getColumnVector(1), rowCount) : undefined;
  for (let row = 0; row < rowCount; row++) {
    write(output, row, run(readText(row), readArgument?.(row)));
  }
  output.flush();
}

/** Returns a function that reads the texts of a vector as bytes: `getItem` would drop a byte order mark at the beginning. */
function createReader(texts, rowCount) {
  const bytes = DuckDBBlobVector.fromRawVector(texts.vector, rowCount);
  return (row) => {
    const item = bytes.getItemBytes(row);
    return item && Buffer.from(item.buffer, item.byteOffset, item.length).toString();
  };
}

function writeReport(output, row, { value, status, code, byte_offset }) {
  output.setItem(row, { entries: { value, status, code, byte_offset } });
}
