"""The overhead of tasks and morsels, whatever the actors do with a row."""

from __future__ import annotations

import math
from functools import lru_cache

from daft_lint.plan.pipeline import Operator
from daft_lint.plan.quantity import Quantity, between, exactly
from daft_lint.plan.unit import Unit
from daft_lint.records import dataclass
from daft_lint.scheduling.prediction.predict import WorkPrediction
from daft_lint.scheduling.simulation.cluster_costs import (
    ASSUMED_ROW_SECONDS,
    Machine,
    cluster_costs,
)
from daft_lint.scheduling.simulation.least_times import Figures, driver_seconds, least_seconds
from daft_lint.scheduling.tuning.advice import replaced_step
from daft_lint.scheduling.tuning.best_numbers import changes_to
from daft_lint.scheduling.tuning.changed_loads import TunedPool, tuned_pool, usable_levers
from daft_lint.scheduling.tuning.terms import Constraints, Tunable
from daft_lint.scheduling.tuning.trials import Trial, Trials

LOST_SHARE = 0.25
"""The share of the actor time that must be lost to handling."""

LEAST_SECONDS = 10.0
"""Seconds that another number must save, when a row costs what is assumed."""

SHORT_ROW_SECONDS = 0.001
"""Rows that take less aren't reported: there are no actors for them in practice."""

_WORTH_A_WORD = 0.1
_SLOWEST = 10.0
_LONGEST = math.ldexp(_SLOWEST, 10)
_ROUNDS = 40


@dataclass(frozen=True, slots=True)
class Handling:
    """A number that makes the handling of tasks or morsels cost too much, and a better one.

    At least a quarter of the actor time is lost while a row keeps an actor busy for no more than
    `row_seconds`. The rest is for rows of `ASSUMED_ROW_SECONDS`: `utilisation` now and `advised`,
    and the `seconds` that at least are saved. `before` and `after` are the numbers, and `replaces`
    is the step that has it, None for a UDF's own or a new step. `tasks`, their `largest_task`
    (rows) and `morsels` are those that there are now.
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


def needed_row_seconds(pool: WorkPrediction) -> float | None:
    """The seconds of a row from which the actors are used about as well as predicted.

    A prediction leaves out what tasks and morsels cost. Of shorter rows that is a tenth of the
    actor time or more. None where too little is known, or where a millisecond is enough.
    """
    if pool.unit is not Unit.ACTOR or pool.workers is None:
        return None
    tuned = tuned_pool(pool, Constraints())
    if tuned is None:
        return None
    figures = tuned.present_figures
    anyway = _lost(figures, _LONGEST, whole=True)
    seconds = _break_even(figures, anyway + _WORTH_A_WORD, whole=True)
    return float(f"{seconds:.2g}") if seconds >= SHORT_ROW_SECONDS else None


@lru_cache(maxsize=256)
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
    now = tuned.present_figures
    row_seconds = _break_even(now, LOST_SHARE)
    if row_seconds < ASSUMED_ROW_SECONDS or _saved_at_most(now, tunable) < LEAST_SECONDS:
        return None
    best = _best(tuned, tunable)
    return None if best is None else _handling(tuned, tunable, now, best, row_seconds)


def _saved_at_most(now: Figures, tunable: Tunable) -> float:
    """About the most seconds that another number saves.

    Fewer partitions save what each of them costs, and that of morsels which aren't full; another
    number at most all but the rows.
    """
    costs = cluster_costs(machine=Machine.BUSY)
    if tunable is not Tunable.PARTITIONS:
        return least_seconds(now, costs) - costs.of(now.rows) / now.actors
    a_task = costs.submit_seconds + costs.finish_seconds + costs.travel_seconds
    a_morsel = costs.morsel_seconds + costs.handover_seconds + costs.dispatch_seconds
    return now.tasks * a_task + (now.morsels - now.rows // now.batch_size) * a_morsel


def _handling(
    tuned: TunedPool, tunable: Tunable, now: Figures, best: Trial, row_seconds: float
) -> Handling | None:
    used = 1 - _lost(now, ASSUMED_ROW_SECONDS)
    seconds = least_seconds(now, cluster_costs(machine=Machine.BUSY)) - best.seconds
    advised = exactly(0 if best.found is None else best.found.mean_utilisation)
    if advised.low - used < LOST_SHARE / 2 or seconds < LEAST_SECONDS:
        return None
    return Handling(
        tunable,
        row_seconds,
        seconds,
        between(0, used, *tuned.pool.utilisation.origins),
        advised,
        tuned.numbers.value(tunable),
        best.numbers.value(tunable) or 1,
        replaced_step(tuned.pool, tunable),
        now.tasks,
        now.largest,
        now.morsels,
    )


def _best(tuned: TunedPool, tunable: Tunable) -> Trial | None:
    """What comes of the number that a plan advises, where it leaves less to handle."""
    costs = cluster_costs(machine=Machine.BUSY)
    changes = changes_to(tuned, cluster_costs())
    if not changes:
        return None
    fewer = changes[tunable] < (tuned.numbers.value(tunable) or 1)
    if (tunable is Tunable.PARTITIONS) is not fewer:
        return None
    trial = Trials(tuned, costs).thorough(tuned.numbers.changed(changes))
    return None if trial.bounded or trial.idle else trial


def _break_even(figures: Figures, share: float, *, whole: bool = False) -> float:
    """The most seconds a row may take for such a share to be lost; 0 when it never is.

    What is lost however long a row takes is not lost to handling.
    """
    if _lost(figures, _LONGEST, whole=whole) >= share:
        return 0.0
    low, high = 0.0, _SLOWEST
    for _ in range(_ROUNDS):
        middle = (low + high) / 2
        if _lost(figures, middle, whole=whole) >= share:
            low = middle
        else:
            high = middle
    return low


def _lost(figures: Figures, row_seconds: float, *, whole: bool = False) -> float:
    """No run of the model loses a smaller share of the actor time.

    With the `whole` of what the driver does for the tasks it is about what is lost.
    """
    costs = cluster_costs(row_seconds, Machine.BUSY)
    busy = costs.of(figures.rows, figures.morsels)
    seconds = least_seconds(figures, costs)
    if whole:
        seconds = max(seconds, driver_seconds(figures.tasks - 1, costs))
    return 1 - busy / (figures.actors * seconds)
