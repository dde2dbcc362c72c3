# daft-lint: workers=4, cpus-per-worker=16
"""The text is long, and each step of the loop is Python."""

import re

import daft

daft.set_runner_ray()


@daft.func
def signature(text: str) -> list[int]:  # expect
    words = re.findall(r"\w+", text.lower())
    return [hash(" ".join(words[i : i + 5])) for i in range(len(words))]


df = daft.read_parquet("s3://corpus/*.parquet")
df.with_column("signature", signature(df["text"])).write_parquet("s3://corpus/signatures")
