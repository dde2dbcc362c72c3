import daft
from base import Step

class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=250)
    def run(self, ids): ...


class Large(Step):
    def __call__(self, frame):
        return frame.with_column("v", daft.cls(Embed, max_concurrency=8)().run(frame["id"]))  # may find DFT102: 4 of the 8 actors


class Small(Step):
    def __call__(self, frame):
        return frame.with_column("v", daft.cls(Embed, max_concurrency=4)().run(frame["id"]))
