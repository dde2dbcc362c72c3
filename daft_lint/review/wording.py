"""Runs, their UDFs and their problems in plain English."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timezone

from daft_lint.event_log.observations import ObservedUdf
from daft_lint.reporting.money import money
from daft_lint.reporting.phrases import counted
from daft_lint.review.runs import ReviewedProblem, ReviewedUdf
from daft_lint.words import duration, percent

_LEAST = 0.01


def loss_of(problem: ReviewedProblem) -> str:
    """`in 2 runs, 0.02 worker-hours lost, which cost 3.28`."""
    lost = f"in {counted(problem.runs, 'run')}, {hours(problem.lost_hours)} worker-hours lost"
    return lost if problem.cost is None else f"{lost}, which cost {money(problem.cost)}"


def hours(lost: float) -> str:
    """`0.02`, `1,250.00`, `less than 0.01`."""
    return f"{lost:,.2f}" if lost >= _LEAST else "less than 0.01"


def rows_of_workers(seen: ObservedUdf) -> str:
    """`5,200 rows on 2 of 2 workers (2,600 each)`."""
    rows = sum(seen.rows)
    had = seen.workers - seen.idle
    each = _each([row for row in seen.rows if row])
    return f"{counted(rows, 'row')} on {had:,} of {counted(seen.workers, 'worker')}{each}"


def busy(seen: ObservedUdf) -> str:
    """`97% of 7.5 s`."""
    return f"{percent(seen.busy)} of {duration(seen.seconds)}"


def seen_of(udf: ReviewedUdf) -> str:
    """`5,200 rows on 2 of 2 workers (2,600 each), busy 97% of 7.5 s`."""
    if udf.seen is None:
        return "the log says nothing about workers"
    return f"{rows_of_workers(udf.seen)}, busy {busy(udf.seen)}"


def predicted_of(udf: ReviewedUdf) -> str:
    """`8 of 16 actors idle, utilisation 50%`, as predicted."""
    work = udf.predicted
    unit = work.unit.value if work.actors.high == 1 else work.unit.plural
    used = percent(work.utilisation.low, min(work.utilisation.high, 1.0))
    return f"{work.idle} of {work.actors} {unit} idle, utilisation {used}"


def when(started: float) -> str:
    """A minute in UTC: `2026-11-27 04:10`."""
    return datetime.fromtimestamp(started, timezone.utc).strftime("%Y-%m-%d %H:%M")


def _each(rows: Sequence[int]) -> str:
    if len(rows) < 2:
        return ""
    low, high = min(rows), max(rows)
    return f" ({low:,} each)" if low == high else f" ({low:,} to {high:,})"
