# daft-lint: workers=4, cpus-per-worker=16
"""What takes no time needs no second process."""

import daft

daft.set_runner_ray()


@daft.func
def shout(text: str) -> str:
    return text.upper() + "!"


df = daft.read_parquet("s3://corpus/*.parquet")
df.with_column("loud", shout(df["text"])).write_parquet("s3://corpus/loud")
