"""The outcome of some work: who idles, how well it is used, and how long it takes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from statistics import fmean
from typing import TypeVar

from daft_lint.plan.quantity import Quantity, between, exactly
from daft_lint.records import dataclass, replace
from daft_lint.scheduling.simulation.occupancy import Occupancy
from daft_lint.scheduling.simulation.run_times import Times, times_of

ERROR = 0.05
"""Widens the simulated range of makespans: 195 of 200 runs lay in it (docs/model-accuracy.md)."""

Number = TypeVar("Number", int, float)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What may become of some work, as ranges over chance and over unknown numbers.

    `idle` are actors without a row, `utilisation` is busy time over paid time, from 0 to 1.
    `occupancy` is one likely run, None where too little is known to tell one. `makespan` is the
    time in seconds from the start of the first morsel to the end of the last, None where nothing
    tells it. `unplaced` actors find no place on the cluster, whatever happens: they count as idle.
    `times` are the makespans of the simulated runs, None where there are none, and `times_of_all`
    those of all pools of its chain. `at_ends` are what changes are judged by on other machines than
    the usual one, where it is of several.
    """

    idle: Quantity
    utilisation: Quantity
    occupancy: Occupancy | None = None
    makespan: Quantity | None = None
    unplaced: int = 0
    times: Times | None = None
    times_of_all: Times | None = None
    at_ends: tuple[Times | None, ...] = ()

    @property
    def judged(self) -> Times | None:
        """The makespans that a change has to shorten: what wins a pool time may cost its chain."""
        return self.times_of_all or self.times

    def with_unplaced(self, missing: int, placed: int) -> Outcome:
        """The outcome for a pool that asks for so many actors more than the `placed` ones."""
        share = placed / (placed + missing)
        return replace(
            self,
            idle=self.idle + exactly(missing),
            utilisation=self.utilisation.mapped(lambda used: used * share),
            unplaced=missing,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Distribution(Outcome):
    """The outcome of simulated runs: what nine of ten of them do.

    As many actors idle as in the narrowest range that holds nine runs of ten, and so with the
    utilisation and the makespan; these are wider by the error of the model, as `times` are not.
    The `mean_utilisation` is from 0 to 1: where two quite different things can happen hardly any
    run is near it. `occupancy` is a run inside the ranges, of middle utilisation.

    What no run can do isn't in the ranges, whatever the error: none ends before its busiest actor
    has worked, and so none has a utilisation above what the largest share allows.
    """

    occupancy: Occupancy
    makespan: Quantity
    times: Times
    mean_utilisation: float


def distribution_of(runs: Sequence[Occupancy]) -> Distribution:
    """The distribution of at least one run."""
    low, high = narrowest([run.idle for run in runs])
    times = times_of(run.span for run in runs)
    shortest, longest = narrowest(times.spans)
    utilisations = [run.utilisation for run in runs]
    lowest, highest = narrowest(utilisations)
    inside = sorted(
        (run for run in runs if low <= run.idle <= high and lowest <= run.utilisation <= highest),
        key=lambda run: run.utilisation,
    )
    busiest = [max(actor.busy_seconds for actor in run.actors) for run in runs]
    most = max(map(_most_utilised, runs, busiest))
    makespan = between(max(shortest * (1 - ERROR), min(busiest)), longest * (1 + ERROR))
    return Distribution(
        between(low, high),
        between(lowest * (1 - ERROR), max(highest, min(most, highest * (1 + ERROR)))),
        occupancy=inside[len(inside) // 2],
        # The mean may lie outside, where one run of ten is much shorter or longer.
        makespan=makespan.hull(exactly(times.expected)),
        times=times,
        mean_utilisation=fmean(utilisations),
    )


def _most_utilised(run: Occupancy, busiest: float) -> float:
    """The utilisation if a run ended as soon as its busiest actor has worked."""
    worked = sum(actor.busy_seconds for actor in run.actors)
    return worked / (len(run.actors) * busiest) if busiest else 0.0


def narrowest(numbers: Sequence[Number]) -> tuple[Number, Number]:
    """The narrowest range that holds nine tenths of the numbers."""
    ordered = sorted(numbers)
    inside = max(1, -(-len(ordered) * 9 // 10))
    starts = range(len(ordered) - inside + 1)
    low = min(starts, key=lambda start: ordered[start + inside - 1] - ordered[start])
    return ordered[low], ordered[low + inside - 1]


def on_all(outcomes: Sequence[Outcome]) -> Outcome:
    """The ranges over outcomes of the same work on several machines, the usual one first."""
    usual, *others = outcomes
    makespans = [each.makespan for each in outcomes if each.makespan is not None]
    return Outcome(
        reduce(Quantity.hull, [each.idle for each in outcomes]),
        reduce(Quantity.hull, [each.utilisation for each in outcomes]),
        usual.occupancy,
        reduce(Quantity.hull, makespans) if len(makespans) == len(outcomes) else None,
        usual.unplaced,
        usual.times,
        usual.times_of_all,
        tuple(other.judged for other in others),
    )
