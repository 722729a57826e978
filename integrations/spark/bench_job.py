"""A complete job for bench.mjs: bench_job.py INPUT OUTPUT try_url_decode|hex|tsv"""

import sys

from percodec_spark import decode_column
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

source, target, way = sys.argv[1:]
rows = SparkSession.builder.getOrCreate().read.schema("id BIGINT, q STRING").json(source)
if way == "try_url_decode":
    decoded = rows.select("id", F.try_url_decode("q").alias("value"))
else:
    decoded = decode_column(rows, "q", keep=["id"], form=way)
decoded.write.mode("overwrite").parquet(target)
