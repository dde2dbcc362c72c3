"""The smallest change that gives all actors work, whatever a row costs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from daft_lint.plan.pipeline import Operator, OperatorKind, Source
from daft_lint.plan.quantity import Quantity, between, exactly
from daft_lint.plan.unit import Unit
from daft_lint.records import dataclass, replace
from daft_lint.scheduling.optimiser.optimiser_rules import REPARTITIONS
from daft_lint.scheduling.partitions.heavy_shuffles import USUAL_BATCHES
from daft_lint.scheduling.partitions.partition_sampling import (
    Gathered,
    Regrouped,
    Shuffled,
    expected_sizes,
)
from daft_lint.scheduling.partitions.partitioning import (
    batched_pieces,
    batched_sizes,
    cuts_evenly,
    regrouped_sizes,
)
from daft_lint.scheduling.partitions.sizes import MOST_SIZES, Sizes, filled_kinds, rows_in
from daft_lint.scheduling.prediction.bounds import Load, Outcome, outcome
from daft_lint.scheduling.prediction.predict import WorkPrediction
from daft_lint.scheduling.simulation.stations import DEFAULT_MORSEL_ROWS
from daft_lint.scheduling.tuning.terms import Tunable

LEAST_GAIN = 0.05
"""A change that lifts utilisation by less is no remedy."""

_CLOSE = 0.05
_MOST_TASKS_BEYOND_NEED = 4
_MOST_EVENTS_A_TRIAL = 1_000


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


_Change = Mapping[Tunable, int]


def advise(pool: WorkPrediction) -> Advice | None:
    """The smallest change that fills the pool best; None when none helps enough or is sure to.

    Rows count alike and nothing else takes time. `remedy_of` tells what to do where there is more
    to it.
    """
    if pool.tasks.high < 1 or not pool.actors.known or pool.actors.count == 1:
        return None
    loads = [(change, _changed(pool, change)) for change in _changes(pool)]
    trials = [
        (change, outcome(load, _MOST_EVENTS_A_TRIAL))
        for change, load in loads
        if _may_be_called(pool, load)
    ]
    helpful = [trial for trial in trials if _helps(pool, trial[1])]
    if not helpful:
        return None
    best = max(_score(result) for _, result in helpful)
    close = [trial for trial in helpful if _score(trial[1]) >= best - _CLOSE]
    change, result = min(close, key=lambda trial: _cost(pool, *trial))
    return _advice(pool, change, result)


def _may_be_called(pool: WorkPrediction, load: Load) -> bool:
    """Whether memory surely holds the rows of a call; without sizes, calls get no larger."""
    most = pool.most_rows_of_a_call
    if most is None or load.sizes is None:
        return True
    return min(load.batch_size.high, max(filled_kinds(load.sizes), default=0)) <= most


def advice_with(pool: WorkPrediction, change: _Change, result: Outcome) -> Advice | None:
    """The advice to take these numbers, with their `result`; None when it doesn't help."""
    return _advice(pool, change, result) if _helps(pool, result) else None


def _helps(pool: WorkPrediction, result: Outcome) -> bool:
    if result.idle.high > pool.idle.high:
        return False
    # Without a known number of threads of a worker, its utilisation isn't known either.
    threads = pool.calls_at_once
    if pool.partitioning.sizes is None or (threads is not None and not threads.known):
        return result.idle.low + LEAST_GAIN * pool.actors.low <= pool.idle.low
    return result.utilisation.low >= pool.utilisation.high + LEAST_GAIN


def _score(result: Outcome) -> float:
    return result.utilisation.low


def _cost(pool: WorkPrediction, change: _Change, result: Outcome) -> tuple[float, ...]:
    """Fewest numbers first, then no new step, partitions, large batches, the fewest tasks."""
    batches = change.get(Tunable.INTO_BATCHES)
    tasks = change.get(Tunable.PARTITIONS, 0)
    new_step = tasks > 0 or batches is not None
    batch = change.get(Tunable.BATCH_SIZE) or batches or 0
    return (len(change), new_step, batches is not None, -batch, tasks, -_score(result))


