"""Rows of the table of equivalences as code that runs: UDFs and expressions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import daft
from daft import DataType, col

from daft_lint.equivalences.rendering import Code, render, type_code
from daft_lint.equivalences.table import Equivalence


@dataclass(frozen=True)
class Variant:
    """The pattern of a row, and a type that the UDF declares."""

    row: Equivalence
    python: str
    expression: str
    dtype: str

    @property
    def columns(self) -> list[str]:
        """The names of the columns: `x`, and `y` where there are two."""
        return self.row.columns

    @property
    def declared(self) -> DataType:
        """The type that the UDF declares."""
        return eval(type_code(self.dtype), {"daft": daft})

    @cached_property
    def function(self) -> Callable:
        """The Python expression as a function of the columns' values."""
        # Without a module, whoever pickles it looks for it in all there are.
        return eval(f"lambda {', '.join(self.columns)}: {self.python}", {"__name__": "__main__"})

    @property
    def native(self) -> daft.Expression:
        """The Daft expression on columns of those names."""
        return eval(self.expression, {"daft": daft, "col": col})

    def guarded(self, *values: object) -> object:
        """What the function gives, and None for None."""
        return None if any(value is None for value in values) else self.function(*values)


def variants(row: Equivalence) -> Iterator[Variant]:
    """Every declared type of a row."""
    columns = {name: Code(f'col("{name}")') for name in row.columns}
    for dtype in row.types:
        yield Variant(row, row.pattern, render(row, columns, dtype).text, dtype)
