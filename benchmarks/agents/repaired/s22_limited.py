"""A sample is taken by a limit before a pool with large batches."""

import daft
from daft import col


@daft.cls(max_concurrency=4)
class Judge:
    def __init__(self):
        from vllm import LLM

        self.llm = LLM("Qwen/Qwen2.5-7B-Instruct")

    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=500)
    def __call__(self, prompts: daft.Series):
        return [one.outputs[0].text for one in self.llm.generate(prompts.to_pylist())]


# daft-lint: rows=4_000, partitions=1
prompts = daft.read_parquet("s3://evals/prompts.parquet").limit(1_000)
prompts = prompts.into_batches(250).with_column("verdict", Judge()(col("prompt")))
prompts.write_parquet("s3://evals/verdicts")
