# daft-lint: workers=8, cpus-per-worker=16
"""One process for 128 CPUs."""

import daft
from daft import DataType, Series, col

daft.set_runner_ray()


@daft.cls(max_concurrency=1, use_process=True)
class Tokens:
    def __init__(self, name: str = "gpt2"):
        from transformers import AutoTokenizer

        self.tokenizer = AutoTokenizer.from_pretrained(name)

    @daft.method.batch(return_dtype=DataType.list(DataType.int32()))
    def ids(self, text: Series):
        return self.tokenizer(text.to_pylist())["input_ids"]


df = daft.read_parquet("s3://corpus/*.parquet")  # daft-lint: rows=50_000_000, partitions=400
df = df.with_column("ids", Tokens().ids(col("text")))  # expect
df.write_parquet("s3://corpus/tokens/")
