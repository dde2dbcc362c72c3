"""Bars of a plan: utilisation, and the rows of the actors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rich.text import Text

from daft_lint.findings import ActorShare
from daft_lint.plan.quantity import Quantity
from daft_lint.plan.unit import Unit
from daft_lint.reporting.actors import actor_lines
from daft_lint.reporting.phrases import counted
from daft_lint.scheduling.occupancy import ActorUse, Occupancy

_BUSY, _WASTED = "green", "red"
_CELLS = 16
_MOST_ACTORS = 16
_MOST_LINES = 6
_SHORTEST = 8
_LONGEST = 24


def utilisation_bar(utilisation: Quantity, *, unicode: bool) -> Text:
    """What is surely used, what may be, and what surely is not, over 16 cells."""
    low = round(utilisation.low * _CELLS)
    high = max(low, round(utilisation.high * _CELLS))
    used, may, lost = "█▒·" if unicode else "#+."
    return Text.assemble(
        (used * low, _BUSY), (may * (high - low), "yellow"), (lost * (_CELLS - high), _WASTED)
    )


def row_lines(
    occupancy: Occupancy, width: int, *, unicode: bool, unit: Unit = Unit.ACTOR
) -> list[Text]:
    """The rows of each actor, of each worker, or of the least and the most loaded actors.

    The first of these that takes few lines. Workers with the most rows come first, because which
    one they are is chance; those without any share a line.
    """
    uses = list(_fullest_first(occupancy.actors))
    working = {use.worker for use in uses if use.rows}
    idle = [use for use in uses if use.worker not in working]
    lines = []
    if len({use.worker for use in idle}) > 1 and working:
        uses = [use for use in uses if use.worker in working]
        lines = [_idle_line(idle, unit)]
    bars = actor_lines(_shares(uses), width, unicode=unicode, unit=unit)
    if len(uses) <= _MOST_ACTORS or len(bars) <= _MOST_LINES:
        return bars + lines
    return _spread(sorted(use.rows for use in occupancy.actors), width, unit, unicode=unicode)


def _idle_line(uses: list[ActorUse], unit: Unit) -> Text:
    workers = counted(len({use.worker for use in uses}), "more worker")
    who = "" if unit is Unit.WORKER else f"{_units(len(uses), unit)} "
    return Text.assemble(f"{workers}  ", (f"{who}idle", "bold red"))


def _units(number: int, unit: Unit) -> str:
    return f"{number:,} {unit.value if number == 1 else unit.plural}"


def _shares(uses: Iterable[ActorUse]) -> tuple[ActorShare, ...]:
    ordered = sorted(uses, key=lambda use: (use.worker, -use.rows))
    return tuple(ActorShare(use.worker + 1, use.rows) for use in ordered)


def _fullest_first(uses: Iterable[ActorUse]) -> Iterator[ActorUse]:
    """The same actors, with their workers numbered anew."""
    by_worker: dict[int, list[ActorUse]] = {}
    for use in uses:
        by_worker.setdefault(use.worker, []).append(use)
    loads = sorted(
        by_worker.values(), key=lambda group: (-sum(use.rows for use in group), len(group))
    )
    for worker, group in enumerate(loads):
        for use in group:
            yield replace(use, worker=worker)


def _spread(rows: list[float], width: int, unit: Unit, *, unicode: bool) -> list[Text]:
    """The least, the middle and the most rows that an actor gets, and how many get none."""
    idle = sum(not row for row in rows)
    working = rows[idle:]
    if not working:
        return [Text(f"{_units(idle, unit)} idle", "bold red")]
    figures = [
        ("least", working[0]),
        ("median", working[len(working) // 2]),
        ("most", working[-1]),
    ]
    number = max(len(f"{each_number:,.0f}") for _, each_number in figures)
    cells = max(_SHORTEST, min(_LONGEST, width - number - len("median    rows")))
    block = "█" if unicode else "#"
    lines = [
        Text.assemble(
            f"{name:<6}  ",
            (f"{block * max(1, round(each_number / working[-1] * cells)):<{cells}}", _BUSY),
            f"  {each_number:>{number},.0f} rows",
        )
        for name, each_number in figures
    ]
    if idle:
        lines.insert(0, Text.assemble("idle    ", (_units(idle, unit), "bold red")))
    return lines
