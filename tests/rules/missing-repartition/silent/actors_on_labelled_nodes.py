# daft-lint: workers=4, cpus-per-worker=8, gpus-per-worker=1
"""Pools of an OCR pipeline, each pinned to the nodes that hold a custom resource.

On two nodes of which one has it, all four actors stand there and get 400 rows each (measured on
Daft 0.7.26).
"""

import daft
from daft import DataType, Series, col

daft.set_runner_ray()


@daft.cls(cpus=1, max_concurrency=4, ray_options={"resources": {"cpu_node": 0.001}})
class Render:
    @daft.method.batch(return_dtype=DataType.python(), batch_size=8)
    def run(self, paths: Series):
        return paths.to_pylist()


@daft.cls(cpus=1, gpus=1, max_concurrency=2, ray_options={"resources": {"gpu_node": 0.001}})
class Ocr:
    @daft.method.batch(return_dtype=DataType.python(), batch_size=8)
    def run(self, pages: Series):
        return pages.to_pylist()


@daft.func.batch(return_dtype=DataType.string(), batch_size=8)
def clean(texts: Series):
    return texts.to_pylist()


on_one_zone = clean.with_concurrency(4).with_ray_options(label_selector={"zone": "eu-1"})

df = daft.from_pydict({"path": [f"/data/{i}.pdf" for i in range(4000)]})
df = df.with_column("page", Render().run(col("path")))
df = df.with_column("text", Ocr().run(col("page")))
df.with_column("words", on_one_zone(col("text"))).write_parquet("/out/docs")
