"""A pool that is tuned: its present numbers, and what reaches it under others."""

from __future__ import annotations

import math
from typing import Any

from daft_lint.plan.pipeline import Operator, OperatorKind
from daft_lint.plan.quantity import exactly
from daft_lint.plan.unit import Unit
from daft_lint.records import dataclass, replace
from daft_lint.scheduling.optimiser.optimiser_rules import REPARTITIONS
from daft_lint.scheduling.partitions.partition_sampling import (
    Appended,
    Batched,
    Dealing,
    Gathered,
    Regrouped,
    Shuffled,
    Whole,
    expected_sizes,
)
from daft_lint.scheduling.partitions.partitioning import even_sizes
from daft_lint.scheduling.partitions.sizes import Sizes, filled, filled_kinds, rows_in
from daft_lint.scheduling.prediction.bounds import Load
from daft_lint.scheduling.prediction.predict import WorkPrediction
from daft_lint.scheduling.simulation.least_times import Figures, figures_of
from daft_lint.scheduling.simulation.placement import room as places
from daft_lint.scheduling.simulation.placement import rooms, spread, spread_over, workers_of
from daft_lint.scheduling.simulation.stations import DEFAULT_MORSEL_ROWS
from daft_lint.scheduling.tuning.terms import Constraints, Numbers, Tunable

MOST_PRESENT_TASKS = 5_000_000
"""A pool with more tasks is not tuned: the sizes alone would take too much memory."""


@dataclass(frozen=True, slots=True)
class TunedPool:
    """A pool with all numbers that a simulation needs.

    `rows` are all that reach it and `sizes` those of each task that has any; `cpus` are the most
    tasks that a worker runs at once, None where unknown. `room` is how many actors the cluster
    holds, None where unknown; `rooms` are those of each worker where they differ. `levers` are the
    numbers that may change. `dealing` tells how the tasks come about, and `found` how many
    partitions a new number of them is made from. With `cuts`, an into_partitions makes these in
    place of a shuffle.
    """

    pool: WorkPrediction
    constraints: Constraints
    numbers: Numbers
    rows: int
    sizes: Sizes
    workers: int
    cpus: int | None
    rooms: tuple[int, ...] | None
    room: int | None
    levers: frozenset[Tunable]
    dealing: Dealing
    found: int
    cuts: bool

    @property
    def most_rows_of_a_call(self) -> int | None:
        """See `WorkPrediction`; given the bytes of a row, memory bounds them instead."""
        return None if self.constraints.row_bytes else self.pool.most_rows_of_a_call

    @property
    def bounded_batch(self) -> int | None:
        """The largest batch_size to ask for where a call may get too many heavy rows now."""
        return None if self.constraints.row_bytes else self.pool.bounded_batch

    @property
    def present_morsel(self) -> int:
        """The most rows that a morsel has now."""
        return largest_morsel(self.pool.load)

    @property
    def cores(self) -> int | None:
        """The calls that the native runner makes at once; None where there are enough."""
        cores = self.pool.load.cores
        return None if cores is None else int(max(1, cores.low))

    def placed(self, concurrency: int) -> int:
        """How many of so many actors find room."""
        return concurrency if self.room is None else min(concurrency, self.room)

    def on_workers(self, concurrency: int) -> tuple[int, ...]:
        """How many of so many actors are on each worker."""
        if self.rooms is not None:
            return spread_over(concurrency, self.rooms)
        return spread(self.placed(concurrency), self.workers)

    def is_even(self, numbers: Numbers) -> bool:
        """Whether each worker has as many actors."""
        return len(set(self.on_workers(numbers.concurrency))) == 1

    def figures(self, sizes: Sizes, batch_size: int, concurrency: int) -> Figures:
        """What bounds the time of tasks of these sizes, with so many actors."""
        kinds, shared = filled_kinds(sizes), self.pool.dispatch.shared
        placed = self.on_workers(concurrency)
        return figures_of(kinds, batch_size, placed, self.cpus, shared=shared)

    @property
    def present_figures(self) -> Figures:
        """What bounds the time now."""
        return self.figures(self.sizes, self.present_morsel, self.numbers.concurrency)

    def changes(self, numbers: Numbers) -> tuple[Tunable, ...]:
        """What differs from the present numbers."""
        now = self.numbers
        return tuple(each for each in Tunable if numbers.value(each) != now.value(each))


