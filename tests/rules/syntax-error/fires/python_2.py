import daft

df = daft.read_parquet("s3://bucket/a")
print "rows", df.count_rows()  # expect
