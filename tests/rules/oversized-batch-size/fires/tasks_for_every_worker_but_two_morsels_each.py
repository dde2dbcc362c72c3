# daft-lint: workers=4, cpus-per-worker=8
import daft
from daft import col

ACTORS_PER_WORKER = 4
WORKERS = 4


@daft.cls(max_concurrency=ACTORS_PER_WORKER * WORKERS)
class Normalise:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=128 * 4)
    def __call__(self, names):
        return [name.casefold() for name in names.to_pylist()]


df = daft.range(4096).into_partitions(4)
df = df.with_column("name", Normalise()(col("id").cast(daft.DataType.string())))  # expect
df.write_parquet("names")
