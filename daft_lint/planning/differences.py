"""Differences between the advice of a plan and the remedy of a finding, and their reasons."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from daft_lint.judging.pools import may_reach_workers
from daft_lint.plan.pipeline import Operator
from daft_lint.plan.quantity import OriginKind
from daft_lint.planning.planner import PlannedPool, Question
from daft_lint.planning.pricing import Pricing
from daft_lint.records import dataclass
from daft_lint.scheduling.prediction.predict import WorkPrediction
from daft_lint.scheduling.tuning.advice import Advice
from daft_lint.scheduling.tuning.overheads import costly_handling
from daft_lint.scheduling.tuning.remedies import OF_TASKS, even_actors, remedy_of
from daft_lint.scheduling.tuning.terms import Constraints, Tunable


class Reason(Enum):
    """Why a plan doesn't advise what a finding does, or not only that."""

    KIND = "another kind of step"
    COLUMN = "a column in place of a filter"
    NO_GAIN = "no gain"
    MORE = "more changes"
    GIVEN = "other times or limits"
    AS_GOOD = "as good"
    SUPPOSED = "facts taken for granted"
    ACTORS = "no other concurrency"
    HANDLING = "only what costs time by itself"


@dataclass(frozen=True, slots=True)
class Difference:
    """What findings advise of some work, and why its plan differs from it.

    `asked` are the numbers that they ask for. `replaces` is the step whose place another kind of
    step takes. `supposed` are the facts that they take for granted.
    """

    asked: Mapping[Tunable, int]
    reason: Reason
    replaces: Operator | None = None
    supposed: tuple[str, ...] = ()


def difference(planned: PlannedPool, question: Question) -> Difference | None:
    """How a plan differs from what findings advise; None when it doesn't, or these advise nothing.

    Whether there is a finding at all, its rule decides.
    """
    if planned.is_light:
        return None
    steps = planned.tuning.steps if planned.tuning is not None else ()
    found = {step.tunable: step.after for step in steps}
    remedy = remedy_of(planned.pool) if planned.pool.workers is not None else None
    if remedy is not None:
        return _of_remedy(remedy, found, question)
    return (
        _of_supposed(planned, found)
        or _of_even_actors(planned.pool, found, question)
        or _of_handling(planned.pool, found, question)
    )


def _of_remedy(remedy: Advice, found: dict[Tunable, int], question: Question) -> Difference | None:
    asked = remedy.numbers
    if remedy.cuts_instead:
        return Difference(asked, Reason.KIND, remedy.replaces)
    if remedy.needs_column:
        return Difference(asked, Reason.COLUMN)
    if found == asked:
        return None
    return Difference(asked, _reason(found, asked, question))


def _reason(found: dict[Tunable, int], asked: dict[Tunable, int], question: Question) -> Reason:
    if _gives_more(question):
        return Reason.GIVEN
    if not found:
        return Reason.NO_GAIN
    return Reason.MORE if asked.keys() < found.keys() else Reason.AS_GOOD


def _gives_more(question: Question) -> bool:
    """Whether it gives times or limits, which no finding knows."""
    return question.costs != Pricing().costs or question.constraints != Constraints()


def _of_supposed(planned: PlannedPool, found: dict[Tunable, int]) -> Difference | None:
    """What findings advise where they take a cluster or a number of files for granted."""
    pool, supposed = planned.pool, planned.supposed
    if supposed is None or supposed.idle.origins == pool.idle.origins:
        return None
    remedy = remedy_of(supposed)
    if remedy is None or found == remedy.numbers:
        return None
    facts = tuple(
        origin.text
        for origin in supposed.idle.origins
        if origin.kind is OriginKind.ASSUMPTION and origin not in pool.idle.origins
    )
    return Difference(remedy.numbers, Reason.SUPPOSED, supposed=facts)


def _of_even_actors(
    pool: WorkPrediction, found: dict[Tunable, int], question: Question
) -> Difference | None:
    """Fewer actors, where those left over only wait, and no other tasks make up for it."""
    if Tunable.CONCURRENCY not in question.constraints.keep or found.keys() & OF_TASKS:
        return None
    even = even_actors(pool) if may_reach_workers(pool) else None
    if even is None:
        return None
    return Difference({Tunable.CONCURRENCY: even.count}, Reason.ACTORS)


def _of_handling(
    pool: WorkPrediction, found: dict[Tunable, int], question: Question
) -> Difference | None:
    """A number that makes the handling of tasks or morsels cost more than their rows."""
    for tunable in (Tunable.INTO_BATCHES, Tunable.PARTITIONS, Tunable.BATCH_SIZE):
        handling = costly_handling(pool, tunable)
        if handling is not None:
            asked = {tunable: handling.after}
            reason = Reason.GIVEN if _gives_more(question) else Reason.HANDLING
            return None if found == asked else Difference(asked, reason)
    return None
