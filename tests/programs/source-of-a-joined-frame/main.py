import daft
from daft import DataType, col
from sources import listing


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=DataType.int64(), batch_size=100)
    def run(self, ids):
        return ids


def main():
    wanted = daft.range(800, partitions=4)
    vectors = listing().with_column(
        "vector",
        Embed().run(col("id")),  # finds DFT101 certain via sources.py: only 1 task for 2 workers
    )
    wanted.join(vectors, on="id").write_parquet("out")


main()
