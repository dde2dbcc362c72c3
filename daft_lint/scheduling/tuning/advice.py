"""The advice for one piece of work: what to change, and what that is predicted to bring."""

from __future__ import annotations

from collections.abc import Mapping

from daft_lint.plan.pipeline import Operator, OperatorKind, Source
from daft_lint.plan.quantity import Quantity
from daft_lint.plan.unit import Unit
from daft_lint.records import dataclass, replace
from daft_lint.scheduling.optimiser.optimiser_rules import REPARTITIONS
from daft_lint.scheduling.prediction.bounds import Outcome
from daft_lint.scheduling.prediction.predict import WorkPrediction
from daft_lint.scheduling.tuning.terms import Tunable

LEAST_GAIN = 0.05
"""A change that lifts utilisation by less is no remedy."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What to change for a pool, and what that is predicted to bring.

    Each of `into_partitions` (a count), `into_batches` (rows) and `batch_size` (rows) is None
    when it stays as it is. A new step goes before `before`; with `replaces`, that step's number
    changes instead. With `files_of` no step makes the partitions: the files of that source are to
    be as many. `idle` and `utilisation` are what comes of it, for actors or whatever `unit` says.
    """

    into_partitions: int | None
    into_batches: int | None
    batch_size: int | None
    before: Operator
    replaces: Operator | None
    idle_now: Quantity
    utilisation_now: Quantity
    idle: Quantity
    utilisation: Quantity
    unit: Unit = Unit.ACTOR
    files_of: Source | None = None

    @property
    def numbers(self) -> dict[Tunable, int]:
        """The numbers that it asks for."""
        numbers = {
            Tunable.PARTITIONS: self.into_partitions,
            Tunable.INTO_BATCHES: self.into_batches,
            Tunable.BATCH_SIZE: self.batch_size,
        }
        return {tunable: value for tunable, value in numbers.items() if value is not None}

    @property
    def cuts_instead(self) -> bool:
        """Whether an into_partitions takes the place of a shuffle."""
        step = self.replaces
        cuts = self.into_partitions is not None
        return cuts and step is not None and step.kind is not OperatorKind.INTO_PARTITIONS

    @property
    def needs_column(self) -> bool:
        """Whether its new step needs a column in place of a filter, which Daft runs before it.

        Source: `filter_passes`.
        """
        adds = self.into_partitions is not None or self.into_batches is not None
        new = adds and self.replaces is None and self.files_of is None
        return new and self.before.kind is OperatorKind.FILTER


def advice_with(
    pool: WorkPrediction, change: Mapping[Tunable, int], result: Outcome
) -> Advice | None:
    """The advice to take these numbers, with their `result`; None when it doesn't help."""
    if not _helps(pool, result):
        return None
    refiled = Tunable.PARTITIONS in change and pool.source.checkpointed
    return Advice(
        change.get(Tunable.PARTITIONS),
        change.get(Tunable.INTO_BATCHES),
        change.get(Tunable.BATCH_SIZE),
        before=pool.around.heavy_before or pool.operator,
        replaces=_replaced(pool, change),
        idle_now=pool.idle,
        utilisation_now=pool.utilisation,
        idle=replace(result.idle, origins=pool.idle.origins),
        utilisation=replace(result.utilisation, origins=pool.utilisation.origins),
        unit=pool.unit,
        files_of=pool.source if refiled else None,
    )


def _helps(pool: WorkPrediction, result: Outcome) -> bool:
    if result.idle.high > pool.idle.high:
        return False
    # Without known workers, or threads of a worker, the utilisation isn't known either.
    threads, workers = pool.calls_at_once, pool.workers
    if pool.partitioning.sizes is None or (threads is not None and not threads.known):
        return result.idle.low + LEAST_GAIN * pool.actors.low <= pool.idle.low
    if workers is not None and not workers.known:
        return result.idle.high < pool.idle.low
    return result.utilisation.low >= pool.utilisation.high + LEAST_GAIN


def _replaced(pool: WorkPrediction, change: Mapping[Tunable, int]) -> Operator | None:
    """The step of the same kind that decides the tasks now: better changed than followed."""
    for operator in pool.around.upstream:
        if Tunable.PARTITIONS in change and operator.kind in REPARTITIONS:
            return operator
        if Tunable.INTO_BATCHES in change and operator.kind is OperatorKind.INTO_BATCHES:
            return operator
    return None
