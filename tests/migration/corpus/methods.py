# migration: safe
"""UDFs in the body of a class get no `self`."""

import daft
from daft import DataType, col


class Text:
    @daft.udf(return_dtype=DataType.int64())
    def length(texts):
        return [len(text) for text in texts]

    @staticmethod
    @daft.udf(return_dtype=DataType.string(), batch_size=2)
    def upper(texts):
        return [text.upper() for text in texts]

    @daft.udf(return_dtype=DataType.string(), concurrency=1)
    def lower(texts):
        return [text.lower() for text in texts]

    def run(self, df):
        df = df.with_column("length", self.length(col("text")))
        return df.with_column("upper", Text.upper(col("text")))


def main():
    df = Text().run(daft.from_pydict({"text": ["a", "Bb", ""]}))
    return df.with_column("lower", Text.lower(df["text"])).to_pydict()
