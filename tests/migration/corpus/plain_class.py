# migration: safe
import daft
from daft import DataType, col


@daft.udf(return_dtype=DataType.string())
class Prefix:
    """Put a text in front."""

    def __init__(self, prefix: str = "> "):
        self.prefix = prefix

    def __call__(self, texts: daft.Series):
        return [self.prefix + text for text in texts.to_pylist()]


def main():
    df = daft.from_pydict({"text": ["a", "b"]})
    df = df.with_column("one", Prefix(col("text")))
    return df.with_column("two", Prefix.with_init_args(prefix="* ")(col("text"))).to_pydict()
