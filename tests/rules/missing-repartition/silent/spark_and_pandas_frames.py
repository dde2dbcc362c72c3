# daft-lint: workers=4
"""Frames of other libraries, next to a pool of Daft that nobody uses."""

import daft
import pandas as pd
from pyspark.sql import SparkSession


@daft.cls(max_concurrency=8)
class Score:
    @daft.method.batch(return_dtype=daft.DataType.float64(), batch_size=64)
    def __call__(self, values):
        return [0.0 for _ in values]


score = Score()
spark = SparkSession.builder.getOrCreate()
events = spark.read.parquet("s3://events").repartition(1).withColumn("score", score("value"))
events.write.parquet("s3://scored")
table = pd.DataFrame({"value": range(100_000)})
table["score"] = score(table["value"])
