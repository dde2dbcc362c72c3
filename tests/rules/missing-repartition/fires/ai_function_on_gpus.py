# daft-lint: workers=8, gpus-per-worker=1
"""Daft gives embed_text an actor on each GPU of the cluster. One task reaches those of one node."""

import daft
from daft import col
from daft.functions import embed_text

daft.set_runner_ray()
df = daft.from_glob_path("s3://tickets/*.txt")
df = df.with_column("vector", embed_text(col("path"), provider="transformers"))  # expect
df.write_parquet("s3://tickets/vectors")
