"""Checks what percodec_spark.py promises besides decoding. Each check raises an error if it fails."""

import datetime
import decimal

from percodec_spark import UnsupportedColumn, decode_column
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
    for form in ("hex", "tsv"):
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
        "é%": (None, "malformed", "truncated-escape", 2),
        "\n%zz": (None, "malformed", "malformed-escape", 1),
        "%C0%AF": (None, "invalid-utf8", "overlong-utf8", 0),
        None: (None, "null", None, None),
        "x" * 21: (None, "too-long", "limit-exceeded", None),
    }
    df = spark.createDataFrame([(text,) for text in texts], "q STRING")
    for form in ("hex", "tsv"):
        for row in decode_column(df, "q", form=form, max_bytes=20).collect():
            if tuple(row)[1:] != texts[row.q]:
                raise AssertionError(f"{form}: {row}, not {texts[row.q]}")


def invalid_utf8_is_reported(spark):
    df = spark.createDataFrame([(bytearray(b"a\xffb"),)], "q BINARY")
    wanted = (None, "invalid-utf8", "invalid-utf8", 1)
    got = [tuple(decode_column(df, "q", keep=[]).first())]
    text = df.selectExpr("CAST(q AS STRING) AS q")
    got.append(tuple(decode_column(text, "q", keep=[]).first()))
    got.append(tuple(decode_column(text, "q", keep=[], form="tsv").first()))
    if got != [wanted, wanted, (*wanted[:3], None)]:
        raise AssertionError(str(got))


def other_operations_and_options_work(spark):
    df = spark.createDataFrame([("a+b c",)], "q STRING")
    got = [
        decode_column(df, "q", options=["--plus", "space"]).first().value,
        decode_column(df, "q", op="encode", options=["--keep", "' +"], form="tsv").first().value,
    ]
    if got != ["a b c", "a+b c"]:
        raise AssertionError(str(got))


def unsupported_columns_are_refused(spark):
    df = spark.createDataFrame([("a", [1], "b")], "q STRING, list ARRAY<INT>, value STRING")
    refused = [
        (UnsupportedColumn, lambda: decode_column(df, "q", keep=["list"])),
        (UnsupportedColumn, lambda: decode_column(df, "list", keep=[])),
        (ValueError, lambda: decode_column(df, "q", keep=["value"])),
    ]
    for error, call in refused:
        try:
            call()
        except error:
            continue
        raise AssertionError(f"no {error.__name__}")


CHECKS = [
    kept_columns_stay_the_same,
    each_bad_row_has_its_reason,
    invalid_utf8_is_reported,
    other_operations_and_options_work,
    unsupported_columns_are_refused,
]
