"""Tuning without a simulation, where too little is known for one, say without the rows."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.plan.quantity import Quantity, exactly
from daft_lint.plan.unit import Unit
from daft_lint.records import replace
from daft_lint.scheduling.partitions.partitioning import regrouped_sizes
from daft_lint.scheduling.prediction.bounds import Load, outcome
from daft_lint.scheduling.prediction.forecast import Forecast
from daft_lint.scheduling.prediction.predict import WorkPrediction
from daft_lint.scheduling.tuning.changed_loads import present_numbers, usable_levers
from daft_lint.scheduling.tuning.smallest_change import advise
from daft_lint.scheduling.tuning.terms import Constraints, Tunable, Tuning, TuningStep

_MOST_MORSELS = 1_000


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
    now = Forecast(pool.idle, pool.utilisation, None, pool.occupancy)
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
    advice = advise(pool)
    asked = {} if advice is None else advice.numbers
    if advice is None or not set(asked) <= levers:
        return
    for place, (tunable, value) in enumerate(asked.items()):
        last = place == len(asked) - 1
        whole = Forecast(advice.idle, advice.utilisation, None, None)
        then = whole if last else _forecast(pool, _split(pool.load, value))
        decides = tunable is not Tunable.BATCH_SIZE
        replaces = advice.replaces if decides else None
        yield TuningStep(
            tunable,
            numbers.value(tunable),
            value,
            _reason(pool, tunable, value, then),
            then,
            replaces,
            advice.before if decides and replaces is None else None,
        )


def _split(load: Load, count: int) -> Load:
    sizes = None if load.sizes is None else regrouped_sizes(load.sizes, count)
    return replace(load, sizes=sizes, tasks=exactly(count))


def _forecast(pool: WorkPrediction, load: Load) -> Forecast:
    result = outcome(load, _MOST_MORSELS)
    return Forecast(
        replace(result.idle, origins=pool.idle.origins),
        replace(result.utilisation, origins=pool.utilisation.origins),
        None,
        result.occupancy,
    )


def _reason(pool: WorkPrediction, tunable: Tunable, value: int, after: Forecast) -> str:
    workers = "the workers" if pool.workers is None else _counted(pool.workers, "worker")
    units = f"{pool.actors} {pool.unit.value if pool.actors.high == 1 else pool.unit.plural}"
    idle = f"{pool.idle} of the {units} idle now, {after.idle}"
    if pool.unit is Unit.PROCESS and tunable is Tunable.INTO_BATCHES:
        return f"{idle} with batches of {value:,} rows"
    if tunable is Tunable.PARTITIONS:
        return f"{_counted(pool.tasks, 'task')} for {workers}: {idle} with {value:,} tasks"
    if tunable is Tunable.INTO_BATCHES:
        return f"{_counted(pool.tasks, 'task')} for {workers}: {idle} with tasks of {value:,} rows"
    rows = pool.rows_per_task.at_most(pool.batch_size)
    has = str(rows) if rows.known else f"up to {rows.high:,.0f}"
    return f"a morsel (batch) has {has} rows: {idle} with {value:,} rows"


def _counted(number: Quantity, noun: str) -> str:
    return f"{number} {noun}{'' if number.high == 1 else 's'}"
