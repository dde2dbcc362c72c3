"""Numbers as people write them on a command line: `1e9`, `25k`, `64GiB`, `10ms`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NoReturn

import click

MOST_ROWS = 10**15
"""More rows, or bytes of a row, than these are a typing mistake."""

_NUMBER = re.compile(
    r"([+-]?(?:[0-9][0-9_,]*(?:\.[0-9_]*)?|\.[0-9][0-9_]*)(?:e[+-]?[0-9]{1,4})?)\s*([a-z]*)"
)
_COUNT_UNITS = {"": Decimal(1), "k": Decimal(10**3), "m": Decimal(10**6), "b": Decimal(10**9)}
_BYTE_UNITS = {
    "": Decimal(1),
    "b": Decimal(1),
    **{f"{letter}b": Decimal(1000**power) for power, letter in enumerate("kmgtp", 1)},
    **{f"{letter}ib": Decimal(1024**power) for power, letter in enumerate("kmgtp", 1)},
}
_NO_UNITS = {"": Decimal(1)}
_SECOND_UNITS = {
    "": Decimal(1),
    "us": Decimal("1e-6"),
    "ms": Decimal("1e-3"),
    "s": Decimal(1),
    "min": Decimal(60),
    "h": Decimal(3600),
}


if TYPE_CHECKING:
    # Generic for type checkers only, up to click 8.1.
    _Type = click.ParamType[Any]
else:
    _Type = click.ParamType


class _Measure(_Type):
    """A number with a unit, from `least` to `most`; a whole one where it makes an `int`."""

    units: Mapping[str, Decimal] = _NO_UNITS
    example: str
    makes: Callable[[Any], Any] = float

    def __init__(self, least: float = 0.0, most: float = MOST_ROWS) -> None:
        self.least = least
        self.most = most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number that was written."""
        if not isinstance(value, str):
            return value
        found = _NUMBER.fullmatch(value.strip().lower())
        digits, unit = found.groups() if found is not None else ("", "")
        if not digits or unit not in self.units:
            self.refuse(value, f"is not a number such as {self.example}", param, ctx)
        amount = Decimal(digits.replace(",", "").replace("_", "")) * self.units[unit]
        if amount < Decimal(repr(self.least)):
            self.refuse(value, f"is less than {self.least:,.10g}", param, ctx)
        if amount > Decimal(self.most):
            self.refuse(value, f"is more than {self.most:,.0f}", param, ctx)
        if self.makes is int and amount != int(amount):
            self.refuse(value, "is not a whole number", param, ctx)
        return self.makes(amount)

    def refuse(
        self, value: str, why: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> NoReturn:
        """Say in one line what is wrong with a number."""
        shown = value if len(value) <= 40 else f"{value[:37]}..."
        self.fail(f"{shown!r} {why}.", param, ctx)


class Count(_Measure):
    """A whole number of rows, partitions or actors: `1e9`, `1_000_000`, `25k`, `10M`, `1B`."""

    name = "count"
    units = _COUNT_UNITS
    example = "4096, 1_000_000, 1e9, 25k or 10M"
    makes = int

    def __init__(self, least: int = 1, most: int = MOST_ROWS) -> None:
        super().__init__(least, most)


class Unsettable(Count):
    """The same, or the word `unset`, which is 0."""

    name = "count or unset"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The whole number that was written, 0 for `unset`."""
        if isinstance(value, str) and value.strip().lower() == "unset":
            return 0
        return super().convert(value, param, ctx)


class Size(_Measure):
    """A number of bytes: `2MB`, `64GiB`, `1500`."""

    name = "size"
    units = _BYTE_UNITS
    example = "2MB, 64GiB or 1500"
    makes = int

    def __init__(self) -> None:
        super().__init__(1, 2**60)


class NamedSeconds(_Measure):
    """A time, for all or for one name: `0.01`, `25ms`, `1min`, `Embed=25ms`."""

    name = "time or name=time"
    units = _SECOND_UNITS
    example = "0.01, 10ms or 2.5s"

    def __init__(self) -> None:
        super().__init__(1e-9, 1_000_000)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The name, None for all, and the seconds that were written."""
        if isinstance(value, tuple):
            return value
        name, equals, time = value.rpartition("=")
        if equals and not all(part.isidentifier() for part in name.strip().split(".")):
            self.refuse(value, "has no name of a UDF before the `=`", param, ctx)
        return name.strip() or None, super().convert(time, param, ctx)


class Share(_Measure):
    """CPUs or GPUs of an actor, where fractions count: `0.5`, `4`."""

    name = "number"
    example = "0.5 or 4"

    def __init__(self) -> None:
        super().__init__(most=1_024)
