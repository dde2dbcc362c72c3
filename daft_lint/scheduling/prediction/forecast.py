"""A forecast for a pool with given costs of rows, morsels and tasks."""

from __future__ import annotations

import math
from collections.abc import Sequence

from daft_lint.plan.pipeline import UdfCall
from daft_lint.plan.quantity import Quantity, between, exactly
from daft_lint.records import dataclass, replace
from daft_lint.scheduling.prediction.bounds import Load, outcome
from daft_lint.scheduling.prediction.chains import Chain, chain_distribution
from daft_lint.scheduling.prediction.distribution import Distribution, distribution
from daft_lint.scheduling.simulation.costs import Costs
from daft_lint.scheduling.simulation.occupancy import ActorUse, Occupancy
from daft_lint.scheduling.simulation.placement import room
from daft_lint.scheduling.simulation.run_times import Times

_PLENTY = 10**9
RUNS = 60
"""So many runs, at most, tell what a forecast says."""

FEW_RUNS = 6
"""So many runs of a chain tell what other machines than the usual one make of it."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What nine runs of ten do, as ranges over chance and over unknown numbers.

    `idle` are actors without a row, `utilisation` is busy time over paid time, from 0 to 1.
    `makespan` is the time in seconds from the start of the first morsel to the end of the last,
    None where the rows aren't known. `occupancy` is one likely run, None where too little is known
    to simulate one. `unplaced` actors find no place on the cluster, whatever happens: they count as
    idle. `times` are the makespans of the simulated runs, None where there
    are none, and `times_of_all` those of all pools of its chain. `at_ends` are what changes are
    judged by on other machines than the usual one, where it is of several.
    """

    idle: Quantity
    utilisation: Quantity
    makespan: Quantity | None
    occupancy: Occupancy | None
    unplaced: int = 0
    times: Times | None = None
    at_ends: tuple[Times | None, ...] = ()
    times_of_all: Times | None = None

    @property
    def judged(self) -> Times | None:
        """The makespans that a change has to shorten: what wins a pool time may cost its chain."""
        return self.times_of_all or self.times


def forecast(
    load: Load,
    costs: Costs,
    chain: Chain | None = None,
    call: UdfCall | None = None,
    runs_of_chain: int = RUNS,
) -> Forecast:
    """Simulate a load, or bound what becomes of it where not all of it is known.

    With the `chain` of its pipeline, the pool of that `call` gets its rows when the other UDFs are
    done with them, and waits for them where they are slower. That is simulated so many times.
    """
    places = _places(load)
    if load.actors.known and places < load.actors.count:
        return _crowded(load, costs, places)
    found = None
    if chain is not None and call is not None:
        found = chain_distribution(chain, call, load, costs, runs=runs_of_chain)
    if found is None:
        found = distribution(load, costs, runs=RUNS, alike_runs=None)
    if found is None:
        result = outcome(load)
        makespan = _makespan(load, result.utilisation, costs)
        return Forecast(result.idle, result.utilisation, makespan, result.occupancy)
    return as_forecast(found)


def hull(forecasts: Sequence[Forecast]) -> Forecast:
    """The ranges over forecasts of the same work on several machines, the usual one first."""
    first, *others = forecasts
    first = replace(first, at_ends=tuple(other.judged for other in others))
    for other in others:
        first = replace(
            first,
            idle=first.idle.hull(other.idle),
            utilisation=first.utilisation.hull(other.utilisation),
            makespan=_either(first.makespan, other.makespan),
        )
    return first


def _either(quantity: Quantity | None, other: Quantity | None) -> Quantity | None:
    return None if quantity is None or other is None else quantity.hull(other)


def as_forecast(found: Distribution) -> Forecast:
    """What a distribution says, but for the time until the actors are ready."""
    return Forecast(
        found.idle,
        between(found.utilisation_low, found.utilisation_high),
        # The mean may lie outside, where one run of ten is much shorter or longer.
        between(found.makespan_low, found.makespan_high).hull(exactly(found.times.expected)),
        found.occupancy,
        times=found.times,
        times_of_all=found.times_of_all,
    )


def _places(load: Load) -> int:
    """Actors that the cluster has room for; a very large number where unknown."""
    if load.groups:
        return sum(load.rooms)
    if load.cpus is None or not (load.cpus.known and load.workers.known):
        return _PLENTY
    return load.workers.count * room(load.cpus.count, 0, load.actor_cpus, 0)


def _crowded(load: Load, costs: Costs, places: int) -> Forecast:
    """Only so many actors find a place; the others idle."""
    missing = load.actors.count - places
    if not places:
        idle = tuple(ActorUse(0, 0, 0, 0.0) for _ in range(missing))
        return Forecast(exactly(missing), exactly(0), None, Occupancy(idle, 0.0), missing)
    found = forecast(replace(load, actors=exactly(places)), costs)
    share = places / load.actors.count
    return Forecast(
        found.idle + exactly(missing),
        found.utilisation.mapped(lambda utilisation: utilisation * share),
        found.makespan,
        found.occupancy,
        missing,
        found.times,
    )


def _makespan(load: Load, utilisation: Quantity, costs: Costs) -> Quantity | None:
    """Bounds that follow from the rows and the utilisation."""
    rows, actors = load.rows, load.actors
    if math.isinf(rows.high) or math.isinf(actors.high) or not utilisation.low or not actors.low:
        return None
    morsels = Quantity(
        math.ceil(rows.low / max(1, load.batch_size.high)),
        min(rows.high, rows.high / max(1, load.batch_size.low) + load.tasks.high),
    )
    busy = [costs.of(rows.low, int(morsels.low)), costs.of(rows.high, int(morsels.high))]
    at_once = 1 if load.threads is None else load.threads.high
    tasks = load.tasks.high if math.isfinite(load.tasks.high) else rows.high
    handed_out = morsels.high * (costs.handover_seconds + costs.dispatch_seconds)
    driver = tasks * (costs.submit_seconds + costs.finish_seconds) + costs.travel_seconds
    return between(
        busy[0] / (actors.high * utilisation.high * at_once),
        busy[1] / (actors.low * utilisation.low) + handed_out + driver,
    )
