# daft-lint: workers=8, gpus-per-worker=1
import daft
from daft import col
from daft.functions import embed_text

daft.set_runner_ray()
df = daft.from_glob_path("s3://tickets/*.txt").into_partitions(32)
df = df.with_column("vector", embed_text(col("path"), provider="transformers", batch_size=64))
df.write_parquet("s3://tickets/vectors")
