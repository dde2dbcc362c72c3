"""What the plans of the Daft that is installed tell."""

from __future__ import annotations

import io
import warnings
from functools import cache

import daft
from daft import DataType, col


@cache
def tell_batch_size() -> bool:
    """Whether a plan tells the batch_size of a UDF: Daft 0.6.4 and 0.6.8 don't, 0.6.14 does."""

    with warnings.catch_warnings():
        # `@daft.udf` is deprecated since Daft 0.7, and 0.6 has nothing else.
        warnings.simplefilter("ignore")

        @daft.udf(return_dtype=DataType.int64(), batch_size=37)
        def same(values):
            return values

    text = io.StringIO()
    daft.from_pydict({"a": [1]}).with_column("b", same(col("a"))).explain(True, file=text)
    return "batch_size = 37" in text.getvalue()