def largest_morsel(load: Load) -> int:
    """The most rows of a morsel: the batch_size, however large, else what Daft cuts at the most."""
    high = load.batch_size.high
    return DEFAULT_MORSEL_ROWS if math.isinf(high) else int(high)


@dataclass(frozen=True, slots=True)
class CutFrom:
    """The partitions that an into_partitions gets, and the rows of each where these are known."""

    count: int
    sizes: Sizes | None


def cut_from(pool: WorkPrediction) -> CutFrom | None:
    """What an into_partitions would get: what comes before the repartition that it replaces.

    Other files, and what comes out of unknown partitions, are cut from all rows. None where the
    number of partitions isn't known.
    """
    sizes, dealing = pool.partitioning.sizes, pool.partitioning.dealing
    if any(step.kind in REPARTITIONS for step in pool.around.upstream):
        while isinstance(dealing, Gathered):
            dealing = dealing.before
        if sizes is not None and isinstance(dealing, Shuffled | Regrouped):
            before = expected_sizes(dealing.before)
            return CutFrom(len(before), before)
    elif not pool.source.checkpointed:
        planned = pool.partitioning.planned
        if planned.high > 1:
            return CutFrom(planned.count, sizes) if planned.known else None
        return CutFrom(1, sizes)
    return CutFrom(1, None if sizes is None else (rows_in(sizes),))


def tuned_pool(
    pool: WorkPrediction, constraints: Constraints, *, cuts: bool = False
) -> TunedPool | None:
    """The pool, ready to be tuned; None when too little is known to simulate it, or no actor fits.

    A range of CPUs counts as its lower end. With `cuts`, an into_partitions takes the
    place of the shuffle that makes the tasks now; None also means that it can't.
    """
    rows, tasks, workers = pool.partitioning.rows, pool.tasks, pool.workers
    if workers is None or not (workers.known and rows.known and pool.actors.known):
        return None
    rooms = _rooms(pool)
    room = _room(pool, constraints, workers.count) if rooms is None else sum(rooms)
    if rows.count < 1 or tasks.high > MOST_PRESENT_TASKS or room == 0:
        return None
    sizes = _sizes(pool)
    if not rows_in(sizes):
        return None
    dealing, numbers = (
        pool.partitioning.dealing or _assumed_dealing(pool, sizes),
        present_numbers(pool),
    )
    if cuts:
        # Even as many partitions are others then.
        numbers = replace(numbers, partitions=None)
    return TunedPool(
        pool,
        constraints,
        numbers,
        rows.count,
        filled(sizes),
        workers.count,
        _cpus(pool),
        rooms,
        room,
        usable_levers(pool, constraints, room),
        dealing,
        _found(pool, dealing, cuts=cuts),
        cuts,
    )


def load_with(tuned: TunedPool, numbers: Numbers) -> Load:
    """What the pool has to do under other numbers."""
    dealing = dealing_with(tuned, numbers)
    sizes = tuned.sizes if dealing is tuned.dealing else expected_sizes(dealing)
    sizes = filled(sizes)
    load = replace(
        tuned.pool.load,
        sizes=sizes,
        tasks=exactly(len(sizes)),
        actors=exactly(tuned.placed(numbers.concurrency)),
        dealing=dealing,
    )
    if numbers.batch_size != tuned.numbers.batch_size and numbers.batch_size is not None:
        load = replace(load, batch_size=exactly(numbers.batch_size))
    return load


