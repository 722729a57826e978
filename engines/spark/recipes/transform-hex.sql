-- Lossless: the column and its value are written as hex, so they may contain any bytes.
CREATE TEMPORARY VIEW urls (id BIGINT, q STRING) USING json OPTIONS (path '${input}');

INSERT OVERWRITE DIRECTORY '${output}' USING parquet
SELECT id, CAST(unhex(value) AS STRING) AS value, status, code, byte_offset
FROM (
  SELECT TRANSFORM(id, hex(q))
    ROW FORMAT DELIMITED FIELDS TERMINATED BY '\t' NULL DEFINED AS '\\N'
    USING 'percodec.cjs records --op decode --format tsv --field 2 --field-enc hex --out 1,value,status,code,byte_offset --max-record 16M'
    AS (id BIGINT, value STRING, status STRING, code STRING, byte_offset INT)
    ROW FORMAT DELIMITED FIELDS TERMINATED BY '\t' NULL DEFINED AS '\\N'
  FROM urls
);
