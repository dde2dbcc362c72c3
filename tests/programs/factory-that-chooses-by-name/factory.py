import daft

class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=250)
    def run(self, ids): ...


def make(kind):
    if kind == "large":
        return daft.cls(Embed, max_concurrency=8)()
    elif kind == "small":
        return daft.cls(Embed, max_concurrency=4)()
    else:
        raise ValueError(kind)
