import daft

<<<<<<< HEAD  # expect
df = daft.read_parquet("s3://a").repartition(8)
=======
df = daft.read_parquet("s3://b").repartition(16)
>>>>>>> feature
