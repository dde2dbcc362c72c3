import daft
from daft import col
from encoders import rate


@daft.func
def score(text: str) -> float:
    return rate(text)


df = daft.read_parquet("s3://texts/*.parquet").with_column("score", score(col("text")))
df.where(col("id") > 9).concat(df.where(col("id") <= 9)).write_parquet("all/")
df = daft.read_parquet("s3://texts/*.parquet").with_column("score", score(col("text")))
df.join(df.where(col("score") > 0.5), on="id", how="anti").write_parquet("bad/")
df = daft.read_parquet("s3://texts/*.parquet").with_column("score", score(col("text")))
df.join(df.select("id", col("score").alias("z")), on="id").where(col("id") < 9).write_csv("few/")
df = daft.read_parquet("s3://texts/*.parquet").with_column("score", score(col("text")))
df.join(df.select("id", col("score").alias("z")).limit(9), on="id").show()
