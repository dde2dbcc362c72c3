import daft

class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=250)
    def run(self, ids): ...


def make(actors=None):
    if actors is None:
        actors = 8
    return daft.cls(Embed, max_concurrency=actors)()


def make_short(actors=None):
    return daft.cls(Embed, max_concurrency=actors or 12)()
