# daft-lint: workers=4
"""The limit runs before the UDF and takes its rows from the first file."""

import daft
from daft import col


@daft.cls(max_concurrency=8)
class Summarise:
    def __init__(self):
        from vllm import LLM

        self.llm = LLM("facebook/opt-125m")

    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=32)
    def __call__(self, texts: daft.Series):
        return [out.text for out in self.llm.generate(texts.to_pylist())]


summarise = Summarise()

# daft-lint: rows=4_000_000, partitions=8
docs = daft.read_parquet("s3://corpus/docs/")
docs = docs.with_column("summary", summarise(col("text"))).limit(2000)  # expect
docs.write_parquet("s3://corpus/summaries")
