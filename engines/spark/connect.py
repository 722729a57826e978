"""Runs the checks over Spark Connect, with a server of its own: connect.py WHEEL sends the package; without WHEEL it is installed, for streams."""

import sys

sys.path[:0] = sys.argv[1:]

from checks import CHECKS, SQL_CHECKS, streams_are_decoded
from percodec.spark import register, send_to_workers
from pyspark.sql import SparkSession

spark = SparkSession.builder.remote("local[1]").getOrCreate()
if "connect" not in type(spark).__module__:
    raise SystemExit("this is not Spark Connect")
is_sent = len(sys.argv) > 1
if is_sent:
    send_to_workers(spark)
register(spark)
for check in SQL_CHECKS + CHECKS:
    # The tasks of a stream do not find what is sent (Spark 4.1.4).
    if (check is streams_are_decoded) != is_sent:
        check(spark)
