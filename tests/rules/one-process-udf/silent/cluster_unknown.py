"""Nobody said how many CPUs a worker has."""

import daft

daft.set_runner_ray()


@daft.func
def shingles(text: str) -> list[str]:
    return [text[i : i + 5].lower() for i in range(len(text))]


df = daft.read_parquet("s3://corpus/*.parquet")
df.with_column("shingles", shingles(df["text"])).write_parquet("s3://corpus/shingles")
