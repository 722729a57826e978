import type { DuckDBConnection } from "@duckdb/node-api";

/**
 * Gives DuckDB percodec's functions: `percent_decode`, `form_decode`, `percent_encode`, `percent_encode_as`, `form_pairs`,
 * `query_param`, `normalize_uri`, `clean_uri`, `display_uri` and `uri_findings`, and each with `_report` behind its name.
 *
 * None ends a query: a bad row is NULL, and its report says why.
 *
 * @param connection all connections of its instance have the functions then
 */
export function registerPercodec(connection: DuckDBConnection): void;
