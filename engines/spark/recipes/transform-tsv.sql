-- Fast, for text that is UTF-8. Spark does not escape values: without tsv_escape a TAB or line end in a value would split
-- its row, and \N would be null. The filter reads and writes escapes; tsv_unescape resolves them.
CREATE TEMPORARY VIEW urls (id BIGINT, q STRING) USING json OPTIONS (path '${input}');

CREATE TEMPORARY FUNCTION tsv_escape(text STRING) RETURNS STRING RETURN
  replace(replace(replace(replace(replace(text, '\\', '\\\\'), '\n', '\\n'), '\r', '\\r'), '\t', '\\t'), '\0', '\\0');

-- Escaped text has no line feed, so a line feed represents the backslash until the other escapes are resolved. Then the two
-- are swapped.
CREATE TEMPORARY FUNCTION tsv_unescape(text STRING) RETURNS STRING RETURN
  CASE WHEN instr(text, '\\') = 0 THEN text ELSE
    translate(
      replace(replace(replace(replace(replace(text, '\\\\', '\n'), '\\r', '\r'), '\\t', '\t'), '\\0', '\0'), '\\n', '\\'),
      '\\\n', '\n\\')
  END;

INSERT OVERWRITE DIRECTORY '${output}' USING parquet
SELECT id, tsv_unescape(value) AS value, status, code, byte_offset
FROM (
  SELECT TRANSFORM(id, tsv_escape(q))
    ROW FORMAT DELIMITED FIELDS TERMINATED BY '\t' NULL DEFINED AS '\\N'
    USING 'percodec.cjs records --op decode --format tsv --field 2 --out 1,value,status,code,byte_offset --max-record 16M'
    AS (id BIGINT, value STRING, status STRING, code STRING, byte_offset INT)
    ROW FORMAT DELIMITED FIELDS TERMINATED BY '\t' NULL DEFINED AS '\\N'
  FROM urls
);
