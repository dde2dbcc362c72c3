"""A table of prediction, observation, and the remedy's effect."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rich.text import Text

from daft_lint.reporting.verification.figures import (
    expected_idle,
    number,
    of_trials,
    rows_per_actor,
)
from daft_lint.verification.observation import Measurement, Trial
from daft_lint.verification.verdict import Gain
from daft_lint.words import duration, percent

_GAP = "  "
_QUIET = "bright_black"
_ROOMY, _TIGHT = 26, 12
_UNKNOWN = "unknown"
_GAIN_COLORS = {Gain.HELPS: "green", Gain.DOES_NOT_HELP: "red"}


@dataclass(frozen=True, slots=True)
class _Row:
    """A line: its label, and a figure for the prediction, the observation and the remedy."""

    label: str
    cells: tuple[str, ...]
    quiet: bool = False


def table(
    before: Measurement,
    after: Measurement | None,
    gain: Gain,
    width: int,
    mark: str = "",
) -> list[Text]:
    """The lines of the table, within `width` cells where that can be; its corner has the `mark`."""
    measured = (before,) if after is None else (before, after)
    rows = _rows(measured, mark, _ROOMY)
    if _width(rows) > width:
        rows = _rows(measured, mark, _TIGHT)
    return _drawn(rows, _GAIN_COLORS.get(gain, ""))


def _rows(measured: Sequence[Measurement], mark: str, most: int) -> list[_Row]:
    """All rows, with lists of figures shortened to `most` cells where that can be."""
    expected = measured[0].expected
    expected_of = f"{expected_idle(expected)} of {measured[0].typical.asked}"
    unit = measured[0].unit
    occupancies = (expected.occupancy, *(measurement.typical.occupancy for measurement in measured))
    rows = [
        _Row(mark, ("predicted", "observed", "with remedy")[: len(occupancies)]),
        _Row(f"idle {unit.plural}", (expected_of, *map(_idle, measured))),
        _per_trial(measured, lambda trial: trial.idle, number, most),
        _Row(
            "utilisation",
            (
                percent(expected.utilisation),
                *(percent(measurement.utilisation) for measurement in measured),
            ),
        ),
        _per_trial(measured, lambda trial: trial.utilisation, percent, most),
        _Row(
            "makespan",
            (
                _predicted_makespan(measured[0]),
                *(duration(measurement.makespan) for measurement in measured),
            ),
        ),
        _Row(
            f"rows per {unit.value}",
            _shortened([rows_per_actor(occupancy) for occupancy in occupancies], most),
        ),
    ]
    several = any(len(measurement.trials) > 1 for measurement in measured)
    return [row for row in rows if several or not row.quiet]


def _predicted_makespan(measured: Measurement) -> str:
    """The time of a row is known only for a UDF that sleeps."""
    known = measured.shape.udf.row_seconds
    return duration(measured.expected.occupancy.span) if known else _UNKNOWN


def _idle(measured: Measurement) -> str:
    return f"{number(measured.idle)} of {measured.typical.asked}"


def _per_trial(
    measured: Sequence[Measurement],
    figure: Callable[[Trial], float],
    shown: Callable[[float], str],
    most: int,
) -> _Row:
    forms = [
        of_trials([figure(trial) for trial in measurement.trials], shown)
        for measurement in measured
    ]
    return _Row("  per trial", ("", *_shortened(forms, most)), quiet=True)


def _shortened(cells: Sequence[Sequence[str]], most: int) -> tuple[str, ...]:
    """The cells in the longest form in which all of them fit, else in the shortest."""
    forms = list(zip(*cells, strict=True))
    fitting = (form for form in forms if max(map(len, form)) <= most)
    return next(fitting, forms[-1])


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
            Text(f"{cell:<{cells}}", _QUIET if row.quiet else color)
            for cell, cells, color in zip((row.label, *row.cells), columns, colors, strict=True)
        )
        for row in rows
    ]
