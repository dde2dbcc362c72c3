import daft
from daft import col
from encoders import rate


@daft.func
def score(text: str) -> float:
    return rate(text)


df = daft.read_parquet("s3://texts/*.parquet").with_column("score", score(col("text")))
other = df.select("id", col("score").alias("of_other"))
df.join(other, on="id").select("id", "score", "of_other").write_parquet("pairs/")  # expect
