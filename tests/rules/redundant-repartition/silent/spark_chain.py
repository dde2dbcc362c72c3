import daft
from pyspark.sql import SparkSession

spark = SparkSession.builder.getOrCreate()
spark.read.parquet("s3://texts").repartition(64).repartition(8, "key").write.parquet("s3://out")
daft.read_parquet("s3://out").where(daft.col("key") == 1).show()
