"""Decodes a series of strings of Polars into a data frame: value, status, code, byte_offset."""

import io
import subprocess

import polars

SCHEMA = {"value": polars.String, "status": polars.String, "code": polars.String, "byte_offset": polars.Int64}
COMMAND = ["percodec", "records", "--format", "jsonl", "--field", "url"]


def percent_decode(series, *options):
    lines = io.BytesIO()
    polars.DataFrame({"url": series}).write_ndjson(lines)
    output = subprocess.run([*COMMAND, *options], input=lines.getvalue(), stdout=subprocess.PIPE, check=True).stdout
    return polars.read_ndjson(io.BytesIO(output), schema=SCHEMA) if len(series) > 0 else polars.DataFrame(schema=SCHEMA)
