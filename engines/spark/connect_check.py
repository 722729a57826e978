"""Runs the helper over Spark Connect, with a server of its own: connect_check.py percodec.cjs"""

import sys

from percodec_spark import decode_column, decode_columns
from pyspark.sql import SparkSession

spark = SparkSession.builder.remote("local[1]").getOrCreate()
spark.addArtifact(decode_column.__code__.co_filename, pyfile=True)
spark.addArtifact(sys.argv[1], file=True)
df = spark.createDataFrame([("%41",), ("%zz",)], "q STRING")
wanted = [("%41", "A", "ok", None, None), ("%zz", None, "malformed", "malformed-escape", 0)]
flat = [tuple(row) for row in decode_column(df, "q").collect()]
nested = [(row.q, *row.r) for row in decode_columns(df, {"q": "r"}).collect()]
if flat != wanted or nested != wanted or "connect" not in type(spark).__module__:
    raise SystemExit(f"{flat} and {nested} are not {wanted}")
