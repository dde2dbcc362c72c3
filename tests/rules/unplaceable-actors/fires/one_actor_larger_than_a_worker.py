# daft-lint: workers=8, gpus-per-worker=2
import daft
from daft import col


@daft.cls(max_concurrency=2, gpus=4)
class Llama:
    def __init__(self):
        from vllm import LLM

        self.llm = LLM("meta-llama/Llama-3.1-70B", tensor_parallel_size=4)

    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=256)
    def generate(self, prompts):
        return [out.outputs[0].text for out in self.llm.generate(prompts.to_pylist())]


llama = Llama()
df = daft.read_parquet("s3://prompts/").repartition(16)
df = df.with_column("answer", llama.generate(col("prompt")))  # expect
df.write_parquet("s3://answers")
