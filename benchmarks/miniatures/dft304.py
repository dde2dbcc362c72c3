"""A model that a function loads is loaded for every row; that of a class once in each process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from observing import Counter, counter

if TYPE_CHECKING:
    import daft

RULE = "DFT304"
FAULT = "a model loaded in a `@daft.func`, 1,000 rows"
REMEDY = "loaded in the `__init__` of a `@daft.cls` class"
MEASURES = "loads of the model"
UNIT = "loads"
RUNNER = "native"

_ROWS = 1_000


class _Model:
    """Counts how often it is loaded."""

    def __init__(self, loads: Counter) -> None:
        loads.count()

    def label(self, number: int) -> int:
        """What a model would tell."""
        return number % 7


def before() -> float:
    """With the fault."""
    import daft

    with counter() as loads:

        @daft.func
        def label(number: int) -> int:
            return _Model(loads).label(number)

        _frame().with_column("label", label(daft.col("id"))).collect()
        return loads.total


def after() -> float:
    """With the remedy."""
    import daft

    with counter() as loads:

        @daft.cls
        class Label:
            def __init__(self) -> None:
                self.model = _Model(loads)

            def __call__(self, number: int) -> int:
                return self.model.label(number)

        _frame().with_column("label", Label()(daft.col("id"))).collect()
        return loads.total


def _frame() -> daft.DataFrame:
    import daft

    return daft.from_pydict({"id": list(range(_ROWS))})
