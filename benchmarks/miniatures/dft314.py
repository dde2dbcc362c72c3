"""A batch function that stacks its rows fails behind a filter; one that looks first doesn't."""

from __future__ import annotations

RULE = "DFT314"
FAULT = "`np.stack` in a batch function, behind a filter that leaves rows in 1 partition of 8"
REMEDY = "return an empty list where there are no rows"
MEASURES = "failed runs"
UNIT = "runs"
RUNNER = "native"


def before() -> float:
    """With the fault."""
    return _failures(looks=False)


def after() -> float:
    """With the remedy."""
    return _failures(looks=True)


def _failures(*, looks: bool) -> float:
    import daft
    import numpy as np
    from daft import col

    @daft.func.batch(return_dtype=daft.DataType.float64())
    def doubled(values: daft.Series) -> object:
        if looks and len(values) == 0:
            return []
        return np.stack(values.to_pylist()) * 2.0

    frame = daft.range(800, partitions=8).where(col("id") < 100)
    try:
        frame.with_column("y", doubled(col("id"))).collect()
    except ValueError:
        return 1.0
    return 0.0
