import { countLayers, record } from "./record.mjs";

// The functions for engines that call JavaScript (DuckDB, BigQuery, Snowflake), by their names in SQL. Each takes a text.

/** The functions that need only the codec. */
export const codecFunctions = ({ percentDecode, percentEncode, namedSet }) => ({
  percent_decode: (text) => percentDecode(text),
  form_decode: (text) => percentDecode(text, { plus: "space" }),
  percent_encode: (text) => percentEncode(text),
  percent_encode_as: (text, set) => percentEncode(text, namedSet(set)),
});

/** The others, most of which need forms, whole URIs and inspection. */
export const uriFunctions = ({ cleanUri, displayUri, editUri, inspect, normalizeUri, parseForm, splitUri }) => ({
  form_pairs: (text) => JSON.stringify([...parseForm(text)]),
  query_param: (uri, name) => {
    const { query } = splitUri(uri);
    if (query === undefined) return null;
    const before = uri.indexOf("?") + 1;
    try {
      return parseForm(query).get(name);
    } catch (fault) {
      if (fault.code === "limit-exceeded") return throwMoved(fault, before);
      // Another pair may have the fault.
      try {
        return editUri(`?${query}`).get(name) ?? null;
      } catch (own) {
        return throwMoved(own, before - 1);
      }
    }
  },
  percent_layers: (text) => String(countLayers(text)),
  normalize_uri: (uri) => normalizeUri(uri),
  clean_uri: (uri) => cleanUri(uri),
  display_uri: (uri) => displayUri(uri),
  uri_findings: (uri) => [...new Set(inspect(uri).findings.map(({ code }) => code))].join(),
});

/** Throws a fault of the query with its index in the URI. `record` reads only these two fields, and an Error takes longer. */
function throwMoved({ code, index }, by) {
  // oxlint-disable-next-line typescript/only-throw-error -- see above
  throw { code, index: by + index };
}

/** Returns the same functions, but each returns a record and does not throw. A null name is like a null text: the status is null. */
export function recordFunctions(functions) {
  return Object.fromEntries(
    Object.entries(functions).map(([name, run]) => [
      name,
      run.length === 1
        ? (text) => record(run, text)
        : (text, argument) =>
            record((value) => run(value, argument), argument === null || argument === undefined ? null : text),
    ]),
  );
}
