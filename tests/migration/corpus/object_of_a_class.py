# migration: safe unsafe
"""A finished UDF in an attribute, as pipelines of a class have it."""

import daft
from daft import DataType, col


@daft.udf(return_dtype=DataType.string())
class Prefix:
    def __init__(self, prefix: str):
        self.prefix = prefix

    def __call__(self, texts):
        return [self.prefix + text for text in texts]


@daft.udf(return_dtype=DataType.int64())
def length(texts):
    return [len(text) for text in texts]


class Pipeline:
    def __init__(self, prefix):
        self.enrich = Prefix.with_concurrency(2).with_init_args(prefix)
        self.measure = length

    def run(self, df):
        df = df.with_column("text", self.enrich(col("text")))
        return df.with_column("length", self.measure(col("text")))


def main():
    df = daft.from_pydict({"text": ["a", "bb"]})
    return Pipeline("> ").run(df).to_pydict()
