"""Utilisations that a pool surely reaches, and that no run exceeds, without a simulation."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import product
from typing import TYPE_CHECKING

from daft_lint.plan.quantity import Quantity
from daft_lint.records import dataclass
from daft_lint.scheduling.simulation.costs import EQUAL_ROWS
from daft_lint.scheduling.simulation.dispatch import SHARED_STACK
from daft_lint.scheduling.simulation.least_times import figures_of, least_seconds
from daft_lint.scheduling.simulation.placement import spread

if TYPE_CHECKING:
    from daft_lint.scheduling.prediction.bounds import Load

_MOST_CASES = 64


@dataclass(frozen=True, slots=True)
class Work:
    """The rows that reach a pool, and how they lie in tasks.

    There are from `fewest_tasks` to `most_tasks` tasks with rows, each with `least` to `most` rows,
    `rows` in all.
    """

    fewest_tasks: int
    most_tasks: int
    least: float
    most: float
    rows: int


def work_of(sizes: Mapping[int, int]) -> Work:
    """The work of tasks when it is known how many have each size, none of them without rows."""
    tasks = sum(sizes.values())
    rows = sum(size * number for size, number in sizes.items())
    return Work(tasks, tasks, min(sizes), max(sizes), rows)


def least_utilisation(work: Work, load: Load) -> float:
    """At least this utilisation comes of the work, on the actors and workers of the load.

    From 0 to 1; 0 where nothing is sure, as before Daft 0.7.6 or on unequal workers. Rows cost the
    same and nothing else costs any, as in a prediction. The tasks and rows of `load` are left out
    of account. It never falls while `rows` grow, as long as `most` grows no faster and `least`
    keeps up.

    As long as morsels wait on a worker, all of its slots are taken, and so all of its actors work.
    What is lost is lost after the last one went out: two morsels of an actor at most.
    """
    actors, workers = values(load.actors), values(load.workers)
    if not load.is_even or load.dispatch != SHARED_STACK:
        return 0.0
    if not work.rows or not actors or not workers:
        return 0.0
    return min(_reached(work, load, *case) for case in product(actors, workers))


def utilisation_of_many(kinds: Mapping[int, int], load: Load) -> Quantity:
    """Between what is surely reached and what no run exceeds, for everything inside the ranges.

    Of tasks with rows, `kinds` tells how many have so many. Many tasks even out: while some wait, a
    worker that ends one gets another, so that those with more actors get more of them. What is lost
    for sure is what they lose that all start at once. The more tasks there are, the narrower it is.
    """
    low = least_utilisation(work_of(kinds), load)
    return Quantity(low, max(low, _most(kinds, load)))


def _most(kinds: Mapping[int, int], load: Load) -> float:
    actors, workers = values(load.actors), values(load.workers)
    if not actors or not workers:
        return 1.0
    return max(_most_of(kinds, load, *case) for case in product(actors, workers))


def _most_of(kinds: Mapping[int, int], load: Load, actors: int, workers: int) -> float:
    cpus = load.cpus_with(actors, workers)
    most_cpus = None if math.isinf(cpus.high) else int(cpus.high)
    batch_size, placed = int(load.batch_size.low), spread(actors, workers)
    figures = figures_of(kinds, batch_size, placed, most_cpus, shared=load.dispatch.shared)
    # Every worker starts with as many tasks as it has CPUs, if there are so many.
    first = min(figures.tasks // workers, cpus.low) * figures.smallest
    first_seconds = first / (actors // workers) if actors >= workers else 0
    return figures.rows / (actors * max(least_seconds(figures, EQUAL_ROWS), first_seconds))


def values(quantity: Quantity, ceiling: float = math.inf) -> range | None:
    """The whole numbers in a range, from 1; all from `ceiling` up are alike. None: too many."""
    low = max(1, math.ceil(min(quantity.low, ceiling)))
    high = min(quantity.high, ceiling)
    if math.isinf(high) or high - low >= _MOST_CASES:
        return None
    return range(low, max(low, math.floor(high)) + 1)


def _reached(work: Work, load: Load, actors: int, workers: int) -> float:
    if workers > actors:
        span = _span_of_shared(work, load, actors, workers)
    else:
        crew = _Crew(work, load, actors, workers)
        span = min(crew.span_of_few(), crew.span_of_many())
    return work.rows / (actors * span)


def _span_of_shared(work: Work, load: Load, actors: int, workers: int) -> float:
    """Seconds where some workers have no actor, so that their tasks use those of all.

    While tasks wait, each actor has one of its own worker. One at least works on the last ones.
    """
    last_tasks = load.cpus_with(actors, workers).high * workers
    return work.rows / actors + last_tasks * work.most


class _Crew:
    """The actors of a pool on workers that all have some: `fewest` on one, or one more."""

    def __init__(self, work: Work, load: Load, actors: int, workers: int) -> None:
        self.work = work
        self.actors = actors
        self.workers = workers
        self.fewest, extra = divmod(actors, workers)
        self.most = self.fewest + (extra > 0)
        self.cpus = load.cpus_with(actors, workers)
        self.morsel = min(load.batch_size.high, work.most)

    def span_of_few(self) -> float:
        """Seconds for a fixed number of tasks; infinite when nothing is sure."""
        if self.work.fewest_tasks != self.work.most_tasks:
            return math.inf
        tasks = math.ceil(self.work.most_tasks / self.workers)
        rows = min(tasks * self.work.most, self.work.rows)
        if tasks <= self.cpus.low:
            return rows / self.fewest + self._tail(tasks)
        if self.workers > 1:
            # Tasks end in bunches, so that one worker may get more of those that wait.
            return math.inf
        # Its actors may run out of morsels up to the end of each task.
        return rows / self.fewest + 2 * self.morsel * tasks

    def span_of_many(self) -> float:
        """Seconds for any number of tasks, on workers of a known number of CPUs.

        While tasks wait, a worker has one for each CPU, and each of these has a morsel with an
        actor. An actor holds two at most.
        """
        if math.isinf(self.cpus.high):
            return math.inf
        extra = self.actors % self.workers
        held = math.ceil(self.cpus.low / 2)
        busy = (self.workers - extra) * min(self.fewest, held) + extra * min(self.most, held)
        last_tasks = self.cpus.high * self.work.most / self.fewest
        return self.work.rows / busy + last_tasks + 2 * self.morsel

    def _tail(self, tasks: int) -> float:
        """Seconds that the last actor is behind the mean, when all tasks start at once.

        Others end two morsels earlier at most; one of these is whole, unless it is the rest of a
        task.
        """
        others = self.most - 1
        return (others + min(tasks, others)) * self.morsel / self.most
