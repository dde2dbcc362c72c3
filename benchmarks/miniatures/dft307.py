"""What a UDF captures is pickled for each task; what a class makes in __init__ never is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from observing import Counter, counter

if TYPE_CHECKING:
    import daft

RULE = "DFT307"
FAULT = "a captured table of 10 MiB, 8 tasks"
REMEDY = "made in the `__init__` of a `@daft.cls` class"
MEASURES = "pickled data"
UNIT = "MiB"
RUNNER = "ray"
WORKERS = 2
CPUS = 2

_ROWS = 800
_TASKS = 8
_MEBIBYTES = 10


class _Table:
    """Counts the MiB of it that are pickled."""

    def __init__(self, pickled: Counter) -> None:
        self.pickled = pickled
        self.data = bytes(_MEBIBYTES * 2**20)

    def __getstate__(self) -> dict[str, object]:
        self.pickled.count(_MEBIBYTES)
        return self.__dict__

    def find(self, number: int) -> int:
        """A value of the table."""
        return self.data[number]


def before() -> float:
    """With the fault."""
    import daft

    with counter() as pickled:
        table = _Table(pickled)

        @daft.func
        def find(number: int) -> int:
            return table.find(number)

        _frame().with_column("found", find(daft.col("id"))).collect()
        return pickled.total


def after() -> float:
    """With the remedy."""
    import daft

    with counter() as pickled:

        @daft.cls
        class Find:
            def __init__(self) -> None:
                self.table = _Table(pickled)

            def __call__(self, number: int) -> int:
                return self.table.find(number)

        _frame().with_column("found", Find()(daft.col("id"))).collect()
        return pickled.total


def _frame() -> daft.DataFrame:
    import daft

    return daft.range(_ROWS, partitions=_TASKS)
