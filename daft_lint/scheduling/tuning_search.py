"""The search for the numbers with the shortest makespan under the model."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace

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
from daft_lint.scheduling.tuning_candidates import candidates, figures_with, formula_numbers
from daft_lint.scheduling.tuning_pool import MOST_PRESENT_TASKS, TunedPool, tuned_pool
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
_FEW_LOOKS, _MOST_LOOKS = 6, 24
_ENOUGH_EVENTS = 40_000
_MOST_EVENTS_OF_RUN = 4_000
"""About so many events of a run are followed: others stand for several."""


def tune(pool: WorkPrediction, costs: Costs, constraints: Constraints) -> Tuning | None:
    """The numbers that let a pool end first, and the way there.

    The makespan to expect decides, over runs that differ by chance as those of `verify` do. Numbers
    are only advised if they win more than the error of the model is in the mean, are no slower in
    the bad tenth, and win something where the engine costs three times
    as much. So is each step on the way to them better than what is before it, unless the present
    numbers break a constraint.

    Of numbers within 2 % of the shortest makespan those with the fewest changes win, then those
    with the fewest tasks, as more only make more files, then those with batches about as large as
    now, as larger ones may not fit. No worker gets several new tasks that are smaller than a batch.

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


@dataclass(frozen=True, slots=True)
class _Option:
    """Numbers to look at, and the seconds that they take at least and likely."""

    numbers: Numbers
    figures: Figures
    least: float
    likely: float

    @property
    def tasks(self) -> tuple[int, int]:
        """What decides most: how many actors, and how many tasks they share."""
        return self.numbers.concurrency, self.figures.tasks

    @property
    def events(self) -> int:
        """About how many of a run are followed."""
        return min(self.figures.morsels + 3 * self.figures.tasks, _MOST_EVENTS_OF_RUN)


