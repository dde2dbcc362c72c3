import daft
from daft import col
from encoders import rate


@daft.func
def score(text: str) -> float:
    return rate(text)


df = daft.read_parquet("s3://texts/*.parquet").with_column("score", score(col("text")))
good = df.where(col("score") > 0.5).with_column("label", daft.lit("good"))
bad = df.where(col("score") <= 0.5).with_column("label", daft.lit("bad"))
good.concat(bad).select("id", "label").write_parquet("labels/")  # expect
