"""Checks what percodec_spark.py promises besides decoding. Each check raises an error if it fails."""

import datetime
import decimal
import tempfile

from percodec_spark import FILTER, UnsupportedColumn, decode_column, decode_columns
from pyspark.sql import functions as F
from pyspark.sql import types as T

KEPT = T.StructType(
    [
        T.StructField("text", T.StringType()),
        T.StructField("bytes", T.BinaryType()),
        T.StructField("flag", T.BooleanType()),
        T.StructField("small", T.ByteType()),
        T.StructField("large", T.LongType()),
        T.StructField("price", T.DecimalType(38, 9)),
        T.StructField("single", T.FloatType()),
        T.StructField("double", T.DoubleType()),
        T.StructField("day", T.DateType()),
        T.StructField("time", T.TimestampType()),
        T.StructField("local time", T.TimestampNTZType()),
        T.StructField("a.`b\tc", T.StringType()),
    ]
)
FORMS = ("arrow", "hex", "tsv")
TIME = datetime.datetime(1969, 12, 31, 23, 59, 59, 123457)
ROWS = [
    ("%E2%9C%93\t\n\r\\N\0", b"\x00\xff\t\n", True, -128, 2**63 - 1, decimal.Decimal("-0.000000001"), 0.1, 5e-324,
     datetime.date(1, 1, 1), TIME, TIME, "%41"),
    ("\\N", b"", False, 127, -(2**63), decimal.Decimal("9" * 29), float("inf"), -0.0,
     datetime.date(9999, 12, 31), datetime.datetime(2026, 3, 29, 2, 30), datetime.datetime(1582, 10, 10), ""),
    ("", b"\\N", None, 0, 0, decimal.Decimal(0), float("-inf"), 1e300, None, None, None, "\r\n"),
    (None,) * len(KEPT),
]  # fmt: skip


def kept_columns_stay_the_same(spark):
    df = spark.createDataFrame(ROWS, KEPT)
    for form in FORMS:
        decoded = decode_column(df, "text", form=form).collect()
        before = sorted(map(repr, df.collect()))
        after = sorted(repr(T.Row(*KEPT.names)(*row[: len(KEPT)])) for row in decoded)
        if [line.split("(", 1)[1] for line in before] != [line.split("(", 1)[1] for line in after]:
            raise AssertionError(f"{form}: {after} are not {before}")


def each_bad_row_has_its_reason(spark):
    texts = {
        "a%20b": ("a b", "ok", None, None),
        "\t%09\n%0A\r\\n\0": ("\t\t\n\n\r\\n\0", "ok", None, None),
        "\\N": ("\\N", "ok", None, None),
        "": ("", "ok", None, None),
        "x\r": ("x\r", "ok", None, None),
        "é%": (None, "malformed", "truncated-escape", 2),
        "\n%zz": (None, "malformed", "malformed-escape", 1),
        "%C0%AF": (None, "invalid-utf8", "overlong-utf8", 0),
        None: (None, "null", None, None),
        "x" * 21: (None, "too-long", "limit-exceeded", None),
    }
    df = spark.createDataFrame([(text,) for text in texts], "q STRING")
    for form in FORMS:
        for row in decode_column(df, "q", form=form, max_bytes=20).collect():
            if tuple(row)[1:] != texts[row.q]:
                raise AssertionError(f"{form}: {row}, not {texts[row.q]}")


def invalid_utf8_is_reported(spark):
    df = spark.createDataFrame([(bytearray(b"a\xffb"),)], "q BINARY")
    wanted = (None, "invalid-utf8", "invalid-utf8", 1)
    got = [tuple(decode_column(df, "q", keep=[]).first())]
    text = df.selectExpr("CAST(q AS STRING) AS q")
    got.append(tuple(decode_column(text, "q", keep=[]).first()))
    got.append(tuple(decode_column(text, "q", keep=[], form="hex").first()))
    got.append(tuple(decode_column(text, "q", keep=[], form="tsv").first()))
    if got != [wanted, wanted, wanted, (*wanted[:3], None)]:
        raise AssertionError(str(got))


def other_operations_and_options_work(spark):
    df = spark.createDataFrame([("a+b c",)], "q STRING")
    got = [
        decode_column(df, "q", options=["--plus", "space"]).first().value,
        decode_column(df, "q", options=["--plus", "space"], form="hex").first().value,
        decode_column(df, "q", op="encode", options=["--keep", "' +"], form="tsv").first().value,
    ]
    if got != ["a b c", "a b c", "a+b c"]:
        raise AssertionError(str(got))


