"""`daft-lint-facts.toml`: what was measured for a project, made to be committed with its code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from daft_lint.scheduling.engine_costs import EngineCosts, Spread
from daft_lint.settings.positions import positions
from daft_lint.settings.tables import Table, parsed, read_text
from daft_lint.settings.writing import shown, toml_string

FACTS_FILE = "daft-lint-facts.toml"
"""The name of the file, in the root of a project."""

_HEAD = (
    "# Measured by daft-lint, made to be committed. `daft-lint plan --calibrate` does it anew.\n"
)
_ENGINE = "engine"
_TEXTS = ("where", "daft", "ray", "measured")
_SPREADS = ("morsel-seconds", "task-seconds")
_KEYS = {*_TEXTS, "runs", *_SPREADS}
_MOST_SECONDS = 60.0
_LONGEST_TEXT = 200


def read_engine_costs(file: Path) -> tuple[EngineCosts, ...]:
    """The costs of the engine on each cluster, the newest last; none where there is no file.

    Raises:
        SettingsError: the file can't be read, or something in it is wrong.
    """
    if not file.is_file():
        return ()
    text = read_text(file)
    document = Table(file, (), parsed(text, file), positions(text, str(file)))
    for key in document.values:
        if key != _ENGINE:
            raise document.place(key).error(f"unknown fact; there is only [[{_ENGINE}]]")
    return tuple(map(_engine_costs, document.tables(_ENGINE)))


def with_engine_costs(all_: Iterable[EngineCosts], newest: EngineCosts) -> tuple[EngineCosts, ...]:
    """The costs with those just measured, which replace older ones of the same cluster."""
    return (*(one for one in all_ if one.where != newest.where), newest)


def costs_for(all_: Sequence[EngineCosts], address: str | None) -> EngineCosts | None:
    """Those of the cluster at an address; without one those that were measured last."""
    return next((one for one in reversed(all_) if address is None or one.where == address), None)


def facts_text(all_: Iterable[EngineCosts]) -> str:
    """The file that holds such costs."""
    return "\n".join([_HEAD, *map(_table_of, all_)])


def _engine_costs(table: Table) -> EngineCosts:
    for key in table.values:
        if key not in _KEYS:
            raise table.place(key).error(f"unknown key; there are {', '.join(sorted(_KEYS))}")
    for key in sorted(_KEYS - set(table.values)):
        raise table.place().error(f"{key} is missing")
    where, daft, ray, measured = (_text(table, key) for key in _TEXTS)
    morsel, task = (_spread(table, key) for key in _SPREADS)
    return EngineCosts(where, daft, ray, measured, _count(table, "runs"), morsel, task)


def _text(table: Table, key: str) -> str:
    value = table.values[key]
    if not isinstance(value, str) or not value or len(value) > _LONGEST_TEXT:
        raise table.place(key).error(f"expected a text, got {shown(value)}")
    return value


def _count(table: Table, key: str) -> int:
    value = table.values[key]
    if not isinstance(value, int) or isinstance(value, bool) or not 0 < value < 10**9:
        raise table.place(key).error(f"expected a number of runs, got {shown(value)}")
    return value


def _spread(table: Table, key: str) -> Spread:
    value = table.values[key]
    numbers = value if isinstance(value, list) and len(value) == 3 else ()
    seconds = [float(one) for one in numbers if isinstance(one, float)]
    if len(seconds) != 3 or not 0 < seconds[0] <= seconds[1] <= seconds[2] <= _MOST_SECONDS:
        raise table.place(key).error(
            "expected the least, the median and the most seconds, such as [0.0016, 0.0018, 0.0022]"
        )
    return Spread(*seconds)


def _table_of(costs: EngineCosts) -> str:
    texts = {key: toml_string(getattr(costs, key)) for key in _TEXTS}
    values: Mapping[str, str] = {
        **texts,
        "runs": str(costs.runs),
        "morsel-seconds": _shown_spread(costs.morsel),
        "task-seconds": _shown_spread(costs.task),
    }
    lines = [f"[[{_ENGINE}]]", *(f"{key} = {value}" for key, value in values.items())]
    return "\n".join(lines) + "\n"


def _shown_spread(spread: Spread) -> str:
    return "[" + ", ".join(f"{one:.5f}" for one in (spread.low, spread.middle, spread.high)) + "]"
