# migration: safe
"""The decorator is imported with other names."""

from daft import DataType, col, from_pydict, udf


@udf(return_dtype=DataType.string())
def upper(texts):
    return [None if text is None else text.upper() for text in texts]


def main():
    df = from_pydict({"text": ["a", None, "é", ""]})
    return df.select(upper(col("text"))).to_pydict()
