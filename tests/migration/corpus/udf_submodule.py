# migration: safe
import daft
from daft.udf import udf


@udf(return_dtype=daft.DataType.int64())
def length(texts):
    return [len(text) for text in texts]


def main():
    df = daft.from_pydict({"text": ["a", "bb", ""]})
    return df.select(length(df["text"])).to_pydict()
