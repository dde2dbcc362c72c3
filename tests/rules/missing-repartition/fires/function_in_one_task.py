# daft-lint: workers=4, cpus-per-worker=16
"""One task is one worker; without a pool, a function runs nowhere else."""

import daft
from daft import DataType, col

daft.set_runner_ray()


@daft.func(return_dtype=DataType.string())
def parse(raw: bytes) -> str:
    import pymupdf

    with pymupdf.open(stream=raw) as document:
        return "\n".join(page.get_text() for page in document)


df = daft.from_pydict({"uri": [f"s3://b/{i}.pdf" for i in range(50_000)]})
df = df.with_column("text", parse(col("uri").download()))  # expect
df.write_parquet("s3://b/text")
