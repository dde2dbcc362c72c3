import daft
from daft import col


@daft.udf(return_dtype=daft.DataType.int64(), batch_size=64)
def count(texts):
    return [len(text) for text in texts.to_pylist()]


texts = daft.read_parquet("s3://texts/*.parquet")  # daft-lint: partitions=12
texts = texts.into_partitions(12)  # expect
texts = texts.with_column("length", count(col("text")))
texts.groupby("length").agg(col("text").count()).to_pandas()
# also DFT301
