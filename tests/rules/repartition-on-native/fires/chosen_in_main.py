import daft
from daft import DataType, Series, col


@daft.udf(return_dtype=DataType.string(), batch_size=32)
class Clean:
    def __call__(self, texts: Series) -> list:
        return texts.to_pylist()


def main() -> None:
    daft.set_runner_native()
    df = daft.read_csv("texts/*.csv")
    df = df.into_partitions(8)  # expect
    df = df.with_column("clean", Clean.with_concurrency(4)(col("text")))
    df.write_parquet("clean")


if __name__ == "__main__":
    main()
# also DFT301
