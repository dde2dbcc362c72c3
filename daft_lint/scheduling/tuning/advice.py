"""The advice for one piece of work: what to change, and what that is predicted to bring."""

from __future__ import annotations

from collections.abc import Mapping

from daft_lint.plan.pipeline import Operator, OperatorKind, Source
from daft_lint.plan.quantity import Quantity
from daft_lint.records import dataclass, replace
from daft_lint.scheduling.optimiser.optimiser_rules import REPARTITIONS
from daft_lint.scheduling.prediction.outcome import Outcome
from daft_lint.scheduling.prediction.predict import WorkPrediction
from daft_lint.scheduling.tuning.terms import Tunable

LEAST_GAIN = 0.05
"""A change that lifts utilisation by less is no remedy."""

_STEPS = {
    Tunable.PARTITIONS: REPARTITIONS,
    Tunable.INTO_BATCHES: frozenset({OperatorKind.INTO_BATCHES}),
}


@dataclass(frozen=True, slots=True)
class Advice:
    """What to change for a pool, and what that is predicted to bring.

    Each of `into_partitions` (a count), `into_batches` (rows) and `batch_size` (rows) is None
    when it stays as it is. `idle` and `utilisation` are what comes of it.
    """

    pool: WorkPrediction
    into_partitions: int | None
    into_batches: int | None
    batch_size: int | None
    idle: Quantity
    utilisation: Quantity

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
    def replaces(self) -> Operator | None:
        """The step whose number changes; None where a new one is put before `pool.grows_at`."""
        found = (replaced_step(self.pool, tunable) for tunable in self.numbers)
        return next(filter(None, found), None)

    @property
    def files_of(self) -> Source | None:
        """The source whose files are to be as many as the partitions, which no step makes."""
        refiled = self.into_partitions is not None and self.pool.source.checkpointed
        return self.pool.source if refiled else None

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
        return new and self.pool.grows_at.kind is OperatorKind.FILTER


def advice_with(
    pool: WorkPrediction, change: Mapping[Tunable, int], result: Outcome
) -> Advice | None:
    """The advice to take these numbers, with their `result`; None when it doesn't help."""
    if not _helps(pool, result):
        return None
    return Advice(
        pool,
        change.get(Tunable.PARTITIONS),
        change.get(Tunable.INTO_BATCHES),
        change.get(Tunable.BATCH_SIZE),
        idle=replace(result.idle, origins=pool.idle.origins),
        utilisation=replace(result.utilisation, origins=pool.utilisation.origins),
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


def replaced_step(pool: WorkPrediction, tunable: Tunable) -> Operator | None:
    """The step with such a number that decides the tasks now: better changed than followed."""
    kinds = _STEPS.get(tunable, frozenset())
    return next((step for step in pool.around.upstream if step.kind in kinds), None)
