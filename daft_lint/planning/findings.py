"""Where a plan advises something else than the remedy of a finding, and why."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from daft_lint.planning.planned import PlannedPool, Question
from daft_lint.planning.pricing import Pricing
from daft_lint.scheduling.advice import Advice
from daft_lint.scheduling.remedies import changes_kind, remedy_of
from daft_lint.scheduling.tuning import Constraints, Tunable


class Reason(Enum):
    """Why a plan doesn't advise what a finding does, or not only that."""

    KIND = "another kind of step"
    NO_GAIN = "no gain"
    MORE = "more changes"
    GIVEN = "other times or limits"
    AS_GOOD = "as good"


@dataclass(frozen=True, slots=True)
class Difference:
    """What findings advise of some work, and why its plan differs from it."""

    remedy: Advice
    reason: Reason


def difference(planned: PlannedPool, question: Question) -> Difference | None:
    """How a plan differs from what findings advise; None when it doesn't, or these advise nothing.

    Whether there is a finding at all, its rule decides.
    """
    if planned.pool.workers is None or (remedy := remedy_of(planned.pool)) is None:
        return None
    steps = planned.tuning.steps if planned.tuning is not None else ()
    found = {step.tunable: step.after for step in steps}
    asked = numbers_of(remedy)
    if not changes_kind(remedy) and found == asked:
        return None
    return Difference(remedy, _reason(remedy, found, asked, question))


def numbers_of(advice: Advice) -> dict[Tunable, int]:
    """The numbers that an advice asks for."""
    numbers = {
        Tunable.PARTITIONS: advice.into_partitions,
        Tunable.INTO_BATCHES: advice.into_batches,
        Tunable.BATCH_SIZE: advice.batch_size,
    }
    return {one: value for one, value in numbers.items() if value is not None}


def _reason(
    remedy: Advice, found: dict[Tunable, int], asked: dict[Tunable, int], question: Question
) -> Reason:
    if changes_kind(remedy):
        return Reason.KIND
    if question.costs != Pricing().costs or question.constraints != Constraints():
        return Reason.GIVEN
    if not found:
        return Reason.NO_GAIN
    return Reason.MORE if asked.keys() < found.keys() else Reason.AS_GOOD
