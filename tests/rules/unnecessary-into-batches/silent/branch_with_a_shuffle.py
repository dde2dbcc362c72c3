import daft
from daft import col


@daft.func.batch(return_dtype=daft.DataType.string())
def clean(texts):
    return texts.to_pylist()


def run(shuffle: bool) -> None:
    df = daft.read_parquet("s3://texts/").into_batches(1_000)
    if shuffle:
        df = df.repartition(64)
    df.with_column("clean", clean(col("text"))).write_parquet("s3://clean")
