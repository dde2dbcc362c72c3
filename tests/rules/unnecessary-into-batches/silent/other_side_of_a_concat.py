"""The shuffle is on the other side, not after the batches."""

import daft
from daft import col


@daft.func.batch(return_dtype=daft.DataType.string())
def clean(texts):
    return texts.to_pylist()


old = daft.read_parquet("s3://old/").repartition(16)
new = daft.read_parquet("s3://new/").into_batches(1_000)
df = new.concat(old).with_column("clean", clean(col("text")))
df.write_parquet("s3://clean")
