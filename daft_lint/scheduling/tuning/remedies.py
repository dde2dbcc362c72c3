"""The remedy for work that idles: the same for a finding as for a plan."""

from __future__ import annotations

from collections.abc import Mapping

from daft_lint.plan.pipeline import OperatorKind
from daft_lint.plan.quantity import Quantity, between, exactly
from daft_lint.plan.unit import Unit
from daft_lint.records import dataclass, replace
from daft_lint.scheduling.prediction.bounds import Outcome, outcome
from daft_lint.scheduling.prediction.distribution import ERROR, Distribution
from daft_lint.scheduling.prediction.forecast import forecast
from daft_lint.scheduling.prediction.predict import WorkPrediction
from daft_lint.scheduling.simulation.cluster_costs import ASSUMED_ROW_SECONDS, cluster_costs
from daft_lint.scheduling.simulation.costs import EQUAL_ROWS
from daft_lint.scheduling.tuning.best_numbers import changes_to
from daft_lint.scheduling.tuning.changed_loads import TunedPool, load_with, tuned_pool
from daft_lint.scheduling.tuning.smallest_change import LEAST_GAIN, Advice, advice_with, advise
from daft_lint.scheduling.tuning.terms import Constraints, Numbers, Tunable
from daft_lint.scheduling.tuning.trials import Trials

OF_TASKS = frozenset({Tunable.PARTITIONS, Tunable.INTO_BATCHES})
"""What decides how many tasks there are."""


UNEVEN_LOSS = 0.15
"""The share of the actor time that must surely be lost for work that is shared unevenly."""

_ALIKE = 0.01
_LONG_ROW_SECONDS = 1.0
"""A pool for fewer rows than actors only makes sense if a row takes at least so long."""

_AS_FAST = 0.02
"""Fewer actors may take so much longer and still count as equally fast."""


@dataclass(frozen=True, slots=True)
class EvenActors:
    """So many actors that each worker has as many; `utilisation` is what comes of it, at least."""

    count: int
    utilisation: float


def remedy_of(work: WorkPrediction) -> Advice | None:
    """The advice of a plan without given times or constraints; None when nothing helps.

    That is the smallest change. Its numbers are others where a pool ends clearly earlier with
    these, or waits less for a task that takes longer. None of them is slower, in the mean or in the
    bad tenth of the runs. A plan may go on from there with a number
    that isn't to blame for what a finding tells. The smallest change stays where too little is
    known to search, or where it is the only one that is sure to fill the pool.

    Beside a limit, into_partitions hangs, so it is the last resort, and a finding writes a
    repartition instead.
    """
    found = _remedy_of(work)
    return _remedy_of(replace(work, limited=False)) if found is None and work.limited else found


def _remedy_of(work: WorkPrediction) -> Advice | None:
    smallest = advise(work)
    if smallest is None or work.unit is Unit.WORKER or changes_kind(smallest):
        return smallest
    if smallest.files_of is not None:
        # They are the most work of all.
        return smallest
    if work.local_actors is None or work.local_actors.low < 1:
        # Chance decides whether a task meets a worker with actors.
        return smallest
    blamed: set[Tunable] = set()
    if smallest.into_partitions is not None or smallest.into_batches is not None:
        blamed |= OF_TASKS
    if smallest.batch_size is not None:
        blamed.add(Tunable.BATCH_SIZE)
    return better_numbers(work, frozenset(blamed)) or _if_faster(work, smallest)


def _if_faster(work: WorkPrediction, advice: Advice) -> Advice | None:
    """An advice that a search doesn't find, unless the pool ends no earlier for it."""
    tuned = tuned_pool(work, Constraints(keep=frozenset()))
    if tuned is None:
        return advice
    numbers = tuned.numbers.changed(advice.numbers)
    few = work.partitioning.rows.high <= work.actors.low
    trials = Trials(tuned, cluster_costs(_LONG_ROW_SECONDS if few else ASSUMED_ROW_SECONDS))
    now, then = trials.thorough(tuned.numbers), trials.thorough(numbers)
    return advice if then.bounded or now.bounded or then.beats(now) else None


def better_numbers(pool: WorkPrediction, blamed: frozenset[Tunable]) -> Advice | None:
    """The best numbers of these kinds for a pool on Ray; None when none is sure to help."""
    constraints = Constraints(keep=frozenset(Tunable) - blamed)
    tuned = tuned_pool(pool, constraints)
    changes = {} if tuned is None else changes_to(tuned, cluster_costs())
    return _as_advice(tuned, changes) if tuned is not None and changes else None


def _as_advice(tuned: TunedPool, values: Mapping[Tunable, int]) -> Advice | None:
    """The numbers as an advice, with their outcome where rows count alike; None if unsure.

    A search replaces a step by one of its kind only.
    """
    numbers = tuned.numbers.changed(values)
    found = Trials(tuned, EQUAL_ROWS).thorough(numbers).found
    if found is None or not _is_sure(tuned, numbers):
        return None
    idle = between(found.idle_low, found.idle_high)
    result = Outcome(idle, _without_error(found), found.occupancy)
    advice = advice_with(tuned.pool, values, result)
    return None if advice is None or changes_kind(advice) else advice


def _without_error(found: Distribution) -> Quantity:
    """The utilisation where rows count alike, and nothing but chance makes runs differ."""
    low = found.utilisation_low / (1 - ERROR)
    alike = low >= found.utilisation - _ALIKE
    return exactly(found.utilisation) if alike else between(low, found.utilisation)


def _is_sure(tuned: TunedPool, numbers: Numbers) -> bool:
    """Whether it helps wherever tasks go: a search lets them go one way.

    It matters where workers have more actors than others.
    """
    pool, local = tuned.pool, tuned.pool.local_actors
    if local is not None and local.known:
        return True
    whatever = forecast(load_with(tuned, numbers), EQUAL_ROWS)
    gains = whatever.utilisation.low >= pool.utilisation.high + LEAST_GAIN
    return gains and whatever.idle.high <= pool.idle.high


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


def changes_kind(advice: Advice) -> bool:
    """Whether an advice puts an into_partitions in a shuffle's place, which no search tries."""
    step = advice.replaces
    cuts = advice.into_partitions is not None
    return cuts and step is not None and step.kind is not OperatorKind.INTO_PARTITIONS
