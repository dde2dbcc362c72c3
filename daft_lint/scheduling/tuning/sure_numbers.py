"""Numbers that help for sure, where no search follows: without a pool, or without known rows."""

from __future__ import annotations

import math
from collections.abc import Iterator

from daft_lint.plan.quantity import Quantity, between, exactly
from daft_lint.plan.unit import Unit
from daft_lint.records import replace
from daft_lint.scheduling.partitions.partitioning import (
    batched_pieces,
    batched_sizes,
    cuts_evenly,
    regrouped_sizes,
)
from daft_lint.scheduling.partitions.sizes import MOST_SIZES, Sizes, filled_kinds
from daft_lint.scheduling.prediction.bounds import Load, outcome
from daft_lint.scheduling.prediction.outcome import Outcome
from daft_lint.scheduling.prediction.predict import WorkPrediction
from daft_lint.scheduling.simulation.stations import DEFAULT_MORSEL_ROWS
from daft_lint.scheduling.tuning.advice import LEAST_GAIN, Advice, advice_with, replaced_step
from daft_lint.scheduling.tuning.changed_loads import cut_from, present_numbers, usable_levers
from daft_lint.scheduling.tuning.terms import Constraints, Tunable, Tuning, TuningStep

MOST_MORSELS = 1_000
"""So many morsels are followed to bound what comes of a change."""

_MOST_TASKS_BEYOND_NEED = 4
_TIMES_BY_CHANCE = (1, 2, 4)


def sure_advice(pool: WorkPrediction) -> Advice | None:
    """New tasks that are sure to leave fewer idle; None when none are.

    There are as many as give each actor one, or as a worker runs at once.
    """
    if pool.tasks.high < 1 or not pool.actors.known or pool.actors.count == 1:
        return None
    count = _wanted_tasks(pool)
    if count is None:
        return None
    rows = pool.partitioning.rows
    if _takes_partitions(pool) and (cuts := _cuts(pool, count)):
        best = max(result.utilisation.low for _, result in cuts)
        enough = (cut for cut in cuts if cut[1].utilisation.low >= best - LEAST_GAIN)
        tasks, result = next(enough)
        return advice_with(pool, {Tunable.PARTITIONS: tasks}, result)
    if _takes_batches(pool) and pool.partitioning.sizes is not None and rows.known:
        each = math.ceil(rows.count / count)
        load = in_batches(pool, pool.partitioning.sizes, each)
        return advice_with(pool, {Tunable.INTO_BATCHES: each}, outcome(load, MOST_MORSELS))
    return None


def _cuts(pool: WorkPrediction, count: int) -> list[tuple[int, Outcome]]:
    """What comes of so many tasks, and of more where chance decides who gets which."""
    found, local = cut_from(pool), pool.local_actors
    if found is None:
        return []
    by_chance = pool.unit is Unit.ACTOR and local is not None and local.low < 1
    more = _TIMES_BY_CHANCE if by_chance and found.sizes is not None else (1,)
    most = max(count, pool.partitioning.rows.high)
    counts = [count * times for times in more if count * times <= most]
    return [
        (each, outcome(_cut(pool.load, found.sizes, each), MOST_MORSELS))
        for each in counts
        if cuts_evenly(found.count, each)
    ]


def in_batches(pool: WorkPrediction, present: Sizes, rows: int) -> Load:
    """The load where the present partitions are cut into batches of so many rows.

    Without a batch_size, the rows of several partitions come in smaller pieces.
    """
    sizes = batched_sizes(present, rows)
    load = replace(pool.load, sizes=sizes, tasks=exactly(len(sizes)))
    if pool.call.udf.batch_size is not None:
        return load
    pieces = batched_pieces(sizes) if len(present) > 1 else 1
    smallest = min(filled_kinds(sizes)) // pieces if pieces > 1 else DEFAULT_MORSEL_ROWS
    return replace(load, batch_size=between(max(1, smallest), DEFAULT_MORSEL_ROWS))


def _takes_partitions(pool: WorkPrediction) -> bool:
    """Whether into_partitions may be asked for: not of heavy rows, nor where it would stall.

    On the native runner it does nothing.
    Measured on Daft 0.7.26: into_partitions after a limit never ends, because each waits for the
    other. Files may always be others.
    """
    may_stand = pool.source.checkpointed or not (pool.around.heavy_rows or pool.around.limited)
    batches = replaced_step(pool, Tunable.INTO_BATCHES)
    return pool.unit is not Unit.PROCESS and may_stand and batches is None


def _takes_batches(pool: WorkPrediction) -> bool:
    """Whether into_batches is there, or may be: for heavy rows, or as the only way."""
    is_cut = pool.takes_batch_size or pool.unit is Unit.WORKER
    is_needed = pool.around.heavy_rows or pool.around.limited or not is_cut
    batches = replaced_step(pool, Tunable.INTO_BATCHES)
    return batches is not None or (is_needed and not pool.source.checkpointed)


