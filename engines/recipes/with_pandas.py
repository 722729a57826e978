"""Decodes a series of strings of pandas into a data frame with the same index: value, status, code, byte_offset."""

import json
import subprocess

import pandas

COLUMNS = ["value", "status", "code", "byte_offset"]
COMMAND = ["percodec", "records", "--format", "jsonl"]


def percent_decode(series, *options):
    # read_json would turn values such as "2026-11-23" into dates and numbers.
    lines = "".join(f"{json.dumps([None if pandas.isna(text) else text], ensure_ascii=False)}\n" for text in series)
    # A lone surrogate becomes bytes that are not UTF-8, and so a bad row.
    output = subprocess.run([*COMMAND, *options], input=lines.encode("utf-8", "surrogatepass"), stdout=subprocess.PIPE, check=True).stdout
    rows = [json.loads(line) for line in output.splitlines()]
    frame = pandas.DataFrame(rows, columns=COLUMNS, index=series.index, dtype=object)
    return frame.astype({"byte_offset": "Int64"})