def _advice(pool: WorkPrediction, change: _Change, result: Outcome) -> Advice:
    replaced = _replaced(pool, change)
    refiled = Tunable.PARTITIONS in change and pool.source.checkpointed
    return Advice(
        change.get(Tunable.PARTITIONS),
        change.get(Tunable.INTO_BATCHES),
        change.get(Tunable.BATCH_SIZE),
        before=pool.heavy_before or pool.operator,
        replaces=replaced,
        idle_now=pool.idle,
        utilisation_now=pool.utilisation,
        idle=replace(result.idle, origins=pool.idle.origins),
        utilisation=replace(result.utilisation, origins=pool.utilisation.origins),
        unit=pool.unit,
        files_of=pool.source if refiled else None,
    )


def _replaced(pool: WorkPrediction, change: _Change) -> Operator | None:
    """The step of the same kind that decides the tasks now: better changed than followed."""
    for operator in pool.upstream:
        if Tunable.PARTITIONS in change and operator.kind in REPARTITIONS:
            return operator
        if Tunable.INTO_BATCHES in change and operator.kind is OperatorKind.INTO_BATCHES:
            return operator
    return None


def _changes(pool: WorkPrediction) -> Iterator[_Change]:
    if pool.partitioning.sizes is None or not pool.partitioning.rows.known:
        yield from _changes_without_rows(pool)
        return
    batched = any(step.kind is OperatorKind.INTO_BATCHES for step in pool.upstream)
    yield from ({Tunable.BATCH_SIZE: size} for size in _batch_sizes(pool, pool.load))
    cuts = pool.takes_batch_size or pool.unit is Unit.WORKER
    if batched or (not pool.source.checkpointed and (pool.heavy_rows or pool.limited or not cuts)):
        yield from ({Tunable.INTO_BATCHES: rows} for rows in _into_batches(pool))
    if batched or not _takes_partitions(pool):
        return
    for count in _partition_counts(pool):
        yield {Tunable.PARTITIONS: count}
        for size in _batch_sizes(pool, _repartitioned(pool, count)):
            yield {Tunable.PARTITIONS: count, Tunable.BATCH_SIZE: size}


def _changes_without_rows(pool: WorkPrediction) -> Iterator[_Change]:
    """Only workers and actors say how many partitions it takes at the least."""
    if _takes_partitions(pool):
        counts = _counts_for_actors(pool)
        yield from ({Tunable.PARTITIONS: n} for n in counts if _cut_evenly(pool, n))


def _takes_partitions(pool: WorkPrediction) -> bool:
    """Whether into_partitions may be asked for: not of heavy rows, nor where it would stall.

    On the native runner it does nothing.
    Measured on Daft 0.7.26: into_partitions after a limit never ends, because each waits for the
    other. Files may always be others.
    """
    may_stand = not pool.heavy_rows and not pool.limited
    return pool.unit is not Unit.PROCESS and (pool.source.checkpointed or may_stand)


def _counts_for_actors(pool: WorkPrediction) -> list[int]:
    """Partition counts that give every actor a task, whatever the rows."""
    if pool.workers is None:
        return []
    if not pool.workers.known:
        return [2 * pool.actors.count]
    workers = pool.workers.count
    if pool.unit is Unit.WORKER:
        return [_all_at_once(pool, workers)]
    return [workers * math.ceil(pool.actors.count / workers)]


def _all_at_once(pool: WorkPrediction, workers: int) -> int:
    """The tasks that all workers run at once, as far as there are rows for them.

    There are more where only more are whole cuts of the present partitions.
    """
    each = pool.tasks_at_once
    at_once = workers * (each.count if each is not None and each.known else 1)
    rows = pool.partitioning.rows
    most = min(rows.high, MOST_SIZES) // workers * workers
    wanted = int(max(workers, min(at_once, most)))
    found = _found_count(pool)
    if found is None or cuts_evenly(found, wanted):
        return wanted
    even = math.lcm(found, wanted)
    return even if even <= min(most, _MOST_TASKS_BEYOND_NEED * wanted) else wanted


def _partition_counts(pool: WorkPrediction) -> list[int]:
    """Multiples of the workers up to a few times the actors, and what fills their batches."""
    counts = set(_counts_for_actors(pool))
    if pool.unit is Unit.WORKER:
        return [count for count in counts if _cut_evenly(pool, count)]
    rows, actors = pool.partitioning.rows.count, pool.actors.count
    if pool.workers is not None and pool.workers.known:
        workers = pool.workers.count
        a_task_each = math.ceil(actors / workers)
        counts |= {workers * factor for factor in (1, 2, 3, 4, a_task_each, 2 * a_task_each)}
        found = _found_count(pool)
        if found is not None:
            counts.add(math.lcm(max(1, found), workers))
        if pool.batch_size.known:
            per_task = actors / workers * pool.batch_size.count
            counts.add(workers * max(1, round(rows / per_task / workers)))
    needed = max([actors, *_counts_for_actors(pool)])
    most = min(rows, MOST_SIZES, _MOST_TASKS_BEYOND_NEED * needed)
    return sorted(count for count in counts if count <= most and _cut_evenly(pool, count))


