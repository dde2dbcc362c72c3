"""What is lost to the handling of tasks and morsels, whatever the actors do with a row."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from daft_lint.plan.pipeline import Operator
from daft_lint.plan.quantity import Quantity, between
from daft_lint.scheduling.cluster_costs import ASSUMED_ROW_SECONDS, cluster_costs
from daft_lint.scheduling.formulas import minimum_rows
from daft_lint.scheduling.prediction import WorkPrediction
from daft_lint.scheduling.sizes import filled_kinds
from daft_lint.scheduling.tuning import Constraints, Numbers, Tunable
from daft_lint.scheduling.tuning_bounds import Figures, figures_of, least_seconds, local_actors
from daft_lint.scheduling.tuning_candidates import figures_with
from daft_lint.scheduling.tuning_pool import TunedPool, tuned_pool, usable_levers, with_value
from daft_lint.scheduling.tuning_trials import Trial, Trials

LOST_SHARE = 0.25
"""The share of the actor time that must be lost to handling."""

LEAST_SECONDS = 10.0
"""Seconds that another number must save, when a row costs what is assumed."""

_AS_GOOD = 0.03
_SLOWEST = 10.0
_ROUNDS = 40
_TIMES = (1, 2, 4, 8, 16, 32)


@dataclass(frozen=True, slots=True)
class Handling:
    """A number that makes the handling of tasks or morsels cost too much, and a better one.

    At least a quarter of the actor time is lost while a row keeps an actor busy for no more than
    `row_seconds`. The rest is told for rows of `ASSUMED_ROW_SECONDS`: `utilisation` now and
    `advised`, and the `seconds` that at least are saved. `before` and `after` are the numbers, and
    `replaces` is the step that has it, None for a UDF's own or a new step. `tasks`, their
    `largest_task` (rows) and `morsels` are those that there are now.
    """

    tunable: Tunable
    row_seconds: float
    seconds: float
    utilisation: Quantity
    advised: Quantity
    before: int | None
    after: int
    replaces: Operator | None
    tasks: int
    largest_task: int
    morsels: int


def costly_handling(pool: WorkPrediction, tunable: Tunable) -> Handling | None:
    """What another number of a kind wins back; None when too little is lost or known.

    Only this number may change: partitions, rows of `into_batches`, or the batch size.
    """
    if pool.workers is None or pool.actors.low < max(2, pool.workers.high):
        return None
    constraints = Constraints(keep=frozenset(Tunable) - {tunable})
    if tunable not in usable_levers(pool, constraints):
        return None
    tuned = tuned_pool(pool, constraints)
    if tuned is None:
        return None
    now = _figures(tuned)
    row_seconds = _break_even(now)
    if row_seconds < ASSUMED_ROW_SECONDS:
        return None
    best = _best(tuned, tunable)
    return None if best is None else _handling(tuned, tunable, now, best, row_seconds)


def _handling(
    tuned: TunedPool, tunable: Tunable, now: Figures, best: Trial, row_seconds: float
) -> Handling | None:
    used = 1 - _surely_lost(now, ASSUMED_ROW_SECONDS)
    seconds = least_seconds(now, cluster_costs()) - best.seconds
    advised = best.forecast.utilisation
    if advised.low - used < LOST_SHARE / 2 or seconds < LEAST_SECONDS:
        return None
    decides = tunable is not Tunable.BATCH_SIZE
    return Handling(
        tunable,
        row_seconds,
        seconds,
        between(0, used, *tuned.pool.utilisation.origins),
        advised,
        _value(tuned.numbers, tunable),
        _value(best.numbers, tunable) or 1,
        tuned.step if decides else None,
        now.tasks,
        now.largest,
        now.morsels,
    )


def _value(numbers: Numbers, tunable: Tunable) -> int | None:
    if tunable is Tunable.PARTITIONS:
        return numbers.partitions
    return numbers.into_batches if tunable is Tunable.INTO_BATCHES else numbers.batch_size


def _best(tuned: TunedPool, tunable: Tunable) -> Trial | None:
    """The number nearest to the present one of those that may be about as good as the best."""
    costs = cluster_costs()
    tried = [with_value(tuned.numbers, tunable, value) for value in _values(tuned, tunable)]
    least = [(least_seconds(figures_with(tuned, one), costs), one) for one in tried]
    if not least:
        return None
    shortest = min(seconds for seconds, _ in least)
    nearest = next(one for seconds, one in least if seconds <= shortest * (1 + _AS_GOOD))
    trial = Trials(tuned, costs).of(nearest)
    return None if trial.bounded or trial.idle else trial


def _values(tuned: TunedPool, tunable: Tunable) -> Iterator[int]:
    """Better numbers, the nearest to the present one first."""
    rows, workers = tuned.rows, tuned.workers
    batch_size = tuned.numbers.batch_size or 1
    a_round = minimum_rows(batch_size, tuned.numbers.concurrency, workers)
    if tunable is Tunable.PARTITIONS:
        least = max(a_round, 2 * rows // len(tuned.sizes))
        for times in reversed(_TIMES):
            if workers * times * least <= rows:
                yield workers * times
    elif tunable is Tunable.INTO_BATCHES:
        present = tuned.numbers.into_batches or 1
        for times in _TIMES:
            size = times * max(a_round, 2 * present)
            if size * workers <= rows:
                yield size
    else:
        largest = max(filled_kinds(tuned.sizes))
        each = (
            largest
            * max(1, len(tuned.sizes) // workers)
            / local_actors(tuned.on_workers(tuned.numbers.concurrency))
        )
        for times in _TIMES:
            size = 2 * batch_size * times
            if size <= min(largest, each / 4):
                yield size


def _figures(tuned: TunedPool) -> Figures:
    placed = tuned.on_workers(tuned.numbers.concurrency)
    return figures_of(
        tuned.sizes,
        tuned.present_morsel,
        sum(placed),
        len(placed),
        tuned.cpus,
        local_actors(placed),
        shared=tuned.pool.dispatch.shared,
    )


def _break_even(figures: Figures) -> float:
    """The most seconds a row may take for the loss to be sure; 0 when nothing is lost for sure.

    What is lost however long a row takes is not lost to handling.
    """
    if _surely_lost(figures, math.ldexp(_SLOWEST, 10)) >= LOST_SHARE:
        return 0.0
    low, high = 0.0, _SLOWEST
    for _ in range(_ROUNDS):
        middle = (low + high) / 2
        if _surely_lost(figures, middle) >= LOST_SHARE:
            low = middle
        else:
            high = middle
    return low


def _surely_lost(figures: Figures, row_seconds: float) -> float:
    """No run of the model loses a smaller share of the actor time."""
    costs = cluster_costs(row_seconds)
    busy = costs.of(figures.rows, figures.morsels)
    return 1 - busy / (figures.actors * least_seconds(figures, costs))
