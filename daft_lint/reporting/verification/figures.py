"""The figures of runs in a few characters, which are ASCII."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import groupby

from daft_lint.scheduling.simulation.occupancy import Occupancy
from daft_lint.verification.observation import Expectation

_MOST_LISTED = 5
_MOST_RUNS = 3


def expected_idle(expected: Expectation) -> str:
    """`2`, or `1 to 2` where chance decides."""
    return _between(f"{expected.idle_low:,}", f"{expected.idle_high:,}")


def number(amount: float) -> str:
    """At most one digit after the point: `2`, `2.5`, `1,000`."""
    return f"{round(amount, 1):,.10g}"


def of_trials(figures: Sequence[float], shown: Callable[[float], str]) -> tuple[str, str]:
    """A figure of each trial, the longer form first: `2 2 3`; `2 to 3`, or `3 x 2` if all agree."""
    low, high = shown(min(figures)), shown(max(figures))
    short = f"{len(figures)} x {low}" if low == high else f"{low} to {high}"
    return (" ".join(map(shown, figures)) if len(figures) <= _MOST_LISTED else short), short


def rows_per_actor(occupancy: Occupancy) -> tuple[str, str, str]:
    """The rows of every actor, longest form first.

    `600 400 | 0 0` by worker; `1 x 600, 1 x 400, 2 x 0` by rows; `0 to 600`.
    """
    actors = sorted(occupancy.actors, key=lambda actor: actor.worker)
    if not actors:
        return "none", "none", "none"
    workers = groupby(actors, key=lambda actor: actor.worker)
    each = " | ".join(" ".join(number(actor.rows) for actor in group) for _, group in workers)
    rows = sorted((actor.rows for actor in actors), reverse=True)
    span = _between(number(rows[-1]), number(rows[0]))
    runs = Counter(number(row) for row in rows)
    if len(runs) > _MOST_RUNS:
        return each, span, span
    return each, ", ".join(f"{many} x {name}" for name, many in runs.items()), span


def _between(low: str, high: str) -> str:
    return low if low == high else f"{low} to {high}"