def _wanted_tasks(pool: WorkPrediction) -> int | None:
    """Tasks that give every actor one, whatever the rows; None where no worker is known."""
    if pool.workers is None:
        return None
    if not pool.workers.known:
        return 2 * pool.actors.count
    workers = pool.workers.count
    if pool.unit is Unit.WORKER:
        return _all_at_once(pool, workers)
    return workers * math.ceil(pool.actors.count / workers)


def _all_at_once(pool: WorkPrediction, workers: int) -> int:
    """The tasks that all workers run at once, as far as there are rows for them.

    There are more where only more are whole cuts of the present partitions.
    """
    each = pool.tasks_at_once
    at_once = workers * (each.count if each is not None and each.known else 1)
    rows = pool.partitioning.rows
    most = min(rows.high, MOST_SIZES) // workers * workers
    wanted, found = int(max(workers, min(at_once, most))), cut_from(pool)
    if found is None or cuts_evenly(found.count, wanted):
        return wanted
    even = math.lcm(found.count, wanted)
    return even if even <= min(most, _MOST_TASKS_BEYOND_NEED * wanted) else wanted


def tune_what_is_sure(pool: WorkPrediction, constraints: Constraints) -> Tuning | None:
    """The changes that help for any rows; None when there are none, or no known concurrency.

    Where no search follows, as it does for pools on Ray, and no change helps though enough is
    known, it has no steps. No makespan is forecast. The memory of a worker is left out of account.
    """
    if not pool.actors.known:
        return None
    steps = tuple(_steps(pool, constraints))
    # No search is for work without a pool; its tasks are all that its advice hangs on.
    if not steps and not (pool.unit is Unit.WORKER and pool.tasks.known):
        return None
    now = Outcome(pool.idle, pool.utilisation, pool.occupancy)
    numbers = present_numbers(pool)
    advised = numbers.changed({step.tunable: step.after for step in steps})
    return Tuning(numbers, now, advised, steps[-1].forecast if steps else now, steps)


def _steps(pool: WorkPrediction, constraints: Constraints) -> Iterator[TuningStep]:
    levers, numbers = usable_levers(pool, constraints), present_numbers(pool)
    cap, largest = constraints.largest_batch, min(pool.batch_size.high, pool.rows_per_task.high)
    if cap is not None and Tunable.BATCH_SIZE in levers and largest > cap:
        # The largest batch allowed, in place of a larger one.
        then = _forecast(pool, replace(pool.load, batch_size=exactly(cap)))
        now = f"{pool.batch_size.high:,.0f} rows"
        why = f"a morsel (batch) may have up to {now}, but at most {cap:,} are allowed"
        yield TuningStep(Tunable.BATCH_SIZE, numbers.batch_size, cap, why, then)
        pool = replace(pool, batch_size=exactly(cap), idle=then.idle, utilisation=then.utilisation)
    advice = sure_advice(pool)
    if advice is None or not advice.numbers.keys() <= levers:
        return
    ((tunable, value),) = advice.numbers.items()
    then = Outcome(advice.idle, advice.utilisation)
    why = _reason(pool, tunable, value, then)
    yield TuningStep(tunable, numbers.value(tunable), value, why, then)


def _cut(load: Load, sizes: Sizes | None, count: int) -> Load:
    """The load with so many tasks, made of partitions of these sizes where they are known."""
    made = None if sizes is None else regrouped_sizes(sizes, count)
    tasks = count if made is None else sum(filled_kinds(made).values())
    return replace(load, sizes=made, tasks=exactly(tasks))


def _forecast(pool: WorkPrediction, load: Load) -> Outcome:
    result = outcome(load, MOST_MORSELS)
    return Outcome(
        replace(result.idle, origins=pool.idle.origins),
        replace(result.utilisation, origins=pool.utilisation.origins),
        result.occupancy,
    )


def _reason(pool: WorkPrediction, tunable: Tunable, value: int, after: Outcome) -> str:
    workers = "the workers" if pool.workers is None else _counted(pool.workers, "worker")
    units = f"{pool.actors} {pool.unit.value if pool.actors.high == 1 else pool.unit.plural}"
    idle = f"{pool.idle} of the {units} idle now, {after.idle}"
    if pool.unit is Unit.PROCESS and tunable is Tunable.INTO_BATCHES:
        return f"{idle} with batches of {value:,} rows"
    if tunable is Tunable.PARTITIONS:
        return f"{_counted(pool.tasks, 'task')} for {workers}: {idle} with {value:,} tasks"
    return f"{_counted(pool.tasks, 'task')} for {workers}: {idle} with tasks of {value:,} rows"


def _counted(number: Quantity, noun: str) -> str:
    return f"{number} {noun}{'' if number.high == 1 else 's'}"