def dealing_with(tuned: TunedPool, numbers: Numbers) -> Dealing:
    """How the tasks come about under other numbers."""
    dealing = tuned.dealing
    count, rows = numbers.partitions, numbers.into_batches
    if rows is not None and rows != tuned.numbers.into_batches:
        # The partitions are those that it makes then.
        return _with_last(dealing, Batched, rows=rows) or Batched(dealing, rows)
    if count is not None and count != tuned.numbers.partitions:
        if tuned.pool.source.checkpointed:
            return Whole(even_sizes(tuned.rows, count))
        if tuned.cuts:
            return Regrouped(_before_last(dealing), count)
        repartition = _with_last(dealing, (Regrouped, Shuffled), count=count)
        return repartition or Regrouped(dealing, count)
    return dealing


def _with_last(
    dealing: Dealing, kind: type[Dealing] | tuple[type[Dealing], ...], **numbers: Any
) -> Dealing | None:
    """With other numbers in the step that comes last; None when that is of another kind."""
    if isinstance(dealing, kind):
        return replace(dealing, **numbers)
    if isinstance(dealing, Gathered):
        before = _with_last(dealing.before, kind, **numbers)
        return None if before is None else Gathered(before)
    return None


def _assumed_dealing(pool: WorkPrediction, sizes: Sizes) -> Dealing:
    """Where too many partitions were there to be followed: the step makes them of one."""
    step = _step(pool)
    if step is None or step.kind is OperatorKind.INTO_BATCHES:
        return Whole(sizes)
    whole = Whole((rows_in(sizes),))
    if step.kind is OperatorKind.INTO_PARTITIONS:
        return Regrouped(whole, len(sizes))
    return Shuffled(whole, len(sizes), step.kind is OperatorKind.RANDOM_REPARTITION)


def _before_last(dealing: Dealing) -> Dealing:
    """What the step that comes last gets."""
    while isinstance(dealing, Gathered):
        dealing = dealing.before
    return dealing if isinstance(dealing, Whole | Appended) else dealing.before


def _found(pool: WorkPrediction, dealing: Dealing, *, cuts: bool) -> int:
    if cuts:
        return len(expected_sizes(_before_last(dealing)))
    while isinstance(dealing, Gathered):
        dealing = dealing.before
    if isinstance(dealing, Shuffled) or pool.source.checkpointed:
        return 1
    if isinstance(dealing, (Regrouped, Batched)):
        return len(expected_sizes(dealing.before))
    planned = pool.partitioning.planned
    return planned.count if planned.known else int(pool.tasks.high)


def _step(pool: WorkPrediction) -> Operator | None:
    """The repartition or into_batches that decides the tasks now."""
    kinds = REPARTITIONS | {OperatorKind.INTO_BATCHES}
    return next((step for step in pool.around.upstream if step.kind in kinds), None)


def _sizes(pool: WorkPrediction) -> Sizes:
    """The rows of each task, where they are known at all."""
    before = pool.partitioning
    if before.sizes is not None:
        return before.sizes
    if before.dealing is not None:
        return expected_sizes(before.dealing)
    known = pool.tasks.known and pool.tasks.count > 0
    return even_sizes(before.rows.count, pool.tasks.count) if known else ()


def present_numbers(pool: WorkPrediction) -> Numbers:
    """The numbers of a pool whose concurrency is known."""
    step = _step(pool)
    batched = step is not None and step.kind is OperatorKind.INTO_BATCHES
    count, rows = pool.partitioning.count, step.count if step is not None and batched else None
    batch_size = pool.call.udf.batch_size
    return Numbers(
        count.count if count.known else None,
        rows.count if rows is not None and rows.known else None,
        int(batch_size.high) if batch_size is not None and batch_size.known else None,
        pool.actors.count,
    )


def _room(pool: WorkPrediction, constraints: Constraints, workers: int) -> int | None:
    """Actors that the cluster holds, each whole on one worker, if it runs no other pool."""
    cpus, gpus = _asked(pool)
    known = []
    if pool.cpus_per_worker is not None and cpus:
        known.append(places(int(pool.cpus_per_worker.low), 0, cpus, 0))
    if constraints.gpus_per_worker is not None and gpus:
        known.append(places(0, constraints.gpus_per_worker, 0, gpus))
    return min(known) * workers if known else None


