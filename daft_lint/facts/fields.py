"""Fields of a table of facts: what they must hold, and how they are written."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from datetime import date

from daft_lint.plan.spread import Spread
from daft_lint.settings.tables import Table
from daft_lint.settings.toml_values import shown, toml_string

_LONGEST_TEXT = 1_000
_MOST = 10**18


def require_keys(table: Table, needed: Collection[str], more: Collection[str] = ()) -> None:
    """See that a table has all the keys that it needs, and none that is unknown.

    Raises:
        SettingsError: a key is missing, or unknown.
    """
    known = {*needed, *more}
    for key in table.values:
        if key not in known:
            raise table.place(key).error(f"unknown key; known keys are {', '.join(sorted(known))}")
    for key in sorted(set(needed) - set(table.values)):
        raise table.place().error(f"{key} is missing")


def text(table: Table, key: str) -> str:
    """A text that isn't empty.

    Raises:
        SettingsError: it is something else.
    """
    value = table.values[key]
    if not isinstance(value, str) or not value or len(value) > _LONGEST_TEXT:
        raise table.place(key).error(f"expected a string, got {shown(value)}")
    return value


def day(table: Table, key: str) -> str:
    """A day such as `2026-11-27`.

    Raises:
        SettingsError: it is something else.
    """
    value = text(table, key)
    try:
        date.fromisoformat(value)
    except ValueError:
        raise table.place(key).error(f"expected a date, got {shown(value)}") from None
    return value


def texts(table: Table, key: str) -> tuple[str, ...]:
    """A list of texts.

    Raises:
        SettingsError: it is something else.
    """
    value = table.values[key]
    if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
        raise table.place(key).error(f"expected a list of strings, got {shown(value)}")
    return tuple(value)


def count(table: Table, key: str, what: str = "a number of runs") -> int:
    """A whole number from 1 on.

    Raises:
        SettingsError: it is something else.
    """
    value = table.values[key]
    if not isinstance(value, int) or isinstance(value, bool) or not 0 < value < 10**9:
        raise table.place(key).error(f"expected {what}, got {shown(value)}")
    return value


def flag(table: Table, key: str) -> bool:
    """True or false; false where the key isn't there.

    Raises:
        SettingsError: it is something else.
    """
    value = table.values.get(key, False)
    if not isinstance(value, bool):
        raise table.place(key).error(f"expected true or false, got {shown(value)}")
    return value


def spread(table: Table, key: str, unit: str, most: float = _MOST) -> Spread:
    """Three numbers from 0 to `most`, in order.

    Raises:
        SettingsError: it is something else.
    """
    value = table.values[key]
    numbers = value if isinstance(value, list) and len(value) == 3 else ()
    found = [
        float(number)
        for number in numbers
        if isinstance(number, int | float) and number is not True
    ]
    if len(found) != 3 or not 0 <= found[0] <= found[1] <= found[2] <= most:
        raise table.place(key).error(
            f"expected the minimum, median and maximum {unit}, such as [0.0016, 0.0018, 0.0022]"
        )
    return Spread(*found)


def optional_spread(table: Table, key: str, unit: str, most: float = _MOST) -> Spread | None:
    """The same; None where the key isn't there."""
    return spread(table, key, unit, most) if key in table.values else None


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
