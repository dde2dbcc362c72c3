import daft
from daft import col
from means import with_means
from scores import score

texts = daft.read_parquet("s3://texts/*.parquet")
scored = texts.with_column("score", score(col("text")))
with_means(scored, "topic").write_parquet("scores/")
