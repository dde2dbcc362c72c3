"""The search for the numbers with the shortest makespan under the model."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import replace

from daft_lint.plan.pipeline import OperatorKind
from daft_lint.scheduling.advice import advise
from daft_lint.scheduling.costs import Costs
from daft_lint.scheduling.distribution import ERROR
from daft_lint.scheduling.prediction import WorkPrediction
from daft_lint.scheduling.tuning import (
    Constraints,
    FormulaAnswer,
    Numbers,
    Tunable,
    Tuning,
    TuningStep,
)
from daft_lint.scheduling.tuning_bounds import (
    Figures,
    bytes_held,
    least_seconds,
    uneven_seconds,
)
from daft_lint.scheduling.tuning_candidates import (
    candidates,
    figures_with,
    formula_numbers,
    landmarks,
    neighbours,
    partition_counts,
    unroundness,
)
from daft_lint.scheduling.tuning_pool import (
    MOST_PRESENT_TASKS,
    TunedPool,
    tuned_pool,
    value_of,
    with_value,
    with_values,
)
from daft_lint.scheduling.tuning_reasons import reason
from daft_lint.scheduling.tuning_trials import FIRST_RUNS, Trial, Trials
from daft_lint.scheduling.tuning_without_simulation import tune_what_is_sure

AS_GOOD = 0.02
"""Makespans that differ by a smaller share count as the same."""

GAIN = ERROR
"""A change has to win more than the error of the model is."""

DEARER = 3.0
"""Advice has to hold where handing out tasks and morsels costs so many times as much.

