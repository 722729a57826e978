"""Percent-decodes a column of a Spark DataFrame, and adds a status, a reason and a byte offset for every row.

Copy this file beside your job, and send the filter to the workers with `--files percodec.cjs`:

    from percodec_spark import decode_column
    decoded = decode_column(df, "url")        # df's columns, and value, status, code, byte_offset
"""

import shlex

from pyspark.sql import functions as F
from pyspark.sql import types as T

FILTER = "percodec.cjs"
ADDED = ["value", "status", "code", "byte_offset"]
MAX_BYTES = 1 << 20
# The maximum of the filter. The decoded column is limited by max_bytes, so only kept columns could be longer.
MAX_RECORD = "128M"

# Counts the records before and after the filter, which could end early with exit code 0 and silently lose the rest.
# With -p, tee reads all records even if the filter does not.
GUARD = """\
set -o pipefail
exec 3>&1
counts=$({ { { tee -p /dev/fd/4 | wc -l | sed s/^/in=/ >&5; } 4>&1 | %s | \
{ tee /dev/fd/3 | wc -l | sed s/^/out=/ >&5; }; } 5>&1; echo "status=$?"; })
in= out= status=
eval "$counts"
[ "$status" = 0 ] && [ "$in" = "$out" ] && exit
echo "percodec: the filter read $in records and wrote $out (exit $status)" >&2
exit 1"""

# Characters to escape in the input of the filter, the backslash first; and the escapes in its output, except \\ and \n.
SEPARATORS = {"\\": "\\\\", "\n": "\\n", "\t": "\\t"}
ESCAPES = {"\r": "\\r", "\t": "\\t", "\0": "\\0"}


class UnsupportedColumn(TypeError):
    """A column whose type has no exact text form."""


def decode_column(df, column, *, op="decode", options=(), keep=None, form="hex", filter=FILTER, max_bytes=MAX_BYTES):
    """Returns `df` with four more columns: value, status, code, byte_offset.

    status is ok, malformed, invalid-utf8, too-long or null; value is null unless status is ok. code is the reason, and
    byte_offset is the byte of the column where the fault begins, from 0 on.

    column      the name of a string or binary column
    op          another operation of `percodec records`
    options     more options of `percodec records`, as words: ["--plus", "space"]
    keep        names of the columns to keep (default: all). Arrays, maps and structs raise UnsupportedColumn
    form        "hex" accepts any bytes; "tsv" is faster, but only for strings: a value that is not UTF-8 before decoding
                is invalid-utf8 without a byte_offset
    filter      the name of the filter's file on the workers
    max_bytes   longer values are too-long

    If the filter fails, is killed, or writes more or fewer records than it read, its task fails, and Spark tries it again.
    """
    kept = [df.schema[name] for name in (df.columns if keep is None else keep)]
    clashes = [field.name for field in kept if field.name in ADDED]
    if clashes:
        raise ValueError(f"rename {', '.join(clashes)}: decode_column adds columns of these names")
    kind = df.schema[column].dataType
    if not isinstance(kind, T.StringType if form == "tsv" else (T.StringType, T.BinaryType)):
        raise UnsupportedColumn(f"{column} is {kind.simpleString()}, which the form {form} does not accept")

    field = F.col(_quoted(column))
    flag = F.when(F.octet_length(field) > max_bytes, "too-long")
    if form == "tsv":
        flag = flag.when(~F.is_valid_utf8(field), "invalid-utf8")
    sent = {"hex": _hex, "tsv": _escape}[form](field)
    copies = [f"c{k}" for k in range(2, len(kept) + 2)]
    inner = df.select(
        F.when(flag.isNull(), sent).alias("c0"),
        flag.alias("c1"),
        *[_to_text(kept_field).alias(name) for kept_field, name in zip(kept, copies)],
    )

    words = [filter, "records", "--op", op, *options, "--format", "tsv", "--field", "1", "--max-record", MAX_RECORD]
    words += ["--field-enc", "hex"] if form == "hex" else []
    words += ["--out", ",".join([*map(str, range(2, len(kept) + 3)), *ADDED])]
    given = ["c1", *copies, *ADDED]
    piped = df.sparkSession.sql(
        f"""SELECT TRANSFORM({", ".join(inner.columns)})
            ROW FORMAT DELIMITED FIELDS TERMINATED BY '\\t' NULL DEFINED AS '\\\\N'
            USING {_literal(GUARD % shlex.join(words))}
            AS ({", ".join(f"{name} STRING" for name in given)})
            ROW FORMAT DELIMITED FIELDS TERMINATED BY '\\t' NULL DEFINED AS '\\\\N'
            FROM {{inner}}""",
        inner=inner,
    )
    impossible = F.col("status").isin("too-long", "bad-record")
    flag_code = F.when(F.col("c1") == "too-long", "limit-exceeded").otherwise(F.col("c1"))
    return piped.where(F.when(impossible, F.raise_error(F.concat(F.lit("percodec: "), "code"))).otherwise(True)).select(
        *[_from_text(kept_field, F.col(name)).alias(kept_field.name) for kept_field, name in zip(kept, copies)],
        {"hex": _unhex, "tsv": _unescape}[form](F.col("value")).alias("value"),
        F.coalesce("c1", "status").alias("status"),
        F.coalesce(flag_code, "code").alias("code"),
        F.col("byte_offset").cast("int").alias("byte_offset"),
    )


def _to_text(field):
    """A column as text that needs no escaping."""
    column = F.col(_quoted(field.name))
    kind = field.dataType
    if isinstance(kind, (T.StringType, T.BinaryType)):
        return _hex(column)
    if isinstance(kind, T.TimestampType):
        return F.unix_micros(column).cast("string")
    if isinstance(kind, (T.NumericType, T.BooleanType, T.DateType, T.TimestampNTZType)):
        return column.cast("string")
    raise UnsupportedColumn(f"{field.name} is {kind.simpleString()}: leave it out with keep=[…], and join it by an id")


def _from_text(field, text):
    kind = field.dataType
    if isinstance(kind, T.BinaryType):
        return F.unhex(text)
    if isinstance(kind, T.StringType):
        return _unhex(text)
    if isinstance(kind, T.TimestampType):
        return F.timestamp_micros(text.cast("bigint"))
    return text.cast(kind)


def _hex(column):
    return F.hex(column.cast("binary"))


def _unhex(text):
    return F.unhex(text).cast("string")


def _escape(column):
    # Searching first takes a third of the time of replacing in every value.
    has_any, escaped = F.lit(False), column
    for raw, escape in SEPARATORS.items():
        has_any = has_any | F.contains(column, F.lit(raw))
        escaped = F.replace(escaped, F.lit(raw), F.lit(escape))
    return F.when(has_any, escaped).otherwise(column)


def _unescape(text):
    # Escaped text has no line feed, so a line feed represents the backslash until the other escapes are resolved. Then the
    # two are swapped.
    result = F.replace(text, F.lit("\\\\"), F.lit("\n"))
    for raw, escape in ESCAPES.items():
        result = F.replace(result, F.lit(escape), F.lit(raw))
    result = F.translate(F.replace(result, F.lit("\\n"), F.lit("\\")), "\\\n", "\n\\")
    return F.when(F.contains(text, F.lit("\\")), result).otherwise(text)


def _quoted(name):
    return "`" + name.replace("`", "``") + "`"


def _literal(text):
    """Text as an SQL literal, with doubled braces: `SparkSession.sql` would read single braces as names."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("{", "{{").replace("}", "}}") + "'"
