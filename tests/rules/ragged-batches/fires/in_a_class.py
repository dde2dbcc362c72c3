import daft
from daft import col


@daft.cls(max_concurrency=6)
class Align:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=700)
    def __call__(self, reads):
        return reads.to_pylist()


class Genomics:
    def __init__(self):
        self.align = Align()

    # daft-lint: workers=1
    def run(self, samples):
        reads = daft.from_arrow(samples)  # daft-lint: rows=5_000
        reads = reads.with_column("aligned", self.align(col("read")))  # expect
        return reads.collect()


Genomics().run(load())
