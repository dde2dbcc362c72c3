import daft
from daft import col
from encoders import rate


@daft.func
def score(text: str) -> float:
    return rate(text)


df = daft.read_parquet("s3://texts/*.parquet").with_column("score", score(col("text")))
df.join(df, on="id", suffix="_old").exclude("score_old").write_parquet("scores/")
