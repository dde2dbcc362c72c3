"""What several tests of the command line lint."""

# One finding: DFT101 on line 12.
IDLE = """\
import daft
from daft import col
daft.set_runner_ray()

@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
    def __call__(self, text): ...


df = daft.from_glob_path("s3://bucket/*.txt")
df = df.with_column("embedding", Embed()(col("path")))
df.write_parquet("s3://bucket/embeddings")
"""

# A program of three files with `app/config.py`.
JOB = """\
import daft
from app.model import Embed
from app.config import ROWS

df = daft.from_pydict({"text": ["a"] * ROWS})
df = df.into_partitions(2).with_column("embedding", Embed()(df["text"]))
df.write_parquet("s3://bucket/embeddings")
"""
MODEL = """\
import daft


@daft.cls(max_concurrency=8)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
    def __call__(self, text): ...
"""
