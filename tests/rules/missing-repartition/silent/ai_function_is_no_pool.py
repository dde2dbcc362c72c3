# daft-lint: workers=4
import daft
from daft import col
from daft.functions import embed_text, prompt

df = daft.from_glob_path("s3://tickets/*.txt").into_partitions(4)
df = df.with_column("text", col("path").download().decode("utf-8"))
df = df.with_column("answer", prompt(col("text"), model="gpt-4o", concurrency=64, batch_size=8))
df = df.with_column("vector", embed_text(col("text"), batch_size=32, max_concurrency=8))
df.write_parquet("s3://tickets/answers")
