"""A table of prediction, observation, and the remedy's effect."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rich.text import Text

from daft_lint.records import dataclass
from daft_lint.reporting.verification.figures import (
    expected_idle,
    number,
    rows_between,
    rows_of_each,
)
from daft_lint.scheduling.simulation.occupancy import Occupancy
from daft_lint.verification.observation import Measurement
from daft_lint.verification.verdict import Gain
from daft_lint.words import duration, percent

_GAP = "  "
_UNKNOWN = "unknown"
_GAIN_COLORS = {Gain.HELPS: "green", Gain.DOES_NOT_HELP: "red"}


@dataclass(frozen=True, slots=True)
class _Row:
    """A line: its label, and a figure for the prediction, the observation and the remedy."""

    label: str
    cells: tuple[str, ...]


def table(
    before: Measurement,
    after: Measurement | None,
    gain: Gain,
    width: int,
    mark: str = "",
) -> list[Text]:
    """The lines of the table, within `width` cells where that can be; its corner has the `mark`."""
    measured = (before,) if after is None else (before, after)
    rows = _rows(measured, mark, rows_of_each)
    if _width(rows) > width:
        rows = _rows(measured, mark, rows_between)
    return _drawn(rows, _GAIN_COLORS.get(gain, ""))


def _rows(
    measured: Sequence[Measurement], mark: str, rows_of: Callable[[Occupancy], str]
) -> list[_Row]:
    expected = measured[0].expected
    expected_of = f"{expected_idle(expected)} of {measured[0].typical.asked}"
    unit = measured[0].unit
    occupancies = (expected.occupancy, *(measurement.typical.occupancy for measurement in measured))
    used = (expected.utilisation, *(measurement.utilisation for measurement in measured))
    took = (duration(measurement.makespan) for measurement in measured)
    return [
        _Row(mark, ("predicted", "observed", "with remedy")[: len(occupancies)]),
        _Row(f"idle {unit.plural}", (expected_of, *map(_idle, measured))),
        _Row("utilisation", tuple(map(percent, used))),
        _Row("makespan", (_predicted_makespan(measured[0]), *took)),
        _Row(f"rows per {unit.value}", tuple(map(rows_of, occupancies))),
    ]


def _predicted_makespan(measured: Measurement) -> str:
    """The time of a row is known only for a UDF that sleeps."""
    known = measured.shape.udf.row_seconds
    return duration(measured.expected.occupancy.span) if known else _UNKNOWN


def _idle(measured: Measurement) -> str:
    return f"{number(measured.idle)} of {measured.typical.asked}"


def _columns(rows: Iterable[_Row]) -> list[int]:
    """The width of the labels and of each column."""
    return [
        max(map(len, cells))
        for cells in zip(*((row.label, *row.cells) for row in rows), strict=True)
    ]


def _width(rows: Sequence[_Row]) -> int:
    columns = _columns(rows)
    return sum(columns) + len(_GAP) * (len(columns) - 1)


def _drawn(rows: Sequence[_Row], remedy_color: str) -> list[Text]:
    columns = _columns(rows)
    colors = ("", "", "bold", remedy_color)[: len(columns)]
    return [
        Text(_GAP).join(
            Text(f"{cell:<{cells}}", color)
            for cell, cells, color in zip((row.label, *row.cells), columns, colors, strict=True)
        )
        for row in rows
    ]
