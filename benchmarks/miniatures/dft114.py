"""Calls without a pool see all GPUs of their worker, so `cuda` is the first; actors see one."""

from __future__ import annotations

import tempfile
from pathlib import Path

RULE = "DFT114"
FAULT = "a UDF with `gpus=1` and no pool, on a worker with two logical GPUs"
REMEDY = "a pool of two actors"
MEASURES = "GPUs that no call uses as its first"
UNIT = "GPUs"
RUNNER = "ray"
CPUS = 4
GPUS = 2


def before() -> float:
    """With the fault."""
    return _unused(max_concurrency=None)


def after() -> float:
    """With the remedy."""
    return _unused(max_concurrency=2)


def _unused(*, max_concurrency: int | None) -> float:
    import daft
    from daft import col

    with tempfile.TemporaryDirectory() as folder:

        @daft.cls(gpus=1, max_concurrency=max_concurrency)
        class Net:
            @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=10)
            def __call__(self, numbers: daft.Series) -> daft.Series:
                import os
                import time

                time.sleep(0.05)
                first = os.environ["CUDA_VISIBLE_DEVICES"].split(",")[0]
                Path(folder, first).touch()
                return numbers

        frame = daft.range(400, partitions=8)
        frame.with_column("y", Net()(col("id"))).collect()
        return float(GPUS - len(list(Path(folder).iterdir())))
