"""The remedy for work that idles: the same for a finding as for a plan."""

from __future__ import annotations

from collections.abc import Mapping

from daft_lint.plan.pipeline import OperatorKind
from daft_lint.plan.quantity import Quantity, between, exactly
from daft_lint.plan.unit import Unit
from daft_lint.records import dataclass, replace
from daft_lint.scheduling.optimiser.optimiser_rules import REPARTITIONS
from daft_lint.scheduling.prediction.bounds import outcome
from daft_lint.scheduling.prediction.forecast import forecast
from daft_lint.scheduling.prediction.outcome import ERROR, Distribution, Outcome
from daft_lint.scheduling.prediction.predict import WorkPrediction
from daft_lint.scheduling.simulation.cluster_costs import (
    ASSUMED_ROW_SECONDS,
    cluster_costs,
    costs_of,
)
from daft_lint.scheduling.simulation.costs import EQUAL_ROWS
from daft_lint.scheduling.tuning.advice import LEAST_GAIN, Advice, advice_with
from daft_lint.scheduling.tuning.best_numbers import changes_to
from daft_lint.scheduling.tuning.changed_loads import TunedPool, load_with, tuned_pool
from daft_lint.scheduling.tuning.sure_numbers import MOST_MORSELS, in_batches, sure_advice
from daft_lint.scheduling.tuning.terms import Constraints, Numbers, Tunable
from daft_lint.scheduling.tuning.trials import Trials

OF_TASKS = frozenset({Tunable.PARTITIONS, Tunable.INTO_BATCHES})
"""What decides how many tasks there are."""

_OF_A_REMEDY = OF_TASKS | {Tunable.BATCH_SIZE}

_SHUFFLES = REPARTITIONS - {OperatorKind.INTO_PARTITIONS}

UNEVEN_LOSS = 0.15
"""The share of the actor time that must surely be lost for work that is shared unevenly."""

_ALIKE = 0.01
_SECONDS_OF_AN_ACTOR = 2.0
"""A pool is only worth it if each actor works at least as long as it takes to start."""

_AS_FAST = 0.02
"""Fewer actors may take so much longer and still count as equally fast."""


@dataclass(frozen=True, slots=True)
class EvenActors:
    """So many actors that each worker has as many; `utilisation` is what comes of it, at least."""

    count: int
    utilisation: float


def remedy_of(work: WorkPrediction) -> Advice | None:
    """The advice of a plan without given times or constraints; None when nothing helps.

    Of a pool whose rows are known these are the best numbers, of other work what is sure to help.
    Work that gets the tasks of a shuffle gets an into_partitions in its place, where that may stand
    there.

    Beside a limit, into_partitions hangs, so it is the last resort, and a finding writes a
    repartition instead.
    """
    found = _remedy_of(work)
    if found is None and work.around.limited:
        return _remedy_of(work.with_limit(limited=False))
    return found


def _remedy_of(work: WorkPrediction) -> Advice | None:
    # With fewer actors than workers, chance decides whether a task meets one: a search can't tell.
    by_chance = work.local_actors is None or work.local_actors.low < 1
    searches = work.unit is not Unit.WORKER and not by_chance
    tuned = _tuned(work, _OF_A_REMEDY) if searches else None
    return sure_advice(work) if tuned is None else _smallest(tuned)


def better_numbers(pool: WorkPrediction, blamed: frozenset[Tunable]) -> Advice | None:
    """The best numbers of these kinds for a pool on Ray; None when none is sure to help."""
    tuned = _tuned(pool, blamed)
    return None if tuned is None else _smallest(tuned)


def _tuned(pool: WorkPrediction, blamed: frozenset[Tunable]) -> TunedPool | None:
    """The pool, whose numbers of these kinds may change; None where too little is known."""
    constraints = Constraints(keep=frozenset(Tunable) - blamed)
    shuffled = any(step.kind in _SHUFFLES for step in pool.around.upstream)
    cuts = shuffled and Tunable.PARTITIONS in blamed and _may_cut(pool)
    # Where a filter calls the UDF, a finding asks for a column, which new steps stay before.
    column = replace(pool.operator, kind=OperatorKind.PROJECT)
    tuned = tuned_pool(replace(pool, operator=column), constraints, cuts=cuts)
    if tuned is None:
        return None
    # A finding asks for no shuffle of another number.
    keeps = shuffled and not (cuts or pool.source.checkpointed)
    kept = {Tunable.PARTITIONS} if keeps else set()
    return replace(tuned, pool=pool, levers=tuned.levers - kept)


