import { DuckDBBlobVector, DuckDBScalarFunction, INTEGER, STRUCT, VARCHAR } from "@duckdb/node-api";
import { parseForm } from "../../dist/form/index.js";
import { percentDecode, percentEncode } from "../../dist/index.js";
import { findings } from "../../dist/inspect/index.js";
import { setNamed } from "../../dist/sets/index.js";
import { cleanUri, displayUri, normalizeUri, splitUri } from "../../dist/uri/index.js";
import { record } from "../record.mjs";

/** What each function does with its text, and the name of its second parameter, if it has one. */
const FUNCTIONS = {
  percent_decode: [percentDecode],
  form_decode: [(text) => percentDecode(text, { plus: "space" })],
  percent_encode: [(text) => percentEncode(text)],
  percent_encode_as: [(text, set) => percentEncode(text, setNamed(set)), "set"],
  form_pairs: [(text) => JSON.stringify([...parseForm(text)])],
  query_param: [queryParam, "name"],
  normalize_uri: [normalizeUri],
  clean_uri: [(text) => cleanUri(text)],
  display_uri: [(text) => displayUri(text)],
  uri_findings: [(text) => [...new Set(findings(text).map(({ code }) => code))].join(",")],
};

const REPORT = STRUCT({ value: VARCHAR, status: VARCHAR, code: VARCHAR, at: INTEGER });

/**
 * Gives DuckDB percodec's functions.
 *
 * `percent_decode(text)`, `form_decode(text)`, `percent_encode(text)`, `percent_encode_as(text, set)`, `form_pairs(text)`,
 * `query_param(uri, name)`, `normalize_uri(uri)`, `clean_uri(uri)`, `display_uri(uri)` and `uri_findings(uri)` give a text, or
 * NULL for a NULL and for a row that is bad. None ends a query. Each has a twin with `_report` behind its name, which gives
 * `STRUCT(value, status, code, at)` as `percodec records` has them: `status` is `ok`, `malformed`, `invalid-utf8`,
 * `bad-record` or `null`, and `at` the byte of the text where the fault begins.
 *
 * @param connection a `DuckDBConnection` of @duckdb/node-api; all connections of its instance have the functions then
 */
export function registerPercodec(connection) {
  for (const [name, [run, ...words]] of Object.entries(FUNCTIONS)) {
    const parameterTypes = [VARCHAR, ...words.map(() => VARCHAR)];
    const register = (suffix, returnType, write) =>
      connection.registerScalarFunction(
        DuckDBScalarFunction.create({
          name: `${name}${suffix}`,
          parameterTypes,
          returnType,
          // NULL is a row like any other.
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
  const textAt = readerOf(chunk.getColumnVector(0), rowCount);
  const wordAt = columnCount > 1 ? readerOf(chunk.getColumnVector(1), rowCount) : undefined;
  for (let row = 0; row < rowCount; row++) {
    write(output, row, record((text) => run(text, wordAt?.(row)), textAt(row)));
  }
  output.flush();
}

/** Reads the texts of a vector by their bytes: its own `getItem` leaves out a byte order mark that a text begins with. */
function readerOf(texts, rowCount) {
  const bytes = DuckDBBlobVector.fromRawVector(texts.vector, rowCount);
  return (row) => {
    const item = bytes.getItemBytes(row);
    return item && Buffer.from(item.buffer, item.byteOffset, item.length).utf8Slice();
  };
}

function writeReport(output, row, { value, status, code, at }) {
  output.setItem(row, { entries: { value, status, code, at } });
}

/** The first value of a name in the query of a URI; all of the query has to be good. */
function queryParam(uri, name) {
  const { query } = splitUri(uri);
  if (query === undefined || name === null) return null;
  try {
    return parseForm(query).get(name) ?? null;
  } catch ({ code, index }) {
    throw Object.assign(new Error(code), { code, index: uri.indexOf("?") + 1 + index });
  }
}
