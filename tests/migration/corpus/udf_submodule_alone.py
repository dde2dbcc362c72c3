# migration: safe
from daft import DataType, from_pydict
from daft.udf import udf


@udf(return_dtype=DataType.int64())
def length(texts):
    return [len(text) for text in texts]


def main():
    df = from_pydict({"text": ["a", "bb", ""]})
    return df.select(length(df["text"])).to_pydict()
