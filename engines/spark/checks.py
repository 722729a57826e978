"""Checks of percodec.spark and of the jar: where their functions stand, and what they return. Each check raises an error if it fails."""

import tempfile

from percodec.spark import percent_decode, percent_encode, percent_layers, query_param, try_percent_decode
from pyspark.errors import AnalysisException
from pyspark.sql import functions as F

OK = ("a b", "ok", None, None)
BAD = (None, "malformed", "malformed-escape", 0)
ROWS = [("a%20b", OK), ("%zz", BAD), ("é%", (None, "malformed", "truncated-escape", 2)), ("", ("", "ok", None, None)), (None, (None, "null", None, None))]
VALUES = [("a b", 1), (None, 0), (None, 0), ("", 0), (None, None)]
"""The values, and how often the rows can be decoded."""

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
"""What Spark's own functions return for a fault; for the others url_decode fails and try_url_decode returns null. docs/engines.md and docs/engines-python.md have these rows."""


def table(spark):
    return spark.createDataFrame([(text,) for text, _ in ROWS], "url STRING")


def same(found, wanted):
    found = [tuple(row) for row in found]
    assert found == wanted, f"{found} are not {wanted}"


def analysis_error(run):
    try:
        run()
    except AnalysisException as error:
        return str(error)
    return "no error"


def functions_stand_in_select_and_with_column(spark):
    wanted = [result for _, result in ROWS]
    same(table(spark).select(percent_decode("url").alias("u")).select("u.*").collect(), wanted)
    same(table(spark).withColumn("u", percent_decode(F.col("url"))).select("u.*").collect(), wanted)
    same(table(spark).where(percent_decode("url").status == "malformed").select("url").collect(), [("%zz",), ("é%",)])
    same(table(spark).select(try_percent_decode("url"), percent_layers("url")).collect(), VALUES)
    encoded = table(spark).select(percent_encode("url", "whatwg-path").value).collect()
    same(encoded, [("a%20b",), ("%zz",), ("%C3%A9%",), ("",), (None,)])
    same(table(spark).select(query_param(F.concat(F.lit("/?q="), "url"), "q").byte_offset).collect(), [(None,), (4,), (6,), (None,), (None,)])


def functions_stand_in_sql(spark):
    table(spark).createOrReplaceTempView("urls")
    same(spark.sql("SELECT u.* FROM (SELECT percent_decode(url) AS u FROM urls)").collect(), [result for _, result in ROWS])
    same(spark.sql("SELECT try_percent_decode(url), percent_layers(url) FROM urls").collect(), VALUES)
    same(spark.sql("SELECT form_decode('a+b').value, percent_encode('a b').value").collect(), [("a b", "a%20b")])
    counts = spark.sql("SELECT percent_decode(url).status AS s, count(*) FROM urls GROUP BY 1 ORDER BY 1").collect()
    same(counts, [("malformed", 2), ("null", 1), ("ok", 2)])


def parameters_are_found(spark):
    urls = [("/?q=x+y&r=%31", "q"), ("/?q=1&r=%31", "r"), ("/", "q"), ("/?q=%zz", "q"), ("/?q=1", None), (None, "q")]
    df = spark.createDataFrame(urls, "url STRING, name STRING")
    df.createOrReplaceTempView("parameters")
    none, bad, null = (None, "ok", None, None), (None, "malformed", "malformed-escape", 4), (None, "null", None, None)
    constant = [("x y", "ok", None, None), ("1", "ok", None, None), none, bad, ("1", "ok", None, None), null]
    same(spark.sql("SELECT u.* FROM (SELECT query_param(url, 'q') AS u FROM parameters)").collect(), constant)
    by_row = [constant[0], ("1", "ok", None, None), none, bad, null, null]
    same(spark.sql("SELECT u.* FROM (SELECT query_param(url, name) AS u FROM parameters)").collect(), by_row)


def binary_and_nested_columns_are_decoded(spark):
    df = spark.sql("SELECT named_struct('url', '%41') AS request, array('%42', '%zz') AS list, X'253431' AS bytes, X'61FF' AS bad")
    decoded = [percent_decode(one) for one in ("request.url", F.col("list")[1], "bytes", "bad")]
    same(df.select(*decoded).first(), [("A", "ok", None, None), BAD, ("A", "ok", None, None), (None, "invalid-utf8", "invalid-utf8", 1)])


