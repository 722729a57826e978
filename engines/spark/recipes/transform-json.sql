-- Lossless: each row is one line of JSON in both directions, and JSON escapes every line end.
CREATE TEMPORARY VIEW urls (id BIGINT, q STRING) USING json OPTIONS (path '${input}');

INSERT OVERWRITE DIRECTORY '${output}' USING parquet
SELECT r.* FROM (
  SELECT from_json(line, 'id BIGINT, value STRING, status STRING, code STRING, byte_offset INT') AS r
  FROM (
    SELECT TRANSFORM(to_json(struct(id, q), map('ignoreNullFields', 'false')))
      ROW FORMAT DELIMITED FIELDS TERMINATED BY '\t'
      USING 'percodec.cjs records --op decode --format jsonl --field q --out id,value,status,code,byte_offset --max-record 16M'
      AS (line STRING)
      ROW FORMAT DELIMITED FIELDS TERMINATED BY '\t'
    FROM urls
  )
);
