"""A repartition on the native runner, which does nothing, and a batch_size that is too large."""

import daft
from daft import col

daft.set_runner_native()


@daft.cls(max_concurrency=8)
class Moderate:
    def __init__(self):
        from detoxify import Detoxify

        self.model = Detoxify("original")

    @daft.method.batch(return_dtype=daft.DataType.float64(), batch_size=250)
    def __call__(self, texts: daft.Series):
        return self.model.predict(texts.to_pylist())["toxicity"]


# daft-lint: rows=2_000, partitions=1
comments = daft.read_csv("comments.csv")
comments = comments.with_column("toxicity", Moderate()(col("text")))
comments.write_parquet("moderated")
