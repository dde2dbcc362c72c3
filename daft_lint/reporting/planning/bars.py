"""Bars of a plan: utilisation, and the rows of the actors."""

from __future__ import annotations

from rich.text import Text

from daft_lint.findings import ActorShare
from daft_lint.plan.quantity import Quantity
from daft_lint.plan.unit import Unit
from daft_lint.reporting.actors import actor_lines
from daft_lint.scheduling.simulation.occupancy import Occupancy

_CELLS = 16


def utilisation_bar(utilisation: Quantity, *, unicode: bool) -> Text:
    """What is surely used, what may be, and what surely is not, over 16 cells."""
    low = round(utilisation.low * _CELLS)
    high = max(low, round(utilisation.high * _CELLS))
    used, may, lost = "█▒·" if unicode else "#+."
    return Text.assemble(
        (used * low, "green"), (may * (high - low), "yellow"), (lost * (_CELLS - high), "red")
    )


def row_lines(
    occupancy: Occupancy, width: int, *, unicode: bool, unit: Unit = Unit.ACTOR
) -> list[Text]:
    """The rows of each actor, or of each worker where these are many, the fullest first.

    Which worker is the fullest is chance, so they are numbered anew.
    """
    by_worker: dict[int, list[float]] = {}
    for use in occupancy.actors:
        by_worker.setdefault(use.worker, []).append(use.rows)
    loads = sorted(by_worker.values(), key=lambda rows: (-sum(rows), len(rows)))
    shares = tuple(ActorShare(worker, row) for worker, rows in enumerate(loads, 1) for row in rows)
    return actor_lines(shares, width, unicode=unicode, unit=unit)
