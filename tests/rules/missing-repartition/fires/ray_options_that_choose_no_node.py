# daft-lint: workers=4
import daft
from daft import DataType, col

daft.set_runner_ray()


@daft.cls(max_concurrency=8, ray_options={"max_restarts": 2, "scheduling_strategy": "SPREAD"})
class Embed:
    @daft.method.batch(return_dtype=DataType.python(), batch_size=64)
    def __call__(self, texts):
        return texts.to_pylist()


df = daft.from_pydict({"text": [f"text {i}" for i in range(10_000)]})
df.with_column("vector", Embed()(col("text"))).write_parquet("vectors")  # expect