def unsupported_columns_are_refused(spark):
    df = spark.createDataFrame([("a", [1], "b")], "q STRING, list ARRAY<INT>, value STRING")
    refused = [
        (UnsupportedColumn, lambda: decode_column(df, "q", keep=["list"], form="hex")),
        (UnsupportedColumn, lambda: decode_column(df, "list", keep=[], form="hex")),
        (UnsupportedColumn, lambda: decode_column(df, "list", keep=[])),
        (ValueError, lambda: decode_column(df, "q", keep=["value"])),
        (ValueError, lambda: decode_column(df, "q", keep=[], form="csv")),
        (ValueError, lambda: decode_column(df, "q", keep=[], filter="node percodec.cjs")),
        (UnsupportedColumn, lambda: decode_columns(df, {"list": "l"})),
        (ValueError, lambda: decode_columns(df, {"q": "value"})),
    ]
    for error, call in refused:
        try:
            call()
        except error:
            continue
        raise AssertionError(f"no {error.__name__}")


def nested_fields_and_several_columns_are_decoded(spark):
    df = spark.sql(
        "SELECT 'a%20b' AS `u.r`, named_struct('url', '%zz', 'hosts', array('%41', 'b')) AS request, map('k', X'FF') AS more"
    )
    columns = {"u.r": "u", "request.url": "r", "more['k']": "m"}
    row = decode_columns(df, columns).first()
    got = [tuple(row.u), tuple(row.r), tuple(row.m), row.request.hosts, row.more]
    bad = (None, "malformed", "malformed-escape", 0), (None, "invalid-utf8", "invalid-utf8", 0)
    if got != [("a b", "ok", None, None), *bad, ["%41", "b"], {"k": bytearray(b"\xff")}]:
        raise AssertionError(str(got))
    first = decode_column(df, F.col("request")["hosts"][0], keep=["more"]).first()
    if (first.value, first.more) != ("A", {"k": bytearray(b"\xff")}):
        raise AssertionError(str(first))


def a_command_is_given_as_words(spark):
    df = spark.createDataFrame([("%41",)], "q STRING")
    for form in FORMS:
        value = decode_column(df, "q", form=form, filter=["node", FILTER]).first().value
        if value != "A":
            raise AssertionError(f"{form}: {value}")


def empty_columns_and_many_batches_work(spark):
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", 7)
    try:
        count = decode_column(spark.range(1000).selectExpr("concat('%', 41, id) AS q"), "q").where("status = 'ok'").count()
        empty = decode_column(spark.range(0).selectExpr("CAST(id AS STRING) AS q"), "q").count()
    finally:
        spark.conf.unset("spark.sql.execution.arrow.maxRecordsPerBatch")
    if (count, empty) != (1000, 0):
        raise AssertionError(f"{count} and {empty} rows")


def streams_are_decoded(spark):
    """Structured Streaming, as a transformation and in foreachBatch."""
    with tempfile.TemporaryDirectory() as folder:
        spark.createDataFrame([("%41",), ("%zz",)], "q STRING").coalesce(1).write.parquet(f"{folder}/in")
        stream = spark.readStream.schema("q STRING").parquet(f"{folder}/in")
        batches = []
        for form in ("arrow", "hex"):
            whole = decode_column(stream, "q", form="arrow").writeStream.format("parquet")
            whole.option("checkpointLocation", f"{folder}/c-{form}").trigger(availableNow=True).start(
                f"{folder}/out-{form}"
            ).awaitTermination()
            batches.append(spark.read.parquet(f"{folder}/out-{form}"))
            each = stream.writeStream.option("checkpointLocation", f"{folder}/e-{form}").trigger(availableNow=True)
            each.foreachBatch(
                lambda df, _, form=form: decode_column(df, "q", form=form).write.parquet(f"{folder}/each-{form}")
            ).start().awaitTermination()
            batches.append(spark.read.parquet(f"{folder}/each-{form}"))
        for rows in batches:
            got = sorted((row.q, row.value, row.status) for row in rows.collect())
            if got != [("%41", "A", "ok"), ("%zz", None, "malformed")]:
                raise AssertionError(str(got))


CHECKS = [
    nested_fields_and_several_columns_are_decoded,
    a_command_is_given_as_words,
    empty_columns_and_many_batches_work,
    streams_are_decoded,
    kept_columns_stay_the_same,
    each_bad_row_has_its_reason,
    invalid_utf8_is_reported,
    other_operations_and_options_work,
    unsupported_columns_are_refused,
]
