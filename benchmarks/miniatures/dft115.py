"""Four processes start for one partition of fragments; the native runner can't cut it.

Needs daft-lance and pylance.
"""

from __future__ import annotations

import tempfile
import time

RULE = "DFT115"
FAULT = "`create_scalar_index` of 32 fragments with `max_concurrency=4`, natively"
REMEDY = "without `max_concurrency`"
MEASURES = "time"
UNIT = "s"
RUNNER = "native"


def before() -> float:
    """With the fault."""
    return _index_seconds({"max_concurrency": 4})


def after() -> float:
    """With the remedy."""
    return _index_seconds({})


def _index_seconds(options: dict[str, int]) -> float:
    import daft_lance
    import lance
    import pyarrow

    words = [f"word{number} of{number % 977} text{number % 7919}" for number in range(200_000)]
    with tempfile.TemporaryDirectory() as folder:
        uri = f"{folder}/a.lance"
        lance.write_dataset(pyarrow.table({"text": words}), uri, max_rows_per_file=6_250)
        start = time.monotonic()
        daft_lance.create_scalar_index(
            uri,
            column="text",
            index_type="INVERTED",
            fragment_group_size=2,
            **options,
        )
        return time.monotonic() - start
