"""The utilisation of a pool with more tasks than are simulated: worked out, not estimated."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from daft_lint.plan.quantity import Quantity
from daft_lint.scheduling.prediction.guarantees import least_utilisation, values, work_of
from daft_lint.scheduling.simulation.costs import EQUAL_ROWS
from daft_lint.scheduling.simulation.least_times import (
    Figures,
    figures_of,
    least_seconds,
    local_actors,
)
from daft_lint.scheduling.simulation.placement import spread

if TYPE_CHECKING:
    from daft_lint.scheduling.prediction.bounds import Load


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
    shared = load.dispatch.shared
    figures = figures_of(kinds, int(load.batch_size.low), 1, 1, None, shared=shared)
    return max(_most_of(figures, load, *case) for case in product(actors, workers))


def _most_of(figures: Figures, load: Load, actors: int, workers: int) -> float:
    cpus = load.cpus_with(actors, workers)
    figures = replace(
        figures,
        actors=actors,
        workers=workers,
        local=local_actors(spread(actors, workers)),
        cpus=None if math.isinf(cpus.high) else int(cpus.high),
    )
    # Every worker starts with as many tasks as it has CPUs, if there are so many.
    first = min(figures.tasks // workers, cpus.low) * figures.smallest
    first_seconds = first / (actors // workers) if actors >= workers else 0
    return figures.rows / (actors * max(least_seconds(figures, EQUAL_ROWS), first_seconds))
