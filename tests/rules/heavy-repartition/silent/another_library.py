import daft
from pyspark.sql import functions as F

df = spark.read.text("s3://bucket/images")
df = df.withColumn("image", download(F.col("path")))
df.repartition(64).write.parquet("s3://bucket/copies")