def columns_have_a_name_and_a_checked_type(spark):
    names = ["percent_decode(url)", "percent_encode(upper(url))", "query_param(url)", "try_percent_decode(url)"]
    same(zip(table(spark).select(percent_decode("url"), percent_encode(F.upper("url")), query_param("url", "q"), try_percent_decode("url")).columns), list(zip(names)))
    same(table(spark).limit(1).select(percent_decode(F.lit(None))).collect(), [((None, "null", None, None),)])
    same(spark.sql("SELECT '%41' COLLATE UNICODE_CI AS url").select(percent_decode("url").value).collect(), [("A",)])
    for wrong in (F.lit(1), F.array(F.lit("a")), F.current_date()):
        # Over Connect, a plan is analyzed when it is asked for its schema.
        assert "DATATYPE_MISMATCH" in analysis_error(lambda: table(spark).select(percent_decode(wrong)).schema), wrong


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
            same(sorted(map(tuple, rows), key=repr), sorted(((url, *result) for url, result in ROWS), key=repr))

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


def other_arguments_of_the_jar(spark):
    names = ["percent_decode(url)", "percent_encode(url)", "percent_encode(url, java-url-encoder)"]
    same(zip(spark.sql("SELECT percent_decode(url), percent_encode(url), percent_encode(url, 'java-url-encoder') FROM VALUES ('') t(url)").columns), list(zip(names)))
    same(spark.sql("SELECT percent_layers(X'2532353431FF'), percent_layers('%2541')").collect(), [(2, 2)])
    same(spark.sql("SELECT percent_encode('é b', 'rfc3987-segment').value, percent_encode(X'FF').code").collect(), [("é%20b", "invalid-utf8")])
    same(spark.sql("SELECT u.* FROM (SELECT percent_decode(b) AS u FROM VALUES (X'253431'), (X'61FF') t(b))").collect(), [("A", *OK[1:]), (None, "invalid-utf8", "invalid-utf8", 1)])
    same(spark.sql("SELECT percent_decode(NULL), percent_decode(upper('é%') COLLATE UNICODE_CI)").collect(), [((None, "null", None, None), (None, "malformed", "truncated-escape", 2))])
    with tempfile.TemporaryDirectory() as folder:
        table(spark).coalesce(1).write.parquet(f"{folder}/urls")
        spark.conf.set("spark.sql.columnVector.offheap.enabled", "true")
        same(spark.read.parquet(f"{folder}/urls").selectExpr("percent_decode(url)").collect(), [(result,) for _, result in ROWS])
        spark.conf.unset("spark.sql.columnVector.offheap.enabled")
    urls = spark.range(1000).selectExpr("id % 100 AS k", "percent_decode(concat('%4', id % 10)) AS u")
    same(urls.groupBy("u.value").count().sort("value").collect(), [(chr(64 + k), 100) for k in range(10)])
    same(urls.orderBy(F.desc("u.value")).limit(1).select("u.value").collect(), [("I",)])


def wrong_arguments_of_the_jar_fail_at_analysis(spark):
    table(spark).createOrReplaceTempView("urls")
    wrong = {
        "percent_decode(1)": 'The first parameter requires the "STRING" or "BINARY" type, however 1 has the type "INT"',
        "query_param(url, array('q'))": "The second parameter requires",
        "percent_decode()": "The `percent_decode` requires 1 parameters but the actual number is 0",
        "percent_encode(url, 'java', 1)": "requires [1, 2] parameters but the actual number is 3",
        "percent_encode(url, 'java')": "The set value must to be a \"STRING\" literal of rfc3986-component, ",
        "percent_encode(url, url)": "the input set should be a foldable \"STRING\" expression; however, got urls.url",
    }
    for expression, message in wrong.items():
        found = analysis_error(lambda: spark.sql(f"SELECT {expression} FROM urls"))
        assert message in found, f"{expression}: {found}"


SQL_CHECKS = [functions_stand_in_sql, parameters_are_found]
"""Checks of the functions by their names in SQL."""
JAR_CHECKS = [other_arguments_of_the_jar, wrong_arguments_of_the_jar_fail_at_analysis]
CHECKS = [
    own_functions_of_spark_hide_faults,
    functions_stand_in_select_and_with_column,
    binary_and_nested_columns_are_decoded,
    columns_have_a_name_and_a_checked_type,
    many_batches_and_no_rows_work,
    streams_are_decoded,
]
