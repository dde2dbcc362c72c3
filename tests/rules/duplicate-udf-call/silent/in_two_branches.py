import daft
from daft import col
from raters import rate


@daft.func
def score(text: str) -> float:
    return rate(text)


def main(strict: bool):
    df = daft.read_parquet("s3://texts/*.parquet")
    if strict:
        df = df.with_column("score", score(col("text")))
    else:
        df = df.with_column("loose", score(col("text")))
    df.write_parquet("s3://scores/")