class _Search:
    def __init__(self, tuned: TunedPool, costs: Costs) -> None:
        self.tuned = tuned
        self.costs = costs
        self.trials = Trials(tuned, costs)
        self.dear = Trials(tuned, costs.scaled(morsel=DEARER, task=DEARER), _RUNS_WHERE_DEAR)
        self.now = self.trials.thorough(tuned.numbers)
        self.rule = formula_numbers(tuned)

    def run(self) -> Tuning | None:
        best = self.now if self.needless() else self.best()
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
        return self.now.seconds <= self.limit(self.least())

    def least(self) -> float:
        """No numbers let the pool end earlier: all actors work all the time."""
        actors = self.now.figures.actors
        if Tunable.CONCURRENCY in self.tuned.levers:
            actors = self.tuned.room or actors
        return self.costs.of(self.tuned.rows, 1) / actors

    def best(self) -> Trial | None:
        """The best numbers found: of those that look quickest, then of simpler ones like them."""
        options = [
            _option(numbers, figures, self.costs)
            for numbers in candidates(self.tuned)
            if self.fits(numbers, figures := figures_with(self.tuned, numbers))
        ]
        options.sort(key=lambda option: option.likely)
        rule = [] if self.rule is None else [self.trials.of(self.rule[0])]
        of_each = self.best_of_each(options, lambda option: option.tasks)
        found = [self.now, *rule, *self.looks(sorted(of_each, key=self.runs_at_once))]
        chosen = self.chosen(found)
        if chosen is None:
            return None
        if self.now.bounded and chosen.seconds > self.now.seconds:
            self.now = self.trials.thorough(self.now.numbers, MOST_PRESENT_TASKS)
            found[0] = self.now
        simpler = self.simpler(options, chosen)
        found += self.looks(simpler[:: -(-len(simpler) // _MOST_LOOKS) or 1])
        chosen = self.chosen(found) or chosen
        for tunable in self.tuned.changes(chosen.numbers):
            present = self.now.numbers.value(tunable)
            found.append(self.trials.of(chosen.numbers.changed({tunable: present})))
        chosen = self.chosen(found) or chosen
        tasks = chosen.numbers.concurrency, chosen.figures.tasks
        most = self.limit(chosen.seconds)
        alike = [each for each in options if each.tasks == tasks and each.least <= most]
        found += self.looks(sorted(alike, key=lambda each: each.figures.far_from(self.now.figures)))
        return self.chosen(found)

    def looks(self, options: Iterable[_Option]) -> Iterator[Trial]:
        """What comes of the first of some numbers, as far as they may be as good as any."""
        events, shortest, done = 0, math.inf, 0
        for option in options:
            if option.least > self.limit(shortest):
                continue
            trial = self.trials.of(option.numbers)
            yield trial
            if self.allowed(trial):
                shortest = min(shortest, trial.seconds)
            done += 1
            events += FIRST_RUNS * option.events
            if done >= _FEW_LOOKS and (done >= _MOST_LOOKS or events > _ENOUGH_EVENTS):
                return

    def runs_at_once(self, option: _Option) -> bool:
        """Whether it isn't one of those that let tasks wait for a CPU, two or three for each.

        Only a task that waits goes to the worker that is done first. The bound knows nothing of
        it.
        """
        slots = self.tuned.workers * (self.tuned.cpus or 0)
        return option.figures.tasks not in (2 * slots, 3 * slots)

    def best_of_each(
        self, options: Iterable[_Option], kind: Callable[[_Option], Hashable]
    ) -> Iterable[_Option]:
        """Of each kind the likely quickest, and the nearest to now that has about the least."""
        kinds: dict[Hashable, list[_Option]] = {}
        for option in options:
            kinds.setdefault(kind(option), []).append(option)
        found: dict[_Option, None] = {}
        for alike in kinds.values():
            most = self.limit(min(option.least for option in alike))
            possible = (option for option in alike if option.least <= most)
            found[alike[0]] = None
            found[min(possible, key=lambda each: each.figures.far_from(self.now.figures))] = None
        return found

    def simpler(self, options: Iterable[_Option], chosen: Trial) -> list[_Option]:
        """Those with fewer changes or tasks that may be as good, the simplest first."""
        most, limit = self.simplicity(chosen), self.limit(chosen.seconds)
        found = [
            option for option in options if option.least <= limit and self.simplicity(option) < most
        ]

        def kind(option: _Option) -> Hashable:
            return self.tuned.changes(option.numbers), option.tasks

        return sorted(self.best_of_each(found, kind), key=self.simplicity)

    def simplicity(self, option: _Option | Trial) -> tuple[int, ...]:
        """The fewest changes, then the fewest tasks, then about as many rows in a call as now."""
        numbers, figures = option.numbers, option.figures
        batches, changes = numbers.into_batches is not None, len(self.tuned.changes(numbers))
        return (changes, figures.tasks, batches, round(figures.far_from(self.now.figures)))

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
        limit = self.limit(min(trial.seconds for trial in fitting))
        good = [trial for trial in fitting if trial.seconds <= limit]
        return min(good, key=self.order)

    def best_of_one_change(self) -> Trial:
        """The best numbers with a single change; the present ones where none helps."""
        done = self.trials.done.values()
        single = [trial for trial in done if len(self.tuned.changes(trial.numbers)) == 1]
        return self.chosen(single) or self.now

    def order(self, trial: Trial) -> tuple[float, ...]:
        changes, *others = self.simplicity(trial)
        values = (trial.numbers.value(tunable) or 0 for tunable in Tunable)
        return (changes, trial.idle, *others, trial.seconds, *values)

    def limit(self, shortest: float) -> float:
        """The longest makespan that is as good as the shortest one."""
        return shortest * (1 + AS_GOOD)

    def fits(self, numbers: Numbers, figures: Figures) -> bool:
        """Whether the largest morsel and the memory of a worker allow such tasks.

        No worker gets several tasks more for it, each with less than a batch.
        """
        more = figures.tasks > max(len(self.tuned.sizes), figures.workers)
        if more and numbers.batch_size is not None and numbers.batch_size > figures.largest:
            return False
        limits, most = self.tuned.constraints, self.tuned.most_rows_of_a_call
        if most is not None and figures.rows_of_call > most:
            return False
        if limits.largest_batch is not None:
            settable = Tunable.BATCH_SIZE in self.tuned.levers
            largest = figures.batch_size if settable else figures.rows_of_call
            if largest > limits.largest_batch:
                return False
        if limits.worker_memory is None or limits.row_bytes is None:
            return True
        return bytes_held(figures, limits.row_bytes) <= limits.worker_memory

    def allowed(self, trial: Trial) -> bool:
        reachable = set(self.tuned.changes(trial.numbers)) <= self.tuned.levers
        if not (reachable and self.fits(trial.numbers, trial.figures)):
            return False
        actors = trial.numbers.concurrency
        most = min(self.tuned.room or actors, self.tuned.constraints.most_actors or actors)
        return Tunable.CONCURRENCY not in self.tuned.levers or actors <= most

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
                each: self.trials.thorough(here.numbers.changed({each: best.numbers.value(each)}))
                for each in left
            }
            tunable = min(left, key=lambda each: (after[each].seconds, each.value))
            steps.append((tunable, here, after[tunable]))
            here = after[tunable]
            left.remove(tunable)
        return steps

    def all_help(self, steps: Iterable[tuple[Tunable, Trial, Trial]]) -> bool:
        """Whether every step is better than what is before it, where that may stay."""
        return not self.allowed(self.now) or all(after.beats(before) for _, before, after in steps)

    def step_of(self, tunable: Tunable, before: Trial, after: Trial) -> TuningStep:
        value = after.numbers.value(tunable)
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
            before.numbers.value(tunable),
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
        changes = {change: numbers.value(change) or 1 for change in self.tuned.changes(numbers)}
        forecast = self.trials.thorough(numbers).forecast
        return FormulaAnswer(rows, count, forecast, changes)


def _option(numbers: Numbers, figures: Figures, costs: Costs) -> _Option:
    least = least_seconds(figures, costs)
    return _Option(numbers, figures, least, least + uneven_seconds(figures, costs))
