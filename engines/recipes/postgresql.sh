#!/bin/sh
# Decodes the column url of the table logs (id, url) into the table decoded: postgresql.sh CONNECTION
# Text format, whose escapes are those of TSV. PostgreSQL stores no NUL, and one would end the whole load: with --controls refuse-nul it is a bad row.
set -eu
psql -q "$1" -c "CREATE TABLE decoded (id bigint, value text, status text, code text, byte_offset bigint)"
psql -q "$1" -c "\\copy (SELECT id, url FROM logs) TO STDOUT" |
  percodec records --format tsv --field 2 --controls refuse-nul --out 1,value,status,code,byte_offset |
  psql -q "$1" -c "\\copy decoded FROM STDIN"
