"""Runs the checks over Spark Connect, with a server of its own whose Python workers do not have the package: connect.py WHEEL"""

import sys

sys.path.insert(0, sys.argv[1])

from checks import CHECKS
from percodec.spark import send_to_workers
from pyspark.sql import SparkSession

spark = SparkSession.builder.remote("local[1]").getOrCreate()
if "connect" not in type(spark).__module__:
    raise SystemExit("this is not Spark Connect")
send_to_workers(spark)
for check in CHECKS:
    check(spark)
