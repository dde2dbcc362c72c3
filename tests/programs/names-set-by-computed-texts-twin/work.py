import daft
from sizes import BATCH


class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=250)
    def run(self, ids): ...


FRAME = daft.range(1000)
POOL = daft.cls(Embed, max_concurrency=8)()


def of_a_number():
    @daft.cls(max_concurrency=8)
    class Sized:
        @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=BATCH)
        def run(self, ids): ...

    df = daft.range(1000)
    df.with_column("v", Sized().run(df["id"])).write_parquet("a")  # finds DFT102 certain: 4 of the 8


def of_a_udf():
    df = daft.range(1000)
    df.with_column("v", POOL.run(df["id"])).write_parquet("b")  # finds DFT102 certain: 4 of the 8


def of_a_frame():
    embed = daft.cls(Embed, max_concurrency=8)()
    FRAME.with_column("v", embed.run(FRAME["id"])).write_parquet("c")  # finds DFT102 certain: 4 of the 8
