import daft

if True:
    df = daft.read_parquet("s3://a")
      df = df.repartition(8)  # expect
