"""The helper: spark-submit --files percodec.cjs --py-files percodec_spark.py column.py INPUT OUTPUT [arrow|hex|tsv]"""

import sys

from percodec_spark import decode_column
from pyspark.sql import SparkSession

spark = SparkSession.builder.getOrCreate()
rows = spark.read.schema("id BIGINT, q STRING").json(sys.argv[1])
form = sys.argv[3] if len(sys.argv) > 3 else "arrow"

decode_column(rows, "q", keep=["id"], form=form).write.mode("overwrite").parquet(sys.argv[2])
