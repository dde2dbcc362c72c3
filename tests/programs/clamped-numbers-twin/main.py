import daft
from sizes import BATCH, GIVEN, max_of_few, workers
from strange import least


def embed(batch_size):
    @daft.cls(max_concurrency=workers())
    class Embed:
        @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=batch_size)
        def run(self, ids): ...

    return Embed().run


def run(batch_size):
    df = daft.range(4096)
    df = df.with_column("v", embed(batch_size)(df["id"]))
    df.write_parquet("out")


run(BATCH)
run(max_of_few([GIVEN]))
run(least(GIVEN))
run(4096 if BATCH < 0 else 256)
