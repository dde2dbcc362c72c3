# daft-lint: workers=4
"""Callers decide how many actors there are: the default is no fact."""

import daft
from daft import DataType, col


def classify(df: daft.DataFrame, concurrency: int = 1, batch_size: int = 64) -> daft.DataFrame:
    @daft.cls(max_concurrency=concurrency)
    class Classify:
        @daft.method.batch(return_dtype=DataType.string(), batch_size=batch_size)
        def __call__(self, texts):
            return ["" for _ in texts]

    return df.with_column("label", Classify()(col("text")))


def label_files(pattern: str, actors: int = 8) -> None:
    df = daft.from_glob_path(pattern)
    classify(df, concurrency=actors).write_parquet("labels")
