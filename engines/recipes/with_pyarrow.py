"""Decodes a string or binary array of pyarrow into an array of structs: value, status, code, byte_offset."""

import subprocess

import pyarrow
from pyarrow import compute, csv

COLUMNS = ["value", "status", "code", "byte_offset"]
TYPES = [pyarrow.string(), pyarrow.string(), pyarrow.string(), pyarrow.int64()]
COMMAND = ["percodec", "records", "--format", "lines", "--escapes", "backslash", "--out", ",".join(COLUMNS)]
# The escapes of the output; the line feed represents the backslash until the others are resolved, since no line contains it.
ESCAPES = [("\\\\", "\n"), ("\\t", "\t"), ("\\r", "\r"), ("\\0", "\0")]


def percent_decode(array, *options):
    field = array.combine_chunks() if isinstance(array, pyarrow.ChunkedArray) else array
    field = field.cast(pyarrow.binary())
    for raw, escape in ((b"\\", b"\\\\"), (b"\n", b"\\n"), (b"\r", b"\\r")):
        field = compute.replace_substring(field, raw, escape)
    lines = compute.binary_join_element_wise(compute.fill_null(field, b"\\N"), b"\n", b"")
    whole = compute.binary_join(pyarrow.ListArray.from_arrays(pyarrow.array([0, len(lines)], pyarrow.int32()), lines), b"")
    output = subprocess.run([*COMMAND, *options], input=whole[0].as_py(), stdout=subprocess.PIPE, check=True).stdout
    if len(field) == 0:
        return pyarrow.StructArray.from_arrays([pyarrow.array([], kind) for kind in TYPES], COLUMNS)
    table = csv.read_csv(
        pyarrow.BufferReader(output),
        csv.ReadOptions(column_names=COLUMNS, block_size=len(output) + 1),
        csv.ParseOptions(delimiter="\t", quote_char=False),
        csv.ConvertOptions(column_types=dict(zip(COLUMNS, TYPES)), null_values=["\\N"], strings_can_be_null=True),
    ).combine_chunks()
    value, *others = [column.chunk(0) for column in table.columns]
    for escape, raw in ESCAPES:
        value = compute.replace_substring(value, escape, raw)
    # The only escape left is that of the line feed. A carriage return and a line feed in one text: swap by parts.
    value = compute.binary_join(
        _each(lambda part: compute.replace_substring(part, "\n", "\\"), compute.split_pattern(value, "\\n")), "\n"
    )
    return pyarrow.StructArray.from_arrays([value, *others], COLUMNS)


def _each(function, lists):
    """Applies a function to all parts."""
    return pyarrow.ListArray.from_arrays(lists.offsets, function(lists.values), mask=lists.is_null())
