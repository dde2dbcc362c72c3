"""What the model says of numbers: each simulated once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from daft_lint.plan.quantity import between, exactly
from daft_lint.scheduling.bounds import Load
from daft_lint.scheduling.cells import run_in_cells
from daft_lint.scheduling.costs import Costs
from daft_lint.scheduling.event_model import Machine
from daft_lint.scheduling.forecast import Forecast
from daft_lint.scheduling.lanes import DEFAULT_MORSEL_ROWS, Stage
from daft_lint.scheduling.occupancy import Occupancy
from daft_lint.scheduling.simulation import machine_of, machine_of_groups
from daft_lint.scheduling.tuning import Numbers
from daft_lint.scheduling.tuning_bounds import (
    Figures,
    driver_seconds,
    figures_of,
    least_seconds,
    local_actors,
    morsel_seconds,
    task_seconds,
)
from daft_lint.scheduling.tuning_candidates import figures_with
from daft_lint.scheduling.tuning_pool import MOST_PRESENT_TASKS, TunedPool, load_with

_SEED = 7
_MOST_EVENTS = 8_000
"""Up to so many events, some 0.1 s, a trial is followed as it is."""

MOST_SIMULATED_TASKS = 50_000
"""Numbers that make more tasks are bounded, not simulated."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What comes of numbers.

    `seconds` are the makespan; with `bounded` it may take longer, and `occupancy` is None.
    `reserve` are seconds that the makespan doesn't show: what the driver does meanwhile, and what
    one task and one morsel that take twice their time would add at the end.
    """

    numbers: Numbers
    figures: Figures
    seconds: float
    reserve: float
    occupancy: Occupancy | None
    busy: float

    @property
    def bounded(self) -> bool:
        """Whether the makespan is only known not to be shorter."""
        return self.occupancy is None

    @property
    def idle(self) -> int:
        """Actors without a row."""
        return self.occupancy.idle if self.occupancy is not None else 0

    @property
    def forecast(self) -> Forecast:
        """The same as ranges."""
        asked = self.numbers.concurrency
        missing = asked - self.figures.actors
        best = min(1.0, self.busy / (asked * self.seconds))
        if self.occupancy is None:
            idle = between(max(0, asked - self.figures.morsels), asked)
            makespan = between(self.seconds, float("inf"))
            return Forecast(idle, between(0, best), makespan, None, missing)
        return Forecast(
            exactly(self.idle + missing),
            exactly(best),
            exactly(self.seconds),
            self.occupancy,
            missing,
        )


class Trials:
    """Tries numbers of a pool out, each once."""

    def __init__(self, tuned: TunedPool, costs: Costs) -> None:
        self.tuned = tuned
        self.costs = costs
        self.done: dict[Numbers, Trial] = {}

    def of(self, numbers: Numbers) -> Trial:
        """What comes of these numbers."""
        if numbers not in self.done:
            self.done[numbers] = self._try(numbers, MOST_SIMULATED_TASKS)
        return self.done[numbers]

    def simulated(self, numbers: Numbers) -> Trial:
        """What comes of these numbers, however long it takes to find out."""
        if numbers not in self.done or self.done[numbers].bounded:
            self.done[numbers] = self._try(numbers, MOST_PRESENT_TASKS)
        return self.done[numbers]

    def _try(self, numbers: Numbers, most_tasks: int) -> Trial:
        figures = figures_with(self.tuned, numbers)
        run = None
        if figures.tasks <= most_tasks:
            load = load_with(self.tuned, numbers)
            placed = self.tuned.on_workers(numbers.concurrency)
            figures = self._figures(load, placed)
            run = _run(load, placed, self.costs)
        # Of a large run only a part is simulated; the bound holds for all of it.
        seconds = max(least_seconds(figures, self.costs), run.span if run is not None else 0)
        if run is not None and seconds > run.span:
            run = replace(run, span=seconds)
        busy = self.costs.of(figures.rows, figures.morsels)
        return Trial(numbers, figures, seconds, reserve(figures, self.costs), run, busy)

    def _figures(self, load: Load, placed: tuple[int, ...]) -> Figures:
        return figures_of(
            load.sizes or (),
            _batch_size(load),
            sum(placed),
            len(placed),
            self.tuned.cpus,
            local_actors(placed),
            shared=load.dispatch.shared,
        )


def reserve(figures: Figures, costs: Costs) -> float:
    """Seconds to allow for beyond the makespan; see `Trial`.

    Work that a task takes more would, spread over all workers, add its share anyway.
    """
    driver = driver_seconds(figures.tasks, costs)
    uneven = task_seconds(figures, costs) * (1 - 1 / figures.workers)
    return driver + uneven + morsel_seconds(figures, costs)


def _run(load: Load, placed: tuple[int, ...], costs: Costs) -> Occupancy:
    """One run of the model, the same each time, with so many actors on each worker."""
    random = Random(_SEED)
    if not load.groups:
        placed = tuple(random.sample(placed, len(placed)))
    stage, machine = Stage(placed, _batch_size(load)), _machine(load, len(placed))
    return run_in_cells(load.sizes or (), stage, machine, costs, random, most_events=_MOST_EVENTS)


def _machine(load: Load, workers: int) -> Machine:
    if load.groups:
        return machine_of_groups(load.groups, load.dispatch)
    return machine_of(workers, None if load.cpus is None else int(load.cpus.low), load.dispatch)


def _batch_size(load: Load) -> int:
    return int(min(load.batch_size.high, DEFAULT_MORSEL_ROWS))
