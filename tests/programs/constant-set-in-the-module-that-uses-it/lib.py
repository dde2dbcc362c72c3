import daft

PARTS = 1
SIZES = {"batch": 500}
STEPS = []
ACTORS = 8


def Pool(actors):
    @daft.cls(max_concurrency=actors)
    class Embed:
        @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=SIZES["batch"])
        def run(self, ids): ...

    return Embed()


def cut():
    df = daft.range(840).into_partitions(PARTS)
    return df.with_column("v", Pool(4).run(df["id"]))


def batched():
    df = daft.range(1000)
    return df.with_column("v", Pool(ACTORS).run(df["id"]))


def stepped():
    df = daft.range(840)
    for step in STEPS:
        df = step(df)
    return df.with_column("v", Pool(4).run(df["id"]))
