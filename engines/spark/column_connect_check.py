"""Runs the checks of percodec.spark over Spark Connect, with a server of its own whose Python workers do not have the package."""

from column_checks import CHECKS
from percodec.spark import send_to_workers
from pyspark.sql import SparkSession

spark = SparkSession.builder.remote("local[1]").getOrCreate()
if "connect" not in type(spark).__module__:
    raise SystemExit("this is not Spark Connect")
send_to_workers(spark)
for check in CHECKS:
    check(spark)
