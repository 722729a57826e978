"""Percent-decode a column of a Spark DataFrame, with a status, a reason and a place for every row.

Copy this file beside your job, and pass the filter to the workers with `--files percodec-records.cjs`:

    from percodec_spark import decode_column
    decoded = decode_column(df, "url")        # df's columns, and value, status, code, at
"""

import shlex

from pyspark.sql import functions as F
from pyspark.sql import types as T

FILTER = "percodec-records.cjs"
ADDED = ["value", "status", "code", "at"]
MAX_BYTES = 1 << 20
MAX_RECORD = "128M"

# Counts the records on both sides of the filter: one that ends early with exit code 0 would lose rows in silence.
GUARD = """\
set -o pipefail
exec 3>&1
counts=$({ { { tee /dev/fd/4 | wc -l | sed s/^/in=/ >&5; } 4>&1 | %s | \
{ tee /dev/fd/3 | wc -l | sed s/^/out=/ >&5; }; } 5>&1; echo "status=$?"; })
in= out= status=
eval "$counts"
[ "$status" = 0 ] && [ "$in" = "$out" ] && exit
echo "percodec: the filter took $in records and gave $out (exit $status)" >&2
exit 1"""


class UnsupportedColumn(TypeError):
    """A column whose values have no exact text of their own."""


def decode_column(df, column, *, op="decode", options=(), keep=None, filter=FILTER, max_bytes=MAX_BYTES):
    """Gives `df` with four more columns: value, status, code, at.

    status is ok, malformed, invalid-utf8, too-long or null; value is null unless it is ok. code and at say what is wrong
    and at which byte of the column, from 0 on.

    column      the name of a string or binary column
    op          another operation of `percodec records`
    options     more of its options, as words: ["--plus", "space"]
    keep        names of the columns to keep (default: all). A column of arrays, maps or structs cannot be kept:
                UnsupportedColumn
    filter      the name of the filter's file on the workers
    max_bytes   longer values are `too-long`

    A filter that fails, is killed, or gives more or fewer records than it took fails its task, and Spark tries it again.
    """
    kept = [df.schema[name] for name in (df.columns if keep is None else keep)]
    clashes = [field.name for field in kept if field.name in ADDED]
    if clashes:
        raise ValueError(f"rename {', '.join(clashes)}: decode_column adds columns of these names")
    if not isinstance(df.schema[column].dataType, (T.StringType, T.BinaryType)):
        raise UnsupportedColumn(f"{column} is {df.schema[column].dataType.simpleString()}, neither string nor binary")

    bytes_ = F.col(_quoted(column)).cast("binary")
    sent = F.when(F.octet_length(bytes_) <= max_bytes, F.hex(bytes_)).when(bytes_.isNotNull(), "too-long")
    inner = df.select(
        sent.alias("c0"), *[_to_text(field).alias(f"c{k}") for k, field in enumerate(kept, 1)]
    )
    copied = [f"c{k}" for k in range(1, len(kept) + 1)]
    out = copied + ADDED
    words = [filter, "--op", op, *options, "--format", "tsv", "--field", "1", "--field-enc", "hex"]
    words += ["--max-record", MAX_RECORD, "--out", ",".join([str(k) for k in range(2, len(kept) + 2)] + ADDED)]
    piped = df.sparkSession.sql(
        f"""SELECT TRANSFORM({", ".join(["c0", *copied])})
            ROW FORMAT DELIMITED FIELDS TERMINATED BY '\\t' NULL DEFINED AS '\\\\N'
            USING {_literal(GUARD % shlex.join(words))}
            AS ({", ".join(f"{name} STRING" for name in out)})
            ROW FORMAT DELIMITED FIELDS TERMINATED BY '\\t' NULL DEFINED AS '\\\\N'
            FROM {{inner}}""",
        inner=inner,
    )
    too_long = F.col("code") == "bad-hex"
    return piped.select(
        *[_from_text(field, F.col(f"c{k}")).alias(field.name) for k, field in enumerate(kept, 1)],
        F.unhex("value").cast("string").alias("value"),
        F.when(too_long, "too-long").otherwise(F.col("status")).alias("status"),
        F.when(too_long, "limit-exceeded").otherwise(F.col("code")).alias("code"),
        F.when(~too_long | F.col("code").isNull(), F.col("at").cast("int")).alias("at"),
    )


def _to_text(field):
    """A column as text in which nothing has to be escaped."""
    column = F.col(_quoted(field.name))
    kind = field.dataType
    if isinstance(kind, (T.StringType, T.BinaryType)):
        return F.hex(column.cast("binary"))
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
        return F.unhex(text).cast("string")
    if isinstance(kind, T.TimestampType):
        return F.timestamp_micros(text.cast("bigint"))
    return text.cast(kind)


def _quoted(name):
    return "`" + name.replace("`", "``") + "`"


def _literal(text):
    """Text as a literal of SQL, of which `SparkSession.sql` still takes braces for names."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("{", "{{").replace("}", "}}") + "'"
