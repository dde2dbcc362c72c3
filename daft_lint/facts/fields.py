"""Fields of a table of facts: what they must hold, and how they are written."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from daft_lint.plan.spread import Spread
from daft_lint.settings.places import Place
from daft_lint.settings.tables import Table
from daft_lint.settings.toml_values import shown, toml_string

_LONGEST_TEXT = 1_000


Reader = Callable[[object, Place], Any]
Fields = Mapping[str, Reader]
"""How the value of each key is read."""


def read_fields(
    table: Table, needed: Fields, more: Fields, below: tuple[str, ...] = ()
) -> dict[str, Any]:
    """What a table holds, by key with `_` for `-`; None for what it needn't have and hasn't.

    Args:
        table: the table.
        needed: the keys that it must have.
        more: those that it may have.
        below: the keys of tables in it, which aren't read.

    Raises:
        SettingsError: a key is missing, or unknown, or holds what it can't.
    """
    known = {**needed, **more}
    for key in table.values:
        if key not in known and key not in below:
            names = ", ".join(sorted({*known, *below}))
            raise table.place(key).error(f"unknown key; known keys are {names}")
    for key in sorted(set(needed) - set(table.values)):
        raise table.place().error(f"{key} is missing")
    return {
        key.replace("-", "_"): reader(table.values[key], table.place(key))
        if key in table.values
        else None
        for key, reader in known.items()
    }


def text(value: object, place: Place) -> str:
    """A text that isn't empty."""
    if isinstance(value, str) and 0 < len(value) <= _LONGEST_TEXT:
        return value
    raise place.error(f"expected a string, got {shown(value)}")


def day(value: object, place: Place) -> str:
    """A day such as `2026-11-27`."""
    written = text(value, place)
    try:
        date.fromisoformat(written)
    except ValueError:
        raise place.error(f"expected a date, got {shown(value)}") from None
    return written


def texts(value: object, place: Place) -> tuple[str, ...]:
    """A list of texts."""
    if isinstance(value, list) and all(isinstance(item, str) and item for item in value):
        return tuple(value)
    raise place.error(f"expected a list of strings, got {shown(value)}")


def count(what: str) -> Reader:
    """Reads a whole number from 1 on."""

    def read(value: object, place: Place) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 10**9:
            return value
        raise place.error(f"expected {what}, got {shown(value)}")

    return read


def spread(unit: str, most: float = 10**18) -> Reader:
    """Reads three numbers from 0 to `most`, in order."""

    def read(value: object, place: Place) -> Spread:
        numbers = value if isinstance(value, list) and len(value) == 3 else ()
        low, middle, high = [
            float(number)
            if isinstance(number, int | float) and not isinstance(number, bool)
            else -1.0
            for number in numbers
        ] or [-1.0] * 3
        if 0 <= low <= middle <= high <= most:
            return Spread(low, middle, high)
        raise place.error(
            f"expected the minimum, median and maximum {unit}, such as [0.0016, 0.0018, 0.0022]"
        )

    return read


def table_text(header: str, fields: Mapping[str, object]) -> str:
    """A table of an array as TOML; a field that is None is left out."""
    lines = [f"[[{header}]]"]
    lines += [f"{key} = {_shown(value)}" for key, value in fields.items() if value is not None]
    return "\n".join(lines) + "\n"


def _shown(value: object) -> str:
    if isinstance(value, Spread):
        return "[" + ", ".join(map(_number, (value.low, value.middle, value.high))) + "]"
    if isinstance(value, tuple):
        return "[" + ", ".join(toml_string(str(item)) for item in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return toml_string(value) if isinstance(value, str) else str(value)


def _number(number: float) -> str:
    """Whole from 1,000 on, else four digits that count: small changes of a run change nothing."""
    if number == 0 or number >= 1_000 or float(number).is_integer():
        return str(round(number))
    digits = 3 - math.floor(math.log10(number))
    return f"{number:.{digits}f}".rstrip("0").rstrip(".")
