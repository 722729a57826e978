"""Checks of percodec.spark: where its functions stand, and what they return. Each check raises an error if it fails."""

import tempfile

from percodec.spark import percent_decode, percent_encode, query_param, register
from pyspark.sql import functions as F

OK = ("a b", "ok", None, None)
BAD = (None, "malformed", "malformed-escape", 0)
ROWS = [("a%20b", OK), ("%zz", BAD), ("é%", (None, "malformed", "truncated-escape", 2)), ("", ("", "ok", None, None)), (None, (None, "null", None, None))]

FAULTS = {
    "100%": ("truncated-escape", 3),
    "%zz": ("malformed-escape", 0),
    "%4": ("truncated-escape", 0),
    "%u0041": ("malformed-escape", 0),
    "%+1": ("malformed-escape", 0),
    "%C0%AF": ("overlong-utf8", 0),
    "%ED%A0%80": ("encoded-surrogate", 0),
    "a%FFb": ("invalid-utf8", 1),
    "%E2%9C": ("invalid-utf8", 0),
}
OWN = {"%+1": "\x01", "%C0%AF": "\ufffd\ufffd", "%ED%A0%80": "\ufffd", "a%FFb": "a\ufffdb", "%E2%9C": "\ufffd"}
"""What Spark's own functions return for a fault; for the others url_decode fails and try_url_decode returns null. docs/engines-python.md has these rows as a table."""


def table(spark):
    return spark.createDataFrame([(text,) for text, _ in ROWS], "url STRING")


def same(found, wanted):
    found = [tuple(row) for row in found]
    if found != wanted:
        raise AssertionError(f"{found} are not {wanted}")


def repr_of_values(row):
    return repr(tuple(row))


def functions_stand_in_select_and_with_column(spark):
    wanted = [result for _, result in ROWS]
    same(table(spark).select(percent_decode("url").alias("u")).select("u.*").collect(), wanted)
    same(table(spark).withColumn("u", percent_decode(F.col("url"))).select("u.*").collect(), wanted)
    same(table(spark).where(percent_decode("url").status == "malformed").select("url").collect(), [("%zz",), ("é%",)])
    encoded = table(spark).select(percent_encode("url", "whatwg-path").value).collect()
    same(encoded, [("a%20b",), ("%zz",), ("%C3%A9%",), ("",), (None,)])


def functions_stand_in_sql(spark):
    register(spark)
    table(spark).createOrReplaceTempView("urls")
    same(spark.sql("SELECT u.* FROM (SELECT percent_decode(url) AS u FROM urls)").collect(), [result for _, result in ROWS])
    same(spark.sql("SELECT form_decode('a+b').value, percent_encode('a b').value").collect(), [("a b", "a%20b")])
    counts = spark.sql("SELECT percent_decode(url).status AS s, count(*) FROM urls GROUP BY 1 ORDER BY 1").collect()
    same(counts, [("malformed", 2), ("null", 1), ("ok", 2)])


def parameters_are_found(spark):
    register(spark)
    urls = [("/?q=x+y&r=%31", "q"), ("/?q=1&r=%31", "r"), ("/", "q"), ("/?q=%zz", "q"), ("/?q=1", None), (None, "q")]
    df = spark.createDataFrame(urls, "url STRING, name STRING")
    df.createOrReplaceTempView("parameters")
    none, bad, null = (None, "ok", None, None), (None, "malformed", "malformed-escape", 4), (None, "null", None, None)
    constant = [("x y", "ok", None, None), ("1", "ok", None, None), none, bad, ("1", "ok", None, None), null]
    same(df.select(query_param("url", "q").alias("u")).select("u.*").collect(), constant)
    same(spark.sql("SELECT u.* FROM (SELECT query_param(url, 'q') AS u FROM parameters)").collect(), constant)
    by_row = [constant[0], ("1", "ok", None, None), none, bad, null, null]
    same(spark.sql("SELECT u.* FROM (SELECT query_param(url, name) AS u FROM parameters)").collect(), by_row)


def binary_and_nested_columns_are_decoded(spark):
    df = spark.sql("SELECT named_struct('url', '%41') AS request, array('%42', '%zz') AS list, X'253431' AS bytes, X'61FF' AS bad")
    decoded = [percent_decode(one) for one in ("request.url", F.col("list")[1], "bytes", "bad")]
    same(df.select(*decoded).first(), [("A", "ok", None, None), BAD, ("A", "ok", None, None), (None, "invalid-utf8", "invalid-utf8", 1)])


def many_batches_and_no_rows_work(spark):
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", 7)
    try:
        rows = spark.range(1000).select("id", percent_decode(F.expr("concat('%4', id % 10, id)")).value.alias("v"))
        wrong = rows.where("v <> concat(chr(64 + id % 10), id)").count()
        count, empty = rows.where("v is not null").count(), rows.where("id < 0").count()
    finally:
        spark.conf.unset("spark.sql.execution.arrow.maxRecordsPerBatch")
    same([(wrong, count, empty)], [(0, 1000, 0)])


def streams_are_decoded(spark):
    """Structured Streaming, as a transformation and in foreachBatch."""
    with tempfile.TemporaryDirectory() as folder:
        table(spark).coalesce(1).write.parquet(f"{folder}/in")
        stream = spark.readStream.schema("url STRING").parquet(f"{folder}/in")

        def run(writer, name):
            writer.option("checkpointLocation", f"{folder}/check-{name}").trigger(availableNow=True).start().awaitTermination()
            rows = spark.read.parquet(f"{folder}/{name}").select("url", "u.*").collect()
            same(sorted(rows, key=repr_of_values), sorted(((url, *result) for url, result in ROWS), key=repr_of_values))

        def decoded(df):
            return df.withColumn("u", percent_decode("url"))

        run(decoded(stream).writeStream.format("parquet").option("path", f"{folder}/whole"), "whole")
        run(stream.writeStream.foreachBatch(lambda df, _: decoded(df).write.parquet(f"{folder}/each")), "each")


def own_functions_of_spark_hide_faults(spark):
    df = spark.createDataFrame([(text,) for text in FAULTS], "q STRING")
    columns = [F.try_url_decode("q"), *(percent_decode("q", plus="space")[name] for name in ("value", "code", "byte_offset"))]
    same(df.select("q", *columns).collect(), [(text, OWN.get(text), None, *fault) for text, fault in FAULTS.items()])
    for text in FAULTS:
        try:
            found = df.where(F.col("q") == text).select(F.url_decode("q")).first()[0]
        except Exception as error:
            found = None if "CANNOT_DECODE_URL" in str(error) else error
        same([(found,)], [(OWN.get(text),)])


CHECKS = [
    own_functions_of_spark_hide_faults,
    functions_stand_in_select_and_with_column,
    functions_stand_in_sql,
    parameters_are_found,
    binary_and_nested_columns_are_decoded,
    many_batches_and_no_rows_work,
    streams_are_decoded,
]
