"""The figures of runs in a few characters, which are ASCII."""

from __future__ import annotations

from itertools import groupby

from daft_lint.scheduling.simulation.occupancy import Occupancy
from daft_lint.verification.observation import Expectation


def expected_idle(expected: Expectation) -> str:
    """`2`, or `1 to 2` where chance decides."""
    return _between(f"{expected.idle_low:,}", f"{expected.idle_high:,}")


def number(amount: float) -> str:
    """At most one digit after the point: `2`, `2.5`, `1,000`."""
    return f"{round(amount, 1):,.10g}"


def rows_of_each(occupancy: Occupancy) -> str:
    """The rows of every actor by worker: `600 400 | 0 0`."""
    actors = sorted(occupancy.actors, key=lambda actor: actor.worker)
    workers = groupby(actors, key=lambda actor: actor.worker)
    each = " | ".join(" ".join(number(actor.rows) for actor in group) for _, group in workers)
    return each or "none"


def rows_between(occupancy: Occupancy) -> str:
    """The fewest and the most rows of an actor: `0 to 600`."""
    rows = sorted(actor.rows for actor in occupancy.actors)
    return _between(number(rows[0]), number(rows[-1])) if rows else "none"


def _between(low: str, high: str) -> str:
    return low if low == high else f"{low} to {high}"