Twice what was measured on a busy machine. Of 51 changes that ran on Ray the two that were slower
cut tasks and batches finer, and don't hold there (benchmarks/advice_on_ray.py).
"""

_RUNS_WHERE_DEAR = 20

_TRIED = 3
"""At least so many candidates of each kind of merit are simulated, and more of small pools."""

_MOST_TRIED = 16
_ENOUGH_EVENTS = 30_000
_NEIGHBOURS_TRIED = 1
_ROUNDS = 3


def tune(pool: WorkPrediction, costs: Costs, constraints: Constraints) -> Tuning | None:
    """The numbers that let a pool end first, and the way there.

    The makespan to expect decides, over runs that differ by chance as those of `verify` do. Numbers
    are only advised if they win more than the error of the model is in the mean, are no slower in
    the bad tenth, and win something where the engine costs three times
    as much. So is each step on the way to them better than what is before it, unless the present
    numbers break a constraint.

    Of numbers within 2 % of the shortest makespan those with the fewest changes win, then those
    with the fewest tasks, as more only make more files, then the ones easiest to read. No
    worker gets several new tasks that are smaller than a batch.

    Args:
        pool: The pool as predicted.
        costs: What rows, morsels and tasks cost; the makespans are as good as these.
        constraints: What must stay, and what must fit.

    Returns:
        None when too little is known to say anything, or when no numbers keep the constraints.
        Without rows only what holds for any rows, with no makespan.
    """
    tuned = tuned_pool(pool, constraints)
    if tuned is None:
        return tune_what_is_sure(pool, constraints)
    return _Search(tuned, costs).run()


class _Search:
    def __init__(self, tuned: TunedPool, costs: Costs) -> None:
        self.tuned = tuned
        self.costs = costs
        self.trials = Trials(tuned, costs)
        self.dear = Trials(tuned, costs.scaled(morsel=DEARER, task=DEARER), _RUNS_WHERE_DEAR)
        self.now = self.trials.thorough(tuned.numbers)
        self.rule = formula_numbers(tuned)
        self.incumbents = [self.now]
        if self.rule is not None:
            self.incumbents.append(self.trials.thorough(self.rule[0]))
        self.smallest = self.smallest_change()

    def run(self) -> Tuning | None:
        best = self.now if self.needless() else self.as_good_as_any() or self.best()
        if best is None:
            return None
        steps = self.steps(best)
        if not self.all_help(steps):
            best = self.best_of_one_change()
            steps = self.steps(best)
        return Tuning(
            self.tuned.numbers,
            self.now.forecast,
            self.as_reached(best),
            best.forecast,
            tuple(self.step_of(*step) for step in steps),
            self.formula(),
        )

    def needless(self) -> bool:
        """Whether the present numbers are so good that none can be much better."""
        if not self.allowed(self.now) or self.now.bounded:
            return False
        return self.now.seconds <= self.least() * (1 + AS_GOOD)

    def least(self) -> float:
        """No numbers let the pool end earlier: all actors work all the time."""
        actors = self.tuned.room or self.now.figures.actors
        if Tunable.CONCURRENCY not in self.tuned.levers:
            actors = self.now.figures.actors
        return self.costs.of(self.tuned.rows, 1) / actors

    def smallest_change(self) -> Trial | None:
        """What comes of the smallest change that fills the pool, where it may be made."""
        pool, step = self.tuned.pool, self.tuned.step
        advice = advise(pool)
        if advice is None:
            return None
        other_kind = step is not None and step.kind is not OperatorKind.INTO_PARTITIONS
        if advice.into_partitions is not None and other_kind:
            # It asks for another kind of step, not for another number.
            return None
        numbers = with_values(self.tuned.numbers, advice.numbers)
        trial = self.trials.thorough(numbers)
        return trial if self.allowed(trial) and not trial.bounded else None

    def helps(self, trial: Trial) -> bool:
        """Whether numbers are worth a change: those that there are may break a constraint."""
        if not self.allowed(self.now):
            return True
        return trial.beats(self.now, GAIN) and (not trial.thorough or self.holds(trial))

    def holds(self, trial: Trial) -> bool:
        """Whether they are no worse than the present ones where the engine is slow."""
        if self.now.bounded:
            return True
        now, then = (self.dear.thorough(each_trial.numbers) for each_trial in (self.now, trial))
        return then.beats(now)

    def as_good_as_any(self) -> Trial | None:
        """The smallest change where no search can find anything better."""
        found = self.smallest
        if found is None or len(self.tuned.changes(found.numbers)) > 1:
            return None
        if not self.allowed(self.now):
            return None
        return found if self.helps(found) and found.seconds <= self.limit(self.least()) else None

    def best(self) -> Trial | None:
        ranked = self.ranked(candidates(self.tuned))
        found = self.tried(ranked)
        if self.smallest is not None:
            found.append(self.smallest)
        found += [trial for trial in self.incumbents if self.reachable(trial)]
        if self.worth() > _TRIED:
            found += self.tried(landmarks(self.tuned, self.tuned.numbers))
        chosen = self.chosen(found)
        if chosen is None:
            return None
        if self.now.bounded and chosen.seconds > self.now.seconds:
            self.now = self.trials.thorough(self.now.numbers, MOST_PRESENT_TASKS)
            self.incumbents[0] = self.now
            found.append(self.now)
        for _ in range(_ROUNDS if self.worth() == _MOST_TRIED else 1):
            before, found = chosen, found + self.around(chosen)
            chosen = self.chosen(found) or chosen
            if chosen is before:
                break
        return self.with_fewest_tasks(self.with_fewest_changes(chosen, found))

    def tried(self, among: Iterable[Numbers]) -> list[Trial]:
        return [self.trials.of(numbers) for numbers in among]

    def around(self, chosen: Trial) -> list[Trial]:
        """What comes of numbers not far from these."""
        nearby = neighbours(self.tuned, chosen.numbers)
        found = self.tried(self.ranked(nearby, max(_NEIGHBOURS_TRIED, self.worth() // 4)))
        if self.worth() == _MOST_TRIED:
            found += self.tried(landmarks(self.tuned, chosen.numbers))
        return found

    def ranked(self, among: Iterable[Numbers], most: int | None = None) -> list[Numbers]:
        """The most promising numbers: by the bound alone, and by all that counts."""
        bounds = [
            (least_seconds(figures, self.costs), figures, numbers)
            for numbers in among
            if self.keeps(figures := figures_with(self.tuned, numbers))
        ]
        if not bounds:
            return []
        most = most or self.worth()
        shortest = min(seconds for seconds, _, _ in bounds)
        as_good = [bound for bound in bounds if bound[0] <= shortest * (1 + AS_GOOD)]

        def merit(entry: tuple[float, Figures, Numbers]) -> tuple[float, ...]:
            seconds, figures, numbers = entry
            return (len(self.tuned.changes(numbers)), figures.tasks, self.unread(numbers), seconds)

        def speed(entry: tuple[float, Figures, Numbers]) -> tuple[float, ...]:
            seconds, figures, numbers = entry
            likely = seconds + uneven_seconds(figures, self.costs)
            return (likely, len(self.tuned.changes(numbers)), self.unread(numbers))

        picked = [*heapq.nsmallest(most, as_good, merit), *heapq.nsmallest(most, bounds, speed)]
        return list(dict.fromkeys(numbers for _, _, numbers in picked))

    def worth(self) -> int:
        """How many candidates of each kind are worth a simulation."""
        events = self.now.figures.morsels + 3 * self.now.figures.tasks
        return max(_TRIED, min(_MOST_TRIED, _ENOUGH_EVENTS // (FIRST_RUNS * events)))

    def chosen(self, among: Iterable[Trial]) -> Trial | None:
        """The best of these that is so in as many runs as a forecast has."""
        fitting = {trial.numbers: trial for trial in among if not trial.bounded}
        while True:
            best = self.best_at_a_look(fitting.values())
            if best is None or best.thorough:
                return best
            fitting[best.numbers] = self.trials.thorough(best.numbers)

    def best_at_a_look(self, among: Iterable[Trial]) -> Trial | None:
        fitting = [trial for trial in among if self.allowed(trial) and self.helps(trial)]
        if not fitting:
            return self.now if self.allowed(self.now) else None
        shortest = min(trial.seconds for trial in fitting)
        limit = self.limit(shortest)
        good = [trial for trial in fitting if trial.seconds <= limit]
        if not good:
            good = [trial for trial in fitting if trial.seconds == shortest]
        fewest = min(len(self.tuned.changes(trial.numbers)) for trial in good)
        few = [trial for trial in good if len(self.tuned.changes(trial.numbers)) == fewest]
        idle = min(trial.idle for trial in few)
        return min((trial for trial in few if trial.idle == idle), key=self.order)

    def best_of_one_change(self) -> Trial:
        """The best numbers with a single change; the present ones where none helps."""
        single = [
            trial
            for trial in self.trials.done.values()
            if len(self.tuned.changes(trial.numbers)) == 1
        ]
        return self.chosen(single) or self.now

    def order(self, trial: Trial) -> tuple[float, ...]:
        numbers = trial.numbers
        values = (value_of(numbers, tunable) or 0 for tunable in Tunable)
        batches, calls = numbers.into_batches is not None, trial.figures.morsels.bit_length()
        return (trial.figures.tasks, batches, calls, self.unread(numbers), trial.seconds, *values)

    def limit(self, shortest: float) -> float:
        """The longest makespan that is as good as the shortest one."""
        return shortest * (1 + AS_GOOD)

    def unread(self, numbers: Numbers) -> int:
        changed = self.tuned.changes(numbers)
        return sum(unroundness(value_of(numbers, tunable) or 0) for tunable in changed)

    def with_fewest_changes(self, best: Trial, found: list[Trial]) -> Trial:
        """Without the changes that bring nothing."""
        for tunable in self.tuned.changes(best.numbers):
            present = value_of(self.tuned.numbers, tunable)
            less = with_value(best.numbers, tunable, present)
            if less != self.tuned.numbers:
                found.append(self.trials.of(less))
        return self.chosen(found) or best

    def with_fewest_tasks(self, best: Trial) -> Trial:
        """The fewest tasks that are as good, where the best of them are many."""
        if Tunable.PARTITIONS not in self.tuned.changes(best.numbers):
            return best
        counts = partition_counts(self.tuned, best.numbers)
        workers = self.tuned.workers
        # Of others some worker gets one more.
        below = [count for count in counts if count < best.figures.tasks]
        fewer = [count for count in below if not count % workers] or below
        limit = self.limit(best.seconds)
        while fewer:
            middle = len(fewer) // 2
            trial = self.trials.thorough(self.refitted(best, fewer[middle]))
            as_good = trial.seconds <= limit and trial.idle <= best.idle
            if as_good and self.allowed(trial) and self.helps(trial):
                best, fewer = trial, fewer[:middle]
            else:
                fewer = fewer[middle + 1 :]
        return best

    def refitted(self, best: Trial, count: int) -> Numbers:
        """The numbers with so many partitions, and even batches of these if they change."""
        numbers, local = replace(best.numbers, partitions=count), best.figures.local
        if numbers.batch_size is None or Tunable.BATCH_SIZE not in self.tuned.changes(numbers):
            return numbers
        rows = -(-self.tuned.rows // count)
        rounds = max(1, round(rows / (numbers.batch_size * local)))
        return replace(numbers, batch_size=-(-rows // (rounds * local)))

    def keeps(self, figures: Figures) -> bool:
        """Whether the largest morsel and the memory of a worker allow such tasks."""
        limits, most = self.tuned.constraints, self.tuned.most_rows_of_a_call
        if most is not None and min(figures.batch_size, figures.largest) > most:
            return False
        if limits.largest_batch is not None:
            settable = Tunable.BATCH_SIZE in self.tuned.levers
            largest = figures.batch_size if settable else min(figures.batch_size, figures.largest)
            if largest > limits.largest_batch:
                return False
        if limits.worker_memory is None or limits.row_bytes is None:
            return True
        return bytes_held(figures, limits.row_bytes) <= limits.worker_memory

    def reachable(self, trial: Trial) -> bool:
        return set(self.tuned.changes(trial.numbers)) <= self.tuned.levers

    def allowed(self, trial: Trial) -> bool:
        if not (self.reachable(trial) and self.keeps(trial.figures)) or self.splits(trial):
            return False
        too_many = trial.numbers.concurrency > (self.tuned.room or trial.numbers.concurrency)
        most = self.tuned.constraints.most_actors or trial.numbers.concurrency
        free = Tunable.CONCURRENCY in self.tuned.levers
        return not free or not (too_many or trial.numbers.concurrency > most)

    def splits(self, trial: Trial) -> bool:
        """Whether workers have several tasks more for it, each with less than a batch."""
        batch, figures = trial.numbers.batch_size, trial.figures
        more = figures.tasks > max(len(self.tuned.sizes), figures.workers)
        return more and batch is not None and batch > figures.largest

    def as_reached(self, trial: Trial) -> Numbers:
        if Tunable.INTO_BATCHES not in self.tuned.changes(trial.numbers):
            return trial.numbers
        return replace(trial.numbers, partitions=trial.figures.tasks)

    def steps(self, best: Trial) -> list[tuple[Tunable, Trial, Trial]]:
        """One change at a time, each the one that then brings the most."""
        steps = []
        left = list(self.tuned.changes(best.numbers))
        here = self.now
        while left:
            after = {
                each_tunable: self.trials.thorough(self.moved(here, best, each_tunable))
                for each_tunable in left
            }
            tunable = min(
                left, key=lambda each_tunable: (after[each_tunable].seconds, each_tunable.value)
            )
            steps.append((tunable, here, after[tunable]))
            here = after[tunable]
            left.remove(tunable)
        return steps

    def all_help(self, steps: Iterable[tuple[Tunable, Trial, Trial]]) -> bool:
        """Whether every step is better than what is before it, where that may stay."""
        return not self.allowed(self.now) or all(after.beats(before) for _, before, after in steps)

    def moved(self, here: Trial, best: Trial, tunable: Tunable) -> Numbers:
        return with_value(here.numbers, tunable, value_of(best.numbers, tunable))

    def step_of(self, tunable: Tunable, before: Trial, after: Trial) -> TuningStep:
        value = value_of(after.numbers, tunable)
        if value is None:
            raise ValueError("a step sets a number")
        decides = tunable in {Tunable.PARTITIONS, Tunable.INTO_BATCHES}
        same_kind = self.tuned.step if decides else None
        if tunable is Tunable.INTO_BATCHES and self.tuned.numbers.into_batches is None:
            same_kind = None
        pool = self.tuned.pool
        new_step = decides and same_kind is None
        return TuningStep(
            tunable,
            value_of(before.numbers, tunable),
            value,
            reason(self.tuned, tunable, before, after, self.costs),
            after.forecast,
            same_kind,
            (pool.heavy_before or pool.operator) if new_step else None,
        )

    def formula(self) -> FormulaAnswer | None:
        if self.rule is None:
            return None
        numbers, rows, count = self.rule
        changes = {change: value_of(numbers, change) or 1 for change in self.tuned.changes(numbers)}
        return FormulaAnswer(rows, count, self.trials.of(numbers).forecast, changes)
