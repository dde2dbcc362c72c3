"""Each batch of a UDF is a fragment of a Lance dataset; `into_batches` makes few of them.

Needs daft-lance and pylance.
"""

from __future__ import annotations

import tempfile

RULE = "DFT212"
FAULT = "800 rows in 8 partitions, a UDF with `batch_size=10`, then `write_lance`"
REMEDY = "`into_batches(100)` behind the UDF"
MEASURES = "fragments written"
UNIT = "fragments"
RUNNER = "native"


def before() -> float:
    """With the fault."""
    return _fragments(joined=False)


def after() -> float:
    """With the remedy."""
    return _fragments(joined=True)


def _fragments(*, joined: bool) -> float:
    import daft
    import lance
    from daft import col

    @daft.func.batch(return_dtype=daft.DataType.int64(), batch_size=10)
    def same(numbers: daft.Series) -> daft.Series:
        return numbers

    frame = daft.range(800, partitions=8).with_column("y", same(col("id")))
    with tempfile.TemporaryDirectory() as folder:
        (frame.into_batches(100) if joined else frame).write_lance(f"{folder}/a.lance")
        return float(len(lance.dataset(f"{folder}/a.lance").get_fragments()))
