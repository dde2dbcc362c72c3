"""A forecast for a pool with given costs of rows, morsels and tasks."""

from __future__ import annotations

import math

from daft_lint.plan.pipeline import UdfCall
from daft_lint.plan.quantity import Quantity, between, exactly
from daft_lint.records import replace
from daft_lint.scheduling.prediction.bounds import Load, outcome
from daft_lint.scheduling.prediction.chains import chain_distribution
from daft_lint.scheduling.prediction.distribution import distribution
from daft_lint.scheduling.prediction.known_runs import Chain
from daft_lint.scheduling.prediction.outcome import Outcome
from daft_lint.scheduling.simulation.costs import Costs
from daft_lint.scheduling.simulation.occupancy import ActorUse, Occupancy
from daft_lint.scheduling.simulation.placement import room

_PLENTY = 10**9
RUNS = 60
"""So many runs, at most, tell what a forecast says."""

FEW_RUNS = 6
"""So many runs of a chain tell what other machines than the usual one make of it."""


def forecast(
    load: Load,
    costs: Costs,
    chain: Chain | None = None,
    call: UdfCall | None = None,
    runs_of_chain: int = RUNS,
) -> Outcome:
    """Simulate a load, or bound what becomes of it where not all of it is known.

    With the `chain` of its pipeline, the pool of that `call` gets its rows when the other UDFs are
    done with them, and waits for them where they are slower. That is simulated so many times.
    """
    places = _places(load)
    if load.actors.known and places < load.actors.count:
        return _crowded(load, costs, places)
    found: Outcome | None = None
    if chain is not None and call is not None:
        found = chain_distribution(chain, call, load, costs, runs=runs_of_chain)
    if found is None:
        found = distribution(load, costs, runs=RUNS, alike_runs=None)
    if found is None:
        result = outcome(load)
        makespan = _makespan(load, result.utilisation, costs)
        return replace(result, makespan=makespan)
    return found


def _places(load: Load) -> int:
    """Actors that the cluster has room for; a very large number where unknown."""
    if load.groups:
        return sum(load.rooms)
    if load.cpus is None or not (load.cpus.known and load.workers.known):
        return _PLENTY
    return load.workers.count * room(load.cpus.count, 0, load.actor_cpus, 0)


def _crowded(load: Load, costs: Costs, places: int) -> Outcome:
    """Only so many actors find a place; the others idle."""
    missing = load.actors.count - places
    if not places:
        idle = tuple(ActorUse(0, 0, 0, 0.0) for _ in range(missing))
        return Outcome(exactly(missing), exactly(0), Occupancy(idle, 0.0), unplaced=missing)
    return forecast(replace(load, actors=exactly(places)), costs).with_unplaced(missing, places)


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
