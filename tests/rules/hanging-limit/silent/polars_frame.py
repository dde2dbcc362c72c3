import daft
import polars as pl

df = pl.read_parquet("pages.parquet").into_partitions(4).limit(10)
print(df)
