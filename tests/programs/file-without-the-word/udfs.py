import daft

class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=250)
    def run(self, ids): ...


def make(actors):
    return daft.cls(Embed, max_concurrency=actors)()


def source():
    return daft.range(1000)