def _batch_sizes(pool: WorkPrediction, load: Load) -> list[int]:
    """Sizes that cut the rows of a worker in equal shares, none larger than the present one."""
    if not pool.takes_batch_size or load.sizes is None or pool.unit is Unit.WORKER:
        return []
    bounded = pool.bounded_batch
    if bounded is not None:
        return [size for size in USUAL_BATCHES if size <= bounded]
    largest = max(filled_kinds(load.sizes), default=0)
    workers = int(min(load.workers.high, pool.actors.count))
    local = math.ceil(pool.actors.count / workers)
    tasks = max(1, len(load.sizes) // workers)
    rounds = (1, 2, 3, 4, 6, 8)
    shares = {local * times for times in rounds} | {
        math.ceil(local * times / tasks) for times in rounds
    }
    present = min(largest, pool.batch_size.high)
    return sorted({size for share in shares if (size := math.ceil(largest / share)) <= present})


def _into_batches(pool: WorkPrediction) -> list[int]:
    rows, actors = pool.partitioning.rows.count, pool.actors.count
    if pool.unit is Unit.WORKER:
        return [math.ceil(rows / count) for count in _counts_for_actors(pool)]
    return sorted({math.ceil(rows / (actors * times)) for times in (1, 2, 3, 4)})


def _changed(pool: WorkPrediction, change: _Change) -> Load:
    load = pool.load
    for tunable, number in change.items():
        if tunable is Tunable.PARTITIONS:
            load = _repartitioned(pool, number)
        elif tunable is Tunable.BATCH_SIZE:
            load = replace(load, batch_size=exactly(number))
        elif load.sizes is not None:
            load = _batched(pool, load.sizes, number)
    return load


def _batched(pool: WorkPrediction, present: Sizes, rows: int) -> Load:
    sizes = batched_sizes(present, rows)
    load = replace(pool.load, sizes=sizes, tasks=exactly(len(sizes)))
    if pool.call.udf.batch_size is not None:
        return load
    pieces = batched_pieces(sizes) if len(present) > 1 else 1
    smallest = min(filled_kinds(sizes)) // pieces if pieces > 1 else DEFAULT_MORSEL_ROWS
    return replace(load, batch_size=between(max(1, smallest), DEFAULT_MORSEL_ROWS))


def _repartitioned(pool: WorkPrediction, count: int) -> Load:
    """The load after into_partitions, in place of the present repartition where there is one."""
    sizes = _found(pool)
    if sizes is None:
        return replace(pool.load, tasks=exactly(count))
    sizes = regrouped_sizes(sizes, count)
    return replace(pool.load, sizes=sizes, tasks=exactly(sum(filled_kinds(sizes).values())))


def _found(pool: WorkPrediction) -> Sizes | None:
    """The partitions that an into_partitions gets: those before the repartition that it replaces.

    Other files, and what comes out of unknown partitions, are cut from all rows.
    """
    sizes, dealing = pool.partitioning.sizes, pool.partitioning.dealing
    if sizes is None:
        return None
    if any(step.kind in REPARTITIONS for step in pool.upstream):
        while isinstance(dealing, Gathered):
            dealing = dealing.before
        if isinstance(dealing, (Shuffled, Regrouped)):
            return expected_sizes(dealing.before)
        return (rows_in(sizes),)
    return (rows_in(sizes),) if pool.source.checkpointed else sizes


def _found_count(pool: WorkPrediction) -> int | None:
    """How many partitions an into_partitions gets; None where that is unknown."""
    replaces = any(step.kind in REPARTITIONS for step in pool.upstream)
    if replaces or pool.source.checkpointed:
        found = _found(pool)
        return 1 if found is None else len(found)
    planned = pool.partitioning.planned
    if planned.high <= 1:
        return 1
    return planned.count if planned.known else None


def _cut_evenly(pool: WorkPrediction, count: int) -> bool:
    """Whether so many partitions come of whole cuts or merges of those that there are."""
    found = _found_count(pool)
    return found is not None and cuts_evenly(found, count)
