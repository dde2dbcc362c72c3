import daft
from daft import col
from raters import rate


@daft.func
def score(text: str, weight: float) -> float:
    return rate(text, weight)


def main(first: float, second: float):
    df = daft.read_parquet("s3://texts/*.parquet")
    df = df.with_columns({"a": score(col("text"), first), "b": score(col("text"), second)})
    df.write_parquet("s3://scores/")
