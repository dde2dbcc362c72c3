"""The expectation of the model for a run of a shape."""

from __future__ import annotations

from daft_lint.plan.quantity import exactly
from daft_lint.plan.unit import Unit
from daft_lint.records import replace
from daft_lint.scheduling.prediction.chains import chain_distribution, chain_of
from daft_lint.scheduling.prediction.distribution import distribution
from daft_lint.scheduling.prediction.outcome import Distribution
from daft_lint.scheduling.simulation.costs import Costs
from daft_lint.scheduling.simulation.occupancy import ActorUse
from daft_lint.scheduling.simulation.replay_costs import replay_costs
from daft_lint.verification.observation import Expectation
from daft_lint.verification.replay_shapes import NotReplayableError
from daft_lint.verification.shape import Shape, udfs_of
from daft_lint.verification.shape_model import placed, prediction_of, watched_pool
from daft_lint.verification.workers_and_gpus import by_worker_or_gpu


def expected(shape: Shape, daft_version: tuple[int, ...]) -> Expectation:
    """What the model expects of a run of a shape whose UDF sleeps as it says.

    Raises:
        NotReplayableError: when the model can't tell.
    """
    asked, room = shape.asked, placed(shape)
    found = outcomes(shape, daft_version, costs_of(shape))
    if shape.by_place:
        seen, unused = by_worker_or_gpu(shape, found.occupancy)
        most = min(len(seen.actors), unused + int(found.idle.high))
        return Expectation(unused, most, seen.utilisation, seen)
    return expectation_of(found, asked, room)


def expectation_of(found: Distribution, asked: int, room: int) -> Expectation:
    """The expectation for a pool with room for so many of its actors; the others get no row."""
    missing = asked - room
    return Expectation(
        int(found.idle.low) + missing,
        int(found.idle.high) + missing,
        found.mean_utilisation * room / asked,
        replace(found.occupancy, actors=tuple(sorted(found.occupancy.actors, key=_place_in_line))),
    )


def _place_in_line(actor: ActorUse) -> tuple[int, float]:
    return (actor.worker, actor.rows)


def costs_of(shape: Shape) -> Costs:
    """The costs of a run of a shape besides its sleeping."""
    actors = 1 if shape.unit is Unit.WORKER else max(1, placed(shape))
    costs = replay_costs(shape.udf.row_seconds, shape.cluster.workers, actors)
    return replace(costs, pool_start_seconds=costs.pool_start_seconds + shape.udf.start_seconds)


def outcomes(shape: Shape, daft_version: tuple[int, ...], costs: Costs) -> Distribution:
    """The possible outcomes for the actors that find a place.

    Raises:
        NotReplayableError: when the model can't tell.
    """
    prediction = prediction_of(shape, daft_version)
    pool = watched_pool(prediction, shape)
    load = replace(pool.load, actors=exactly(max(1, placed(shape))))
    if shape.cluster.native:
        cpus = exactly(shape.cluster.cpus_per_worker)
        load = replace(load, cpus=cpus, threads=None if load.threads is None else cpus)
    if shape.udf.is_async:
        # A worker has one async task after another.
        load = replace(load, threads=exactly(1))
    seconds = {udf.name: udf.row_seconds for udf in udfs_of(shape.plan)}
    # Beside work without a pool nothing takes time; the load decides who passes on morsels.
    alone = shape.unit is Unit.WORKER
    chain = None if alone else chain_of(prediction.flow, lambda udf: seconds[udf.name])
    if chain is None:
        found = distribution(load, costs)
    else:
        found = chain_distribution(chain, pool.call, load, costs)
    if found is None:
        raise NotReplayableError("too little is known about the replay's tasks to predict anything")
    return found
