# daft-lint: workers=2
"""Somebody else's frames."""

import daft
from pyspark.sql import SparkSession

spark = SparkSession.builder.getOrCreate()
df = spark.range(3_000).repartition(3)
df.withColumn("vector", embed(df["id"])).write.parquet("vectors")
