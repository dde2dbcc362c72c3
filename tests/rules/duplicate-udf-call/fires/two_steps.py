import daft
from daft import col
from raters import rate


@daft.func
def score(text: str) -> float:
    return rate(text)


def main():
    df = daft.read_parquet("s3://texts/*.parquet")
    df = df.with_column("score", score(col("text")))
    df = df.with_column("length", col("text").length())
    df = df.select("text", "score", "length", score(col("text")).alias("again"))  # expect
    df.write_parquet("s3://scores/")
