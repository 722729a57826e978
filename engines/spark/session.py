"""A driver that keeps running: reads one command per line as JSON, and answers each with one line of JSON."""

import json
import re
import sys
import time
import traceback

from percodec_spark import FILTER, decode_column
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

spark = SparkSession.builder.getOrCreate()
COLUMNS = "id BIGINT, q STRING"


def read(input, tasks=None):
    if input.endswith(".parquet"):
        return spark.read.parquet(input)
    rows = spark.read.schema(COLUMNS)
    if tasks:
        spark.conf.set("spark.sql.files.minPartitionNum", tasks)
        spark.conf.set("spark.sql.files.openCostInBytes", 0)
    return rows.json(input)


def decode(input, output, form="arrow", filter=FILTER, tasks=None):
    """Decodes all rows and writes them."""
    return write(decode_column(read(input, tasks), "q", keep=["id"], form=form, filter=filter), output)


def try_url_decode(input, output, tasks=None):
    return write(read(input, tasks).select("id", F.try_url_decode("q").alias("value")), output)


def to_parquet(input, output):
    """Writes the rows of JSON lines as Parquet, for measurements that leave out parsing JSON."""
    return write(read(input), output)


def column(input, output, tasks=None):
    """Decodes all rows by the column module in the Python workers. Like the filter, it leaves out values over 1 MiB."""
    from percodec.spark import percent_decode

    too_long = F.expr("named_struct('value', string(null), 'status', 'too-long', 'code', 'limit-exceeded', 'byte_offset', int(null))")
    rows = read(input, tasks).select("id", percent_decode("q").alias("u"), (F.octet_length("q") > (1 << 20)).alias("long"))
    return write(rows.select("id", F.when(F.col("long"), too_long).otherwise(F.col("u")).alias("u")).select("id", "u.*"), output)


def send_package():
    """Sends the Python package to the workers."""
    from percodec.spark import send_to_workers

    send_to_workers(spark)
    return {}


def column_records(texts, op):
    """The results of the column module for the texts, in their order."""
    import percodec.spark

    run = {"decode": percodec.spark.percent_decode, "encode": percodec.spark.percent_encode}[op]
    rows = _table(texts).select("id", run("q").alias("u")).sort("id").select("u.*").collect()
    return {"records": [row.asDict() for row in rows]}


def column_checks():
    from column_checks import CHECKS

    return run_checks(CHECKS)


def identity(input, output):
    """Sends the rows through Python and back."""
    rows = read(input)
    return write(rows.mapInArrow(lambda batches: batches, rows.schema), output)


def write(rows, output):
    started = time.monotonic()
    rows.write.mode("overwrite").parquet(output)
    return {"seconds": time.monotonic() - started}


def sums(output):
    """Values that are equal for equal rows in any order: counts, and the sum of a hash of each row."""
    rows = spark.read.parquet(output)
    text = F.concat_ws(
        "|",
        F.col("id"),
        F.col("status"),
        F.coalesce("code", F.lit("")),
        F.coalesce(F.col("byte_offset").cast("string"), F.lit("")),
        F.coalesce(F.hex(F.col("value").cast("binary")), F.lit("null")),
    )
    hashed = F.conv(F.substring(F.md5(text.cast("binary")), 1, 15), 16, 10).cast("decimal(20,0)")
    row = rows.agg(F.count("*"), F.count_distinct("id"), F.sum(hashed).cast("string")).first()
    statuses = {status: count for status, count in rows.groupBy("status").count().collect()}
    return {"rows": row[0], "ids": row[1], "hash": row[2], "statuses": statuses}


def helper_checks():
    from helper_checks import CHECKS

    return run_checks(CHECKS)


def run_checks(checks):
    """Runs checks, and returns the error of each, or None."""
    faults = {}
    for check in checks:
        try:
            check(spark)
            faults[check.__name__] = None
        except Exception as error:
            faults[check.__name__] = f"{type(error).__name__}: {error}"
    return faults


def records(texts, op="decode", form="arrow", options=()):
    """The results of percodec for the texts, in their order."""
    decoded = decode_column(_table(texts), "q", op=op, options=options, keep=["id"], form=form)
    return {"records": [row.asDict() for row in decoded.sort("id").drop("id").collect()]}


def answers(texts):
    """The results of Spark's own functions and of percodec for the texts."""
    tried = dict(_table(texts).select("id", F.try_url_decode("q")).collect())
    ours = records(texts, options=["--plus", "space"])["records"]
    return {"answers": [[_own(text), {"value": tried[k]}, ours[k]] for k, text in enumerate(texts)]}


def _table(texts):
    return spark.createDataFrame(list(enumerate(texts)), COLUMNS).coalesce(1)


def _own(text):
    try:
        return {"value": spark.sql("SELECT url_decode(:text)", args={"text": text}).first()[0]}
    except Exception as error:
        return {"fails": re.search(r"\[(\w+)", str(error)).group(1)}


def application():
    return {"application": spark.sparkContext.applicationId}


COMMANDS = {
    command.__name__: command
    for command in (
        answers,
        application,
        column,
        column_checks,
        column_records,
        decode,
        helper_checks,
        identity,
        records,
        send_package,
        sums,
        to_parquet,
        try_url_decode,
    )
}

print(json.dumps({"ready": spark.version}), flush=True)
for line in sys.stdin:
    command, arguments = json.loads(line)
    try:
        answer = COMMANDS[command](**arguments)
    except Exception as error:
        answer = {"error": f"{type(error).__name__}: {error}", "trace": traceback.format_exc()[-2000:]}
    print(json.dumps(answer), flush=True)
