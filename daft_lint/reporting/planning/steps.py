"""The way from the present numbers to the advised ones, step by step."""

from __future__ import annotations

import math
from collections.abc import Iterator

from rich.text import Text

from daft_lint.plan.cluster import MOST_WORKERS
from daft_lint.plan.unit import Unit
from daft_lint.planning.differences import difference
from daft_lint.planning.planner import MoreActors, PlannedPool, Question
from daft_lint.reporting.hanging_indent import INDENT, paragraph
from daft_lint.reporting.phrases import share
from daft_lint.reporting.planning.phrases import (
    amount,
    durations,
    memory_bound,
    times_in_words,
    what_to_do,
    why_it_differs,
)
from daft_lint.reporting.report import Style
from daft_lint.scheduling.prediction.conditions import Factor
from daft_lint.scheduling.prediction.outcome import Outcome
from daft_lint.scheduling.tuning.terms import Tunable, TuningStep

_NOTHING = "leave the numbers as they are: no allowed change makes runs 5% faster on average"
_LIGHT = "leave the numbers as they are: the work is light, and takes seconds at most"
_HELD_UP = (
    "leave the numbers as they are: other numbers don't help while the pool waits for the other "
    "UDFs of its pipeline"
)
_TOO_LITTLE = "too little is known to search for better numbers"
_ASKED = {
    "rows": "--rows",
    "workers": "--workers",
    "actors": "--concurrency",
    "partitions": "--partitions",
}
_NEEDED = {
    Unit.ACTOR: tuple(_ASKED),
    Unit.PROCESS: ("rows", "actors"),
    Unit.WORKER: ("workers", "partitions"),
}
"""What a search hangs on, or advice without one."""


def advice_lines(planned: PlannedPool, question: Question, style: Style) -> Iterator[Text]:
    """Each change with its reason and what it brings, what bounds them, and what else there is."""
    yield from _changes(planned, question, style)
    deviation, more = difference(planned, question), planned.more_actors
    others = {
        "limit": memory_bound(planned, question),
        "differs": None if deviation is None else why_it_differs(deviation, planned.pool),
        "more actors": None if more is None else _of_more_actors(planned, more),
    }
    for label, text in others.items():
        if text is not None:
            yield Text()
            head = Text.assemble(2 * INDENT, (label, "bold"), "  ")
            yield from paragraph(head, text, "", style)


def _changes(planned: PlannedPool, question: Question, style: Style) -> Iterator[Text]:
    tuning = planned.tuning
    if tuning is None or not tuning.steps:
        head = Text.assemble(2 * INDENT, ("advice", "bold"), "  ")
        yield from paragraph(head, _no_advice(planned, question), "", style)
        return
    yield Text(f"{2 * INDENT}what to change", "bold")
    before = planned.now
    for number, step in enumerate(tuning.steps, start=1):
        yield from _step(number, step, before, planned, style)
        before = step.forecast
    for other in planned.same_tasks:
        now = durations(other.now.makespan)
        then = now if other.advised is None else durations(other.advised.makespan)
        if now != then:
            text = f"`{other.work.call.udf.name}`, in the same tasks: makespan {now} becomes {then}"
            yield from paragraph(2 * INDENT + "   ", text, "", style)


def _of_more_actors(planned: PlannedPool, more: MoreActors) -> str:
    """What a larger pool brings, with all the numbers that it needs for that.

    Those are all that differ from the present ones or from what is advised without it.
    """
    best, tuning = planned.advised or planned.now, planned.tuning
    known = () if tuning is None else (tuning.numbers, tuning.advised_numbers)
    others = [
        f"{tunable.value} {amount(more.numbers.value(tunable), tunable)}"
        for tunable in Tunable
        if tunable is not Tunable.CONCURRENCY
        and {more.numbers.value(tunable)} != {numbers.value(tunable) for numbers in known}
    ]
    needed = f" with {' and '.join(others)}" if others else ""
    return (
        f"with --allow concurrency, {more.numbers.concurrency:,} actors{needed} take "
        f"{durations(more.forecast.makespan)} instead of {durations(best.makespan)}"
    )


def _no_advice(planned: PlannedPool, question: Question) -> str:
    """Why there is nothing to change, or what there has to be room for before."""
    room = planned.room
    if planned.lacks_room and room is not None and room.actors:
        return f"lower the concurrency to {room.actors:,}, or add workers: the rest has no room"
    if planned.held_up:
        return _HELD_UP
    if planned.is_light:
        return _LIGHT
    return _too_little(planned, question) if planned.tuning is None else _NOTHING


def _too_little(planned: PlannedPool, question: Question) -> str:
    """What must be given for a search."""
    pool = planned.pool
    if pool.anywhere:
        return f"{_TOO_LITTLE}: ray_options decide which workers hold the actors"
    if pool.workers is not None and pool.workers.low >= MOST_WORKERS:
        return f"no search for better numbers: more than {MOST_WORKERS:,} workers aren't followed"
    known = {
        "rows": pool.partitioning.rows.known,
        "workers": pool.workers is not None and pool.workers.known,
        "actors": pool.actors.known,
        "partitions": pool.partitioning.planned.known,
    }
    asked = _ASKED
    if question.numbers.rows is not None:
        # The option is about the first source of the pipeline.
        asked = _ASKED | {"rows": "# daft-lint: rows=... on the line of its source"}
    rows = pool.partitioning.rows
    # A filter may leave none of the rows that are known before it.
    filtered = not rows.low and math.isfinite(rows.high)
    if filtered or any(condition.factor is Factor.KEPT for condition in planned.conditions):
        asked = _ASKED | {"rows": "# daft-lint: keeps=... on the line of the filter"}
    missing = [asked[name] for name in _NEEDED[pool.unit] if not known[name]]
    return f"{_TOO_LITTLE}: set {' and '.join(missing)}" if missing else _TOO_LITTLE


def _step(
    number: int, step: TuningStep, before: Outcome, planned: PlannedPool, style: Style
) -> Iterator[Text]:
    change = f"{amount(step.before, step.tunable)} → {amount(step.after, step.tunable)}"
    head = f"{2 * INDENT}{number}. "
    indent = " " * len(head)
    what = f"{step.tunable.value} {change}"
    yield from paragraph(head, what, "bold green", style)
    for text in (
        what_to_do(step, planned.pool),
        step.reason,
        _gain(before, step.forecast, planned),
    ):
        if text is not None:
            yield from paragraph(indent, text, "", style)


def _gain(before: Outcome, after: Outcome, planned: PlannedPool) -> str:
    """What a step brings: only figures that it changes."""
    changes = []
    if share(before.utilisation) != share(after.utilisation):
        changes.append(
            f"utilisation {share(before.utilisation)} becomes {share(after.utilisation)}"
        )
    if before.idle != after.idle:
        units = planned.pool.unit.plural
        changes.append(f"idle {units} {before.idle} become {after.idle}")
    if before.times is not None and after.times is not None:
        now, then = times_in_words(before.times), times_in_words(after.times)
        if now != then:
            comma = "" if before.times.steady else ","
            changes.append(f"makespan {now}{comma} becomes {then}")
    elif durations(before.makespan) != durations(after.makespan):
        changes.append(f"makespan {durations(before.makespan)} becomes {durations(after.makespan)}")
    return f"effect: {', '.join(changes)}" if changes else "effect: same speed, within 1%"
