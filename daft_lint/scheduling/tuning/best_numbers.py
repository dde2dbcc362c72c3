"""The numbers that let a pool end first, and of those as good the smallest."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cached_property

from daft_lint.records import dataclass, replace
from daft_lint.scheduling.prediction.outcome import ERROR
from daft_lint.scheduling.prediction.predict import WorkPrediction
from daft_lint.scheduling.simulation.costs import Costs
from daft_lint.scheduling.simulation.least_times import (
    Figures,
    bytes_held,
    least_seconds,
    uneven_seconds,
)
from daft_lint.scheduling.tuning.changed_loads import MOST_PRESENT_TASKS, TunedPool, tuned_pool
from daft_lint.scheduling.tuning.numbers_to_try import candidates, figures_with, unroundness
from daft_lint.scheduling.tuning.sure_numbers import tune_what_is_sure
from daft_lint.scheduling.tuning.terms import Constraints, Numbers, Tunable, Tuning, TuningStep
from daft_lint.scheduling.tuning.trials import AS_GOOD, Trial, Trials
from daft_lint.scheduling.tuning.why_better import reason

GAIN = ERROR
"""A change has to win more than the error of the model is."""

DEARER = 3.0
"""Numbers are compared where handing out tasks and morsels costs so many times as much.

Twice what was measured on a busy machine. Fine cuts win less there: of four runs each on busy Ray
workers, 6 tasks took 1.9 s in the median and 45 tasks in small batches 2.5 s, forecast as 1.8 and
1.6 s on a usual machine. Of 51 changes that ran on Ray the two that were slower don't hold there
(benchmarks/advice_on_ray.py).
"""

_RUNS = 20
_REFINED = 3
"""Of so many kinds of numbers all batches are looked at, not only the likely quickest."""

_LOOKS_OF_FEW, _EASY_EVENTS = 8, 4_000
"""So many batches are looked at where there are a few tasks for each worker or actor."""

_MOST_LOOKS = 32
_ENOUGH_EVENTS = 40_000
_MOST_EVENTS_OF_RUN = 20_000
"""About so many events of a run are followed: others stand for several."""


_Kind = tuple[int, int, bool, int, tuple[str, ...]]
"""What matters most: how many numbers change, how many tasks there are, and what makes them."""


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


def changes_to(tuned: TunedPool, costs: Costs) -> dict[Tunable, int]:
    """What `tune` changes, each number with its better value; nothing where no change helps."""
    best = _Search(tuned, costs).found()
    if best is None:
        return {}
    values = {each: best.value(each) for each in tuned.changes(best)}
    return {each: value for each, value in values.items() if value is not None}


@dataclass(frozen=True, slots=True)
class _Option:
    """Numbers to look at, and the seconds that they take at least and likely."""

    numbers: Numbers
    figures: Figures
    changes: tuple[Tunable, ...]
    least: float
    likely: float

    @property
    def events(self) -> int:
        """About how many events of a run are followed; each actor and worker is a tenth of one."""
        idle = (self.figures.actors + self.figures.workers) // 10
        return idle + min(self.figures.morsels + 3 * self.figures.tasks, _MOST_EVENTS_OF_RUN)

    @property
    def kind(self) -> _Kind:
        """Where it stands among others, the simplest first."""
        names = tuple(change.value for change in self.changes)
        batches = Tunable.INTO_BATCHES in self.changes
        return (len(names), self.figures.tasks, batches, self.numbers.concurrency, names)


class _Search:
    def __init__(self, tuned: TunedPool, costs: Costs) -> None:
        self.tuned = tuned
        self.costs = costs
        self.trials = Trials(tuned, costs, sure=True)
        self.dearer = costs.scaled(morsel=DEARER, task=DEARER)
        self.dear = Trials(tuned, self.dearer, _RUNS)
        self.present = tuned.present_figures
        self.kept = self.allowed(tuned.numbers, self.present)

    @cached_property
    def now(self) -> Trial:
        """What comes of the present numbers; only asked where no bound tells enough of them."""
        return self.trials.thorough(self.tuned.numbers)

    def found(self) -> Numbers | None:
        """The numbers to take, the present ones where no change helps; None where none fit."""
        return self.tuned.numbers if self.needless() else self.best(self.options())

    def run(self) -> Tuning | None:
        numbers = self.found()
        if numbers is None:
            return None
        best = self.trials.thorough(numbers)
        return Tuning(
            self.tuned.numbers,
            self.now.forecast,
            self.as_reached(best),
            best.forecast,
            tuple(self.step_of(best, *step) for step in self.steps(best)),
        )

    def needless(self) -> bool:
        """Whether no numbers can win so much that they are worth a change."""
        actors = self.present.actors
        if Tunable.CONCURRENCY in self.tuned.levers:
            actors = self.tuned.room or actors
        most = self.costs.of(self.tuned.rows, 1) / actors / (1 - GAIN)
        if not self.kept or least_seconds(self.present, self.costs) > most:
            return False
        return not self.now.bounded and self.now.seconds <= most

    def options(self) -> list[_Option]:
        """The numbers that may be advised, the likely quickest first."""
        found = []
        for numbers in candidates(self.tuned):
            figures = figures_with(self.tuned, numbers)
            if self.fits(numbers, figures):
                least = least_seconds(figures, self.dearer)
                likely = least + uneven_seconds(figures, self.dearer)
                changes = self.tuned.changes(numbers)
                found.append(_Option(numbers, figures, changes, least, likely))
        return sorted(found, key=lambda option: option.likely)

    def best(self, options: Sequence[_Option]) -> Numbers | None:
        """Of the quickest numbers that are worth a change the simplest; without any, the present.

        None where the present ones break a constraint.
        """
        kinds: dict[_Kind, list[_Option]] = {}
        for option in options:
            if option.changes:
                kinds.setdefault(option.kind, []).append(option)
        first = [kind[0] for kind in kinds.values()]
        tried = self.look(sorted(first, key=lambda each: not self.fits_cluster(each)))
        for option in sorted(tried, key=self.seconds)[:_REFINED]:
            tried += self.look(kinds[option.kind])
        best = self.quickest(tried)
        if best is None:
            return self.tuned.numbers if self.kept else None
        return self.simplest(kinds, best).numbers

    def simplest(self, kinds: dict[_Kind, list[_Option]], best: _Option) -> _Option:
        """The simplest numbers that are as good as the best ones."""
        for kind in sorted(kinds):
            if kind >= best.kind:
                break
            few = self.fits_cluster(kinds[kind][0]) and kinds[kind][0].events <= _EASY_EVENTS
            closest = kinds[kind][: _LOOKS_OF_FEW if few else 1]
            found = next((option for option in closest if self.is_as_good(option, best)), None)
            if found is not None:
                best = self.quickest(self.look(kinds[kind])) or found
                break
        readable = sorted(kinds[best.kind], key=self.simplicity)
        return next((option for option in readable if self.is_as_good(option, best)), best)

    def simplicity(self, option: _Option) -> tuple[float, ...]:
        """Of one kind: calls about as large as now (larger may not fit), then easy numbers."""
        unread = sum(unroundness(option.numbers.value(each) or 0) for each in option.changes)
        return (round(option.figures.far_from(self.present)), unread, option.likely)

    def fits_cluster(self, option: _Option) -> bool:
        """Whether there are a few tasks for each worker or actor, or for each that runs at once.

        What the bound says of the others is about right; where actors are spread unevenly it
        misjudges these.
        """
        tuned, tasks = self.tuned, option.figures.tasks
        slots = tuned.workers * (tuned.cpus or 0)
        few = {tuned.workers * times for times in (1, 2, 3, 4)} | {slots * 2, slots * 3}
        return tasks in few | {option.figures.actors * times for times in (1, 2, 3, 4)}

    def quickest(self, tried: Iterable[_Option]) -> _Option | None:
        """The quickest that is worth a change, in more runs than a first look has."""
        left = dict.fromkeys(tried)
        while left:
            best = min(left, key=self.seconds)
            if self.dear.of(best.numbers).thorough and self.is_worth_it(best):
                return best
            if self.dear.of(best.numbers).thorough:
                del left[best]
            self.dear.thorough(best.numbers)
        return None

    def look(self, options: Iterable[_Option]) -> list[_Option]:
        """The first of some options, as far as they may be quicker than those before them."""
        found: list[_Option] = []
        events, shortest = 0, math.inf
        for option in options:
            if option.least > shortest:
                continue
            found.append(option)
            shortest = min(shortest, self.seconds(option))
            events += option.events
            if len(found) >= _MOST_LOOKS or events > _ENOUGH_EVENTS:
                break
        return found

    def seconds(self, option: _Option) -> float:
        """The makespan to expect, of a first look unless there was a closer one."""
        return self.dear.of(option.numbers).seconds

    def is_as_good(self, option: _Option, best: _Option) -> bool:
        """Whether other numbers are about as quick as the best ones, and idle no more actors.

        Each change more has to win more than the error of the model is.
        """
        most = self.dear.thorough(best.numbers)
        fewer = len(option.changes) < len(best.changes)
        limit = most.seconds * (1 + (GAIN if fewer else AS_GOOD))
        if option.least > limit or self.seconds(option) > limit * (1 + AS_GOOD):
            return False
        found = self.dear.thorough(option.numbers)
        return found.seconds <= limit and found.idle <= most.idle and self.is_worth_it(option)

    def is_worth_it(self, option: _Option) -> bool:
        """Whether numbers win enough, and lose nothing in bad runs or where the engine is slow.

        Anything is better than present numbers that break a constraint.
        """
        then = self.dear.thorough(option.numbers)
        if then.bounded or not self.fits(then.numbers, then.figures):
            return False
        if not self.kept:
            return True
        if not self.beats_present(then, self.dear):
            return False
        trial = self.trials.thorough(option.numbers)
        if not self.beats_present(trial, self.trials, GAIN):
            return False
        # A single step is what was compared.
        return len(option.changes) == 1 or all(
            after.is_as_good_as(before) for _, before, after in self.steps(trial)
        )

    def beats_present(self, trial: Trial, trials: Trials, gain: float = 0.0) -> bool:
        """Whether it is better than the present numbers; a bound may say so without a run.

        It doesn't where no batch_size is set: behind a shuffle, rows come in smaller pieces.
        """
        is_cut = self.tuned.numbers.batch_size is not None
        surely = least_seconds(self.present, trials.costs) if is_cut else 0.0
        if trial.found is not None and trial.found.times.late < surely * (1 - gain):
            return True
        present = trials.thorough(self.tuned.numbers)
        if present.bounded and trial.seconds > present.seconds:
            present = trials.thorough(self.tuned.numbers, MOST_PRESENT_TASKS)
        return trial.beats(present, gain)

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

    def allowed(self, numbers: Numbers, figures: Figures) -> bool:
        """Whether numbers keep all constraints."""
        actors = numbers.concurrency
        most = min(self.tuned.room or actors, self.tuned.constraints.most_actors or actors)
        free = Tunable.CONCURRENCY in self.tuned.levers
        return self.fits(numbers, figures) and not (free and actors > most)

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

    def step_of(self, best: Trial, tunable: Tunable, before: Trial, after: Trial) -> TuningStep:
        value = after.numbers.value(tunable)
        if value is None:
            raise ValueError("a step sets a number")
        why = before, after
        if before.figures.morsels == after.figures.morsels:
            # It only helps with what follows.
            without = best.numbers.changed({tunable: before.numbers.value(tunable)})
            why = self.trials.thorough(without), best
        return TuningStep(
            tunable,
            before.numbers.value(tunable),
            value,
            reason(self.tuned, tunable, *why, self.costs),
            after.forecast,
        )
