"""Trials of numbers under the model: each simulated once."""

from __future__ import annotations

from daft_lint.plan.quantity import between, exactly
from daft_lint.records import dataclass, replace
from daft_lint.scheduling.prediction.bounds import Load
from daft_lint.scheduling.prediction.distribution import distribution
from daft_lint.scheduling.prediction.forecast import RUNS
from daft_lint.scheduling.prediction.known_runs import ALIKE_RUNS
from daft_lint.scheduling.prediction.outcome import Distribution, Outcome
from daft_lint.scheduling.simulation.costs import Costs
from daft_lint.scheduling.simulation.event_model import MOST_EVENTS
from daft_lint.scheduling.simulation.least_times import Figures, least_seconds
from daft_lint.scheduling.simulation.stations import DEFAULT_MORSEL_ROWS
from daft_lint.scheduling.tuning.changed_loads import TunedPool, largest_morsel, load_with
from daft_lint.scheduling.tuning.numbers_to_try import figures_with
from daft_lint.scheduling.tuning.terms import Numbers

AS_GOOD = 0.02
"""Makespans that differ by a smaller share count as the same."""

_ALIKE_RUNS_OF_EVEN = 5
"""So many runs that are alike tell of all, where each worker has as many actors."""

_MOST_EVENTS = 3_000
"""About so many events of a run of numbers that are tried out are followed, some 30 ms."""

FIRST_RUNS = 2
"""So many runs tell whether numbers are worth a closer look; one of even actors."""

_MANY_TASKS_OF_WORKER, _MANY_TASKS = 12, 1_000
_RUNS_OF_MANY = 6
"""So many runs tell of so many tasks, for each worker or in all: chance evens out among these."""

MOST_SIMULATED_TASKS = 50_000
"""Numbers that make more tasks are bounded, not simulated."""

_MOST_SIMULATED_ACTORS = 1_000
"""Numbers for more actors, or for more workers, are bounded too, but for the present ones."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What comes of numbers.

    `least` are seconds that no makespan is below in the mean. `found` is None where they are all
    that is known; else `thorough` says that it is of as many runs as a forecast. `busy` are
    the seconds that all actors work.
    """

    numbers: Numbers
    figures: Figures
    least: float
    found: Distribution | None
    busy: float
    thorough: bool = True

    @property
    def bounded(self) -> bool:
        """Whether the makespan is only known not to be shorter."""
        return self.found is None

    @property
    def seconds(self) -> float:
        """The makespan to expect."""
        return self.least if self.found is None else self.found.times.expected

    @property
    def idle(self) -> int:
        """Actors without a row in most runs."""
        return self.found.occupancy.idle if self.found is not None else 0

    def beats(self, other: Trial, gain: float = 0.0) -> bool:
        """Whether it is better by such a share in the mean, and no worse in the bad tenth."""
        if self.found is None:
            return False
        if other.found is None:
            return self.seconds < other.seconds * (1 - gain)
        return self.found.times.beat(other.found.times, gain)

    def is_as_good_as(self, other: Trial) -> bool:
        """Whether it is no longer, neither in the mean nor in the bad tenth."""
        if self.found is None or other.found is None:
            return self.beats(other)
        now, then = other.found.times, self.found.times
        most = 1 + AS_GOOD
        return then.expected <= now.expected * most and then.late <= now.late * most

    @property
    def forecast(self) -> Outcome:
        """The same as ranges."""
        asked = self.numbers.concurrency
        missing = asked - self.figures.actors
        if self.found is not None:
            return self.found.with_unplaced(missing, self.figures.actors)
        idle = between(max(0, asked - self.figures.morsels), asked)
        makespan = between(self.seconds, float("inf"))
        best = min(1.0, self.busy / (asked * self.seconds))
        return Outcome(idle, between(0, best), None, makespan, missing)


class Trials:
    """Tries numbers of a pool out, each once; a thorough trial is of at most so many runs.

    It is of fewer where they are alike, unless it is to be sure and actors are uneven: on Ray 10
    tasks for 2, 2 and 1 actors took 1.85 and 2.55 s; each of the first ten simulated runs took
    1.8 s, four of ten of the others 2.4 s (benchmarks/advice_on_ray.py).
    """

    def __init__(
        self, tuned: TunedPool, costs: Costs, runs: int = RUNS, *, sure: bool = False
    ) -> None:
        self.runs = runs
        self.sure = sure
        self.tuned = tuned
        self.costs = costs
        self.done: dict[Numbers, Trial] = {}

    def of(self, numbers: Numbers) -> Trial:
        """What comes of these numbers, at a first look."""
        if numbers not in self.done:
            runs = 1 if self.tuned.is_even(numbers) else FIRST_RUNS
            self.done[numbers] = self._try(numbers, runs, MOST_SIMULATED_TASKS)
        return self.done[numbers]

    def thorough(self, numbers: Numbers, most_tasks: int = MOST_SIMULATED_TASKS) -> Trial:
        """The outcome of these numbers in enough runs."""
        found = self.done.get(numbers)
        if found is None or not found.thorough or found.bounded:
            self.done[numbers] = self._try(numbers, self.runs, most_tasks)
        return self.done[numbers]

    def alike_runs(self, numbers: Numbers) -> int | None:
        """How many runs that are alike are enough: see `distribution`."""
        if self.tuned.is_even(numbers):
            return _ALIKE_RUNS_OF_EVEN
        return None if self.sure else ALIKE_RUNS

    def _try(self, numbers: Numbers, runs: int, most_tasks: int) -> Trial:
        figures, found = figures_with(self.tuned, numbers), None
        is_large = max(figures.actors, figures.workers) > _MOST_SIMULATED_ACTORS
        if figures.tasks <= most_tasks and (numbers == self.tuned.numbers or not is_large):
            load = load_with(self.tuned, numbers)
            sizes, morsel = load.sizes or (), largest_morsel(load)
            figures = self.tuned.figures(sizes, morsel, numbers.concurrency)
            many = figures.tasks >= min(_MANY_TASKS, _MANY_TASKS_OF_WORKER * figures.workers)
            # The present numbers are forecast elsewhere too, in as many runs.
            present = numbers == self.tuned.numbers and runs == RUNS
            enough = min(runs, _RUNS_OF_MANY) if many and not present else runs
            found = distribution(
                as_simulated(load),
                self.costs,
                runs=enough,
                alike_runs=None if present else self.alike_runs(numbers),
                most_events=MOST_EVENTS if present else _MOST_EVENTS,
            )
        busy = self.costs.of(figures.rows, figures.morsels)
        least = least_seconds(figures, self.costs)
        return Trial(numbers, figures, least, found, busy, thorough=runs == self.runs)


def as_simulated(load: Load) -> Load:
    """The load with the lower end of a range of CPUs, and the largest batches that were written."""
    if load.cpus is not None:
        load = replace(load, cpus=exactly(int(max(1, load.cpus.low))))
    if load.batch_size.high == DEFAULT_MORSEL_ROWS:
        return load
    return replace(load, batch_size=exactly(largest_morsel(load)))
