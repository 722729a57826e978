"""rdd.pipe: spark-submit --files percodec.cjs pipe.py INPUT OUTPUT"""

import os
import sys

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

FILTER = "./percodec.cjs records --op decode --format jsonl --field q --out id,value,status,code,byte_offset --max-record 16M"

spark = SparkSession.builder.getOrCreate()
rows = spark.read.schema("id BIGINT, q STRING").json(sys.argv[1])

lines = rows.select(F.to_json(F.struct("id", "q"), {"ignoreNullFields": "false"})).rdd.map(lambda row: row[0])
# Without checkCode a filter that fails loses rows without an error. pipe passes no environment, not even PATH.
piped = lines.pipe(FILTER, env={"PATH": os.environ["PATH"]}, checkCode=True)
decoded = spark.read.schema("id BIGINT, value STRING, status STRING, code STRING, byte_offset INT").json(piped)
decoded.write.mode("overwrite").parquet(sys.argv[2])

# Only the count shows that a filter ended early with exit code 0.
read, wrote = rows.count(), spark.read.parquet(sys.argv[2]).count()
if read != wrote:
    raise SystemExit(f"the filter read {read} records and wrote {wrote}")
