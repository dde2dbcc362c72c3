import pyspark

spark = pyspark.sql.SparkSession.builder.getOrCreate()
spark.range(10).repartition(3).show()
