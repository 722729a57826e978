-- Fast, for text that is UTF-8. Spark escapes nothing by itself: without tsv_escape a TAB or line end in a value would cut
-- its row in two, and \N would be null. The filter reads the escapes and writes them; tsv_unescape resolves them.
CREATE TEMPORARY VIEW urls (id BIGINT, q STRING) USING json OPTIONS (path '${input}');

CREATE TEMPORARY FUNCTION tsv_escape(text STRING) RETURNS STRING RETURN
  replace(replace(replace(replace(replace(text, '\\', '\\\\'), '\n', '\\n'), '\r', '\\r'), '\t', '\\t'), '\0', '\\0');

-- Escaped text has no line feed: it stands for the backslash until all else is resolved, and then the two change places.
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
