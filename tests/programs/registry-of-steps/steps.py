import daft
from registry import step

@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=500)
    def run(self, ids): ...


@step("embed")
def embedded(frame):
    return frame.with_column("v", Embed().run(frame["id"]))  # may find DFT102: batch_size=500 cuts the 1,000 rows
