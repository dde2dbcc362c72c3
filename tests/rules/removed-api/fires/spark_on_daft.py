from daft.pyspark import SparkSession  # expect

spark = SparkSession.builder.local().getOrCreate()
