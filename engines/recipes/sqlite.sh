#!/bin/sh
# Decodes the column url of the table logs (id, url) into the table decoded: sqlite.sh DATABASE
# JSON lines keep null apart from an empty text, and line ends apart from data.
set -eu
lines=$(mktemp)
trap 'rm "$lines"' EXIT
sqlite3 -noheader -list "$1" "SELECT json_object('id', id, 'url', url) FROM logs" |
  percodec records --format jsonl --field url --controls refuse-nul --out id,value,status,code,byte_offset >"$lines"
sqlite3 "$1" <<SQL
CREATE TEMP TABLE lines (line TEXT);
.mode ascii
.separator "\037" "\n"
.import $lines lines
CREATE TABLE decoded AS
SELECT line ->> 'id' AS id, line ->> 'value' AS value, line ->> 'status' AS status, line ->> 'code' AS code,
  line ->> 'byte_offset' AS byte_offset
FROM lines;
SQL
