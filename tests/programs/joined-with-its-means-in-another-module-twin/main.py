import daft
from daft import col
from means import with_means
from scores import score

texts = daft.read_parquet("s3://texts/*.parquet")
scored = texts.with_column("score", score(col("text"))).collect()
with_means(scored, "topic").write_parquet("by_topic/")
scored.write_parquet("scores/")
with_means(daft.read_parquet("scores/"), "topic").write_parquet("by_files/")
rated = texts.with_column("score", col("stars") / 5).with_column("rate", score(col("text")))
with_means(rated, "topic").select("id", "rate", "mean").write_parquet("rated/")