def _rooms(pool: WorkPrediction) -> tuple[int, ...] | None:
    """Actors that each worker holds, where the kinds of workers are known."""
    if not pool.groups:
        return None
    return rooms(pool.groups, *_asked(pool), pool.load.actor_resources)


def _asked(pool: WorkPrediction) -> tuple[float, float]:
    """CPUs and GPUs of an actor."""
    udf = pool.call.udf
    return (udf.cpus.high if udf.cpus else 1, udf.gpus.high if udf.gpus else 0)


def _cpus(pool: WorkPrediction) -> int | None:
    if pool.groups:
        return max(worker_group.cpus for worker_group in workers_of(pool.groups))
    cpus = pool.cpus_per_worker
    return None if cpus is None else int(max(1, cpus.low))


_BESIDE_CONCURRENCY = frozenset(Tunable) - {Tunable.CONCURRENCY}


def usable_levers(
    pool: WorkPrediction, constraints: Constraints, room: int | None = None
) -> frozenset[Tunable]:
    """The numbers that may change; the concurrency only where it is known how many actors fit.

    Few keys fill as few partitions, and which of them is more than any number could change.
    """
    parts, step = pool.partitioning, _step(pool)
    if step is not None and step.keys is not None and parts.filled.high < parts.count.low:
        constraints = replace(constraints, keep=constraints.keep | _BESIDE_CONCURRENCY)
    able = {
        Tunable.PARTITIONS: _takes_partitions(pool),
        Tunable.INTO_BATCHES: _takes_into_batches(pool, constraints),
        Tunable.BATCH_SIZE: pool.takes_batch_size and not _is_cut_first(pool),
        Tunable.CONCURRENCY: _takes_actors(pool, constraints, room),
    }
    return frozenset(tunable for tunable, may in able.items() if may) - constraints.keep


def _is_cut_first(pool: WorkPrediction) -> bool:
    """Whether calls get fewer rows than the batch_size: more of these wouldn't be as many more."""
    written = pool.call.udf.batch_size
    return written is not None and pool.batch_size.low < written.low


def _takes_partitions(pool: WorkPrediction) -> bool:
    """Whether the partitions may be made more or fewer, which the native runner never does.

    A step that decides them gets another number. A new into_partitions is not for heavy rows, and
    never ends behind a limit (measured on Daft 0.7.26: each waits for the other), and comes too
    late for a UDF in a filter. Where a source has checkpoints, its files decide them.
    """
    step = _step(pool)
    batched = step is not None and step.kind is OperatorKind.INTO_BATCHES
    if batched or pool.unit is Unit.PROCESS:
        return False
    if step is not None and step.kind is not OperatorKind.INTO_PARTITIONS:
        return True
    if step is None and pool.source.checkpointed:
        return True
    if step is None and _is_in_filter(pool):
        return False
    return not pool.around.limited and (step is not None or not pool.around.heavy_rows)


def _takes_into_batches(pool: WorkPrediction, constraints: Constraints) -> bool:
    """Whether into_batches is there, or may be: for heavy rows, or as the only way."""
    step = _step(pool)
    if step is not None and step.kind is OperatorKind.INTO_BATCHES:
        return step.count is not None and step.count.known
    if Tunable.PARTITIONS in constraints.keep or _is_in_filter(pool) or pool.source.checkpointed:
        return False
    return pool.around.heavy_rows or pool.around.limited or not pool.takes_batch_size


def _is_in_filter(pool: WorkPrediction) -> bool:
    """Whether a filter calls it, which Daft runs before repartitions and into_batches."""
    return pool.operator.kind is OperatorKind.FILTER


def _takes_actors(pool: WorkPrediction, constraints: Constraints, room: int | None) -> bool:
    gpus = pool.call.udf.gpus
    counted = constraints.gpus_per_worker is not None or bool(pool.groups)
    if gpus is not None and gpus.high > 0 and not counted:
        return constraints.most_actors is not None
    return room is not None or constraints.most_actors is not None
