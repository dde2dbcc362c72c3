# It is collected wherever it is written twice.
import daft
from daft import col


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=10)
    def run(self, ids):
        return ids


def main(many):
    daft.set_runner_ray()
    df = daft.range(1000, partitions=4).with_column("v", Embed().run(col("id")))
    if many:
        df = df.collect()
    if not many:
        df.write_parquet("few")
        return
    df.write_parquet("out")
    df.write_csv("text")
