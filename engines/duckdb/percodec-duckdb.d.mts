import type { DuckDBConnection } from "@duckdb/node-api";

/**
 * Registers percodec's functions in DuckDB: `percent_decode`, `form_decode`, `percent_encode`, `percent_encode_as`, `form_pairs`,
 * `query_param`, `normalize_uri`, `clean_uri`, `display_uri` and `uri_findings`, and each with the suffix `_report`.
 *
 * No function ends a query: a bad row is NULL, and its report has the reason.
 *
 * @param connection a connection; all connections of its instance have the functions afterwards
 */
export function registerPercodec(connection: DuckDBConnection): void;
