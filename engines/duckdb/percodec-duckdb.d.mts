import type { DuckDBConnection } from "@duckdb/node-api";

/**
 * Registers percodec's functions in DuckDB.
 *
 * `percent_decode(text)`, `form_decode(text)`, `percent_encode(text)`, `percent_encode_as(text, set)`, `form_pairs(text)`,
 * `query_param(uri, name)`, `percent_layers(text)`, `normalize_uri(uri)`, `clean_uri(uri)`, `display_uri(uri)` and `uri_findings(uri)`
 * return a text, or NULL for a NULL and for a bad row. No function ends a query. Each also exists with the suffix `_report`, which returns
 * `STRUCT(value, status, code, byte_offset)` like `percodec records`: `status` is `ok`, `malformed`, `invalid-utf8`,
 * `bad-record` or `null`, and `byte_offset` is the byte of the text where the fault begins.
 *
 * @param connection a connection; all connections of its instance have the functions afterwards
 */
export function registerPercodec(connection: DuckDBConnection): void;
