import daft
from daft import DataType


@daft.udf(return_dtype=DataType.int64())
def score(texts):  # expect
    return [len(text) for text in texts]


def add(df, name, udf):
    return df.with_column(name, udf(df["text"]))


df = add(daft.read_parquet("texts/"), "score", score)
df.write_parquet("scores")
