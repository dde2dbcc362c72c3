# daft-lint: workers=8
import daft
import dask.dataframe as dd

df = dd.read_parquet("s3://matches/*.parquet").repartition(8, "team")
df["score"] = df["match"].map(score)
df.to_parquet("s3://scores")
