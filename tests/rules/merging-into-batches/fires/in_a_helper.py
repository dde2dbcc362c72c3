import daft
from daft import col


@daft.cls(max_concurrency=12)
class Classify:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=100)
    def label(self, texts):
        return texts.to_pylist()


def batched(df: daft.DataFrame, rows: int) -> daft.DataFrame:
    return df.into_batches(rows)  # expect


# daft-lint: workers=6
def main():
    classify = Classify()
    df = daft.read_csv("s3://tickets/*.csv")  # daft-lint: rows=12_000, partitions=24
    df = batched(df, 6_000).with_column("label", classify.label(col("text")))
    df.write_parquet("s3://tickets/labels")


main()
