import daft
import polars as pl

frame = pl.DataFrame({"a": ["x"]})
frame = frame.with_columns(pl.col("a").str.to_uppercase(), pl.col("a").list.get(0))
daft.from_arrow(frame.to_arrow()).write_parquet("out")
