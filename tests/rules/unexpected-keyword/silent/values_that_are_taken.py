import os

import daft
from daft import DataType, Series, col


@daft.cls(gpus=0.5, cpus=0, max_concurrency=2, max_retries=0, ray_options={"resources": {"a": 1}})
class Half:
    def __init__(self, gpus: int = 0, **more: int) -> None:
        self.gpus = gpus

    @daft.method.batch(return_dtype=DataType.int64(), batch_size=64, on_error="ignore")
    def __call__(self, x: Series) -> Series:
        return x


@daft.cls(gpus=2, max_concurrency=int(os.environ["ACTORS"]), on_error=os.environ["ON_ERROR"])
class Whole:
    def __call__(self, x: int, max_concurrency: int) -> int:
        return x


half = Half(gpus=1, max_retries=3)
whole = Whole()
df = daft.from_pydict({"x": [1]}).select(whole(col("x"), max_concurrency=2))
