"""Threads of one process take turns at Python code; processes don't."""

from __future__ import annotations

from observing import alone, seconds

RULE = "DFT113"
FAULT = "4,000 rows of Python code in batches of 500, on two cores"
REMEDY = "`use_process=True`"
MEASURES = "time"
UNIT = "s"
RUNNER = "native"

_ROWS = 4_000
_STEPS = 20_000


def before() -> float:
    """With the fault."""
    return alone("dft113", "in_threads")


def after() -> float:
    """With the remedy."""
    return alone("dft113", "in_processes")


def in_threads() -> float:
    """Seconds on threads of the one process."""
    return _seconds(None)


def in_processes() -> float:
    """Seconds in a process for each core."""
    return _seconds(use_process=True)


def _seconds(use_process: bool | None) -> float:
    import daft

    @daft.func.batch(return_dtype=daft.DataType.int64(), batch_size=500, use_process=use_process)
    def counted(numbers: daft.Series) -> list[int]:
        return [sum(1 for step in range(_STEPS) if step % 7 == number % 7) for number in numbers]

    frame = daft.from_pydict({"n": list(range(_ROWS))})
    return seconds(lambda: frame.with_column("m", counted(daft.col("n"))).collect())
