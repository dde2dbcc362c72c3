"""A table of prediction, observation, and the remedy's effect."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.text import Text

from daft_lint.reporting.hanging_indent import columns
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

_UNKNOWN = "unknown"
_GAIN_COLORS = {Gain.HELPS: "green", Gain.DOES_NOT_HELP: "red"}


def table(
    before: Measurement,
    after: Measurement | None,
    gain: Gain,
    width: int,
    mark: str = "",
) -> list[Text]:
    """The lines of the table, within `width` cells where that can be; its corner has the `mark`."""
    measured = (before,) if after is None else (before, after)
    colors = ("", "", "bold", _GAIN_COLORS.get(gain, ""))

    def drawn(rows_of: Callable[[Occupancy], str]) -> list[Text]:
        rows = _rows(measured, mark, rows_of)
        return columns([list(map(Text, row, colors)) for row in rows])

    lines = drawn(rows_of_each)
    return lines if lines[0].cell_len <= width else drawn(rows_between)


def _rows(
    measured: Sequence[Measurement], mark: str, rows_of: Callable[[Occupancy], str]
) -> list[tuple[str, ...]]:
    """A label, and a figure for the prediction, the observation and the remedy."""
    expected = measured[0].expected
    expected_of = f"{expected_idle(expected)} of {measured[0].typical.asked}"
    unit = measured[0].unit
    occupancies = (expected.occupancy, *(measurement.typical.occupancy for measurement in measured))
    used = (expected.utilisation, *(measurement.utilisation for measurement in measured))
    took = (duration(measurement.makespan) for measurement in measured)
    return [
        (mark, *("predicted", "observed", "with remedy")[: len(occupancies)]),
        (f"idle {unit.plural}", expected_of, *map(_idle, measured)),
        ("utilisation", *map(percent, used)),
        ("makespan", _predicted_makespan(measured[0]), *took),
        (f"rows per {unit.value}", *map(rows_of, occupancies)),
    ]


def _predicted_makespan(measured: Measurement) -> str:
    """The time of a row is known only for a UDF that sleeps."""
    known = measured.shape.udf.row_seconds
    return duration(measured.expected.occupancy.span) if known else _UNKNOWN


def _idle(measured: Measurement) -> str:
    return f"{number(measured.idle)} of {measured.typical.asked}"
