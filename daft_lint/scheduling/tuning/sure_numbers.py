"""Tuning without a simulation, where too little is known for one, say without the rows."""

from __future__ import annotations

from dataclasses import replace

from daft_lint.plan.pipeline import Operator
from daft_lint.plan.quantity import Quantity, exactly
from daft_lint.plan.unit import Unit
from daft_lint.scheduling.partitions.partitioning import regrouped_sizes
from daft_lint.scheduling.prediction.bounds import Load, outcome
from daft_lint.scheduling.prediction.forecast import Forecast
from daft_lint.scheduling.prediction.predict import WorkPrediction
from daft_lint.scheduling.tuning.changed_loads import present_numbers, usable_levers
from daft_lint.scheduling.tuning.smallest_change import Advice, advise
from daft_lint.scheduling.tuning.terms import Constraints, Tunable, Tuning, TuningStep

_MOST_MORSELS = 1_000


def tune_what_is_sure(pool: WorkPrediction, constraints: Constraints) -> Tuning | None:
    """The changes that help for any rows; None when there are none, or no known concurrency.

    Where no search follows, as it does for pools on Ray, and no change helps though enough is
    known, it has no steps. No makespan is forecast. The memory of a worker is left out of account.
    """
    if not pool.actors.known:
        return None
    steps = tuple(_Sure(pool, constraints).steps())
    if not steps and not _is_decided(pool):
        return None
    now = Forecast(pool.idle, pool.utilisation, None, pool.occupancy)
    numbers = advised = present_numbers(pool)
    for step in steps:
        advised = advised.changed({step.tunable: step.after})
    return Tuning(numbers, now, advised, steps[-1].forecast if steps else now, steps)


def _is_decided(pool: WorkPrediction) -> bool:
    """Whether as much is known of work that no search is for as its advice hangs on."""
    return pool.unit is Unit.WORKER and pool.tasks.known


class _Sure:
    def __init__(self, pool: WorkPrediction, constraints: Constraints) -> None:
        self.pool = pool
        self.cap = constraints.largest_batch
        self.levers = usable_levers(pool, constraints)
        self.numbers = present_numbers(pool)

    def steps(self) -> list[TuningStep]:
        capped = self._capped()
        pool = self.pool
        if capped is not None:
            pool = replace(pool, batch_size=exactly(capped.after), idle=capped.forecast.idle)
            pool = replace(pool, utilisation=capped.forecast.utilisation)
        return [*([capped] if capped is not None else []), *self._advised(pool)]

    def _capped(self) -> TuningStep | None:
        """The largest batch allowed, in place of a larger one."""
        largest = min(self.pool.batch_size.high, self.pool.rows_per_task.high)
        if self.cap is None or Tunable.BATCH_SIZE not in self.levers or largest <= self.cap:
            return None
        load = replace(self.pool.load, batch_size=exactly(self.cap))
        now = f"{self.pool.batch_size.high:,.0f} rows"
        return TuningStep(
            Tunable.BATCH_SIZE,
            self.numbers.batch_size,
            self.cap,
            f"a morsel (batch) may have up to {now}, but at most {self.cap:,} are allowed",
            _forecast(self.pool, load),
        )

    def _advised(self, pool: WorkPrediction) -> list[TuningStep]:
        advice = advise(pool)
        if advice is None:
            return []
        asked = advice.numbers
        if not set(asked) <= self.levers:
            return []
        whole = Forecast(advice.idle, advice.utilisation, None, None)
        steps = []
        for place, (tunable, value) in enumerate(asked.items()):
            last = place == len(asked) - 1
            forecast = whole if last else _forecast(pool, _split(pool.load, value))
            steps.append(self._step(pool, advice, tunable, value, forecast))
        return steps

    def _step(
        self,
        pool: WorkPrediction,
        advice: Advice,
        tunable: Tunable,
        value: int,
        forecast: Forecast,
    ) -> TuningStep:
        decides = tunable is not Tunable.BATCH_SIZE
        replaces: Operator | None = advice.replaces if decides else None
        return TuningStep(
            tunable,
            self.numbers.value(tunable),
            value,
            _reason(pool, tunable, value, forecast),
            forecast,
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