def _smallest(tuned: TunedPool) -> Advice | None:
    """The advice to take the best numbers, without changes that make no difference.

    A task for each worker is enough where more win no more than the error of the model: rows may be
    lighter than a finding takes them to be. On six Ray workers, 120 tasks of rows of 0.05 ms took
    8.3 s where six took 5.9 (medians of three).
    """
    pool = tuned.pool
    long_enough = _SECONDS_OF_AN_ACTOR * pool.actors.low / max(1, pool.partitioning.rows.high)
    costs = costs_of(pool.unit, cluster_costs(max(ASSUMED_ROW_SECONDS, long_enough)))
    changes = changes_to(tuned, costs)
    best = _as_advice(tuned, changes) if changes else None
    if best is None:
        return None
    if changes.get(Tunable.PARTITIONS, 0) > tuned.workers > 1:
        advice = _as_advice(tuned, {**changes, Tunable.PARTITIONS: tuned.workers})
        if advice is not None and advice.utilisation.low >= best.utilisation.low - ERROR:
            return advice
    for tunable in changes if len(changes) > 1 else ():
        fewer = {each: value for each, value in changes.items() if each is not tunable}
        advice = _as_advice(tuned, fewer)
        if advice is not None and advice.utilisation.low >= best.utilisation.low - _ALIKE:
            return advice
    return best


def _may_cut(pool: WorkPrediction) -> bool:
    """Whether an into_partitions may stand where a shuffle makes the tasks now."""
    stays = pool.around.heavy_rows or pool.around.limited or pool.source.checkpointed
    return not stays and pool.unit is not Unit.PROCESS


def _as_advice(tuned: TunedPool, values: Mapping[Tunable, int]) -> Advice | None:
    """The numbers as an advice, with their outcome where rows count alike; None if unsure."""
    numbers = tuned.numbers.changed(values)
    found = Trials(tuned, EQUAL_ROWS).thorough(numbers).found
    if found is None or not _is_sure(tuned, numbers):
        return None
    result = Outcome(found.idle, _without_error(found), found.occupancy)
    return advice_with(tuned.pool, values, result)


def _without_error(found: Distribution) -> Quantity:
    """The utilisation where rows count alike, and nothing but chance makes runs differ."""
    low, mean = found.utilisation.low / (1 - ERROR), found.mean_utilisation
    return exactly(mean) if low >= mean - _ALIKE else between(low, mean)


def _is_sure(tuned: TunedPool, numbers: Numbers) -> bool:
    """Whether it is proven that no more idle: a search that draws runs proves nothing.

    Where workers have more actors than others, and chance says which, it has to win that way too.
    """
    pool = tuned.pool
    known = pool.local_actors is not None and pool.local_actors.known
    whatever = forecast(load_with(tuned, numbers), EQUAL_ROWS)
    sizes, batches = pool.partitioning.sizes, numbers.into_batches
    is_new = batches is not None and tuned.numbers.into_batches is None
    if is_new and sizes is not None and batches is not None:
        whatever = outcome(in_batches(pool, sizes, batches), MOST_MORSELS)
    least = pool.utilisation.high + (0 if known else LEAST_GAIN)
    return whatever.utilisation.low >= least and whatever.idle.high <= pool.idle.high


def even_actors(pool: WorkPrediction) -> EvenActors | None:
    """As many actors for each worker, where those left over only wait; None where that isn't sure.

    Workers with an actor more than others get no more tasks for it. Each of them is taken to get
    a task.
    """
    workers, actors = pool.workers, pool.actors
    if pool.unit is Unit.WORKER or not pool.load.is_even:
        return None
    if workers is None or not (workers.known and actors.known):
        return None
    even = actors.count // workers.count * workers.count
    if not 0 < even < actors.count or pool.idle.high > 0:
        return None
    if 1 - pool.utilisation.high < UNEVEN_LOSS:
        return None
    used = outcome(replace(pool.load, actors=exactly(even))).utilisation.low
    as_fast = even * used >= actors.count * pool.utilisation.high * (1 - _AS_FAST)
    if not as_fast or used - pool.utilisation.high < UNEVEN_LOSS / 2:
        return None
    return EvenActors(even, used)
