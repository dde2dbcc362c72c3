"""Runs shapes on local Ray clusters, and records what the actors did."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from recording import PoolRun, Recorded, since

from daft_lint.verification.engine_process import (
    EngineError,
    EngineGoneError,
    EngineProcess,
    EngineTimeoutError,
)
from daft_lint.verification.messages import ActorLog, NodeFacts, Ran, Replay, Start, Started
from daft_lint.verification.observed_trials import DisturbedError
from daft_lint.verification.shape import (
    ClusterSize,
    PlanShape,
    Shape,
    StepKind,
    StepShape,
    UdfShape,
    udfs_of,
)

_START_SECONDS = 120.0
_RUN_SECONDS = 60.0
_PATIENCE = 30.0


@dataclass(frozen=True, slots=True)
class Numbered:
    """A shape, the seed that drew it, and its number among the shapes of that seed."""

    seed: int
    number: int
    shape: Shape


def run(shapes: Sequence[Numbered], seconds: float = float("inf")) -> Iterator[Recorded]:
    """Run each shape once, one cluster after another; start none after so many seconds.

    Raises:
        EngineError: when no cluster can be started.
    """
    end = time.monotonic() + seconds
    left = sorted(shapes, key=lambda shape: (_order(shape.shape.cluster), shape.seed, shape.number))
    while left and time.monotonic() < end:
        done = 0
        for seen in _on_one_cluster(left, end):
            done += 1
            yield seen
        left = left[done:]


def _order(size: ClusterSize) -> tuple[object, ...]:
    return (
        size.native,
        len(size.groups),
        size.workers,
        size.cpus_per_worker,
        repr(size.groups),
    )


def _on_one_cluster(shapes: Sequence[Numbered], end: float) -> Iterator[Recorded]:
    """Run the first of the shapes and those after it, as long as its cluster is of use."""
    size = shapes[0].shape.cluster
    with EngineProcess() as engine:
        started = engine.ask(Start(size), _START_SECONDS)
        if not isinstance(started, Started):
            raise EngineError("the cluster did not start")
        versions = f"Daft {started.daft}, Ray {started.ray}, Python {started.python}"
        nodes = tuple(sorted(started.nodes, key=_by_room(size)))
        # The first run of a cluster starts Daft's own actors.
        engine.ask(Replay(_warm_up(size), _PATIENCE), _RUN_SECONDS)
        for shape in shapes:
            if shape.shape.cluster != size or time.monotonic() > end:
                return
            begun = Recorded(shape.seed, shape.number, shape.shape, versions, nodes)
            try:
                yield _observed(engine, begun)
            except (EngineTimeoutError, EngineGoneError) as error:
                yield _failed(begun, error)
                return


def _by_room(size: ClusterSize) -> Callable[[NodeFacts], tuple[int, str]]:
    """Puts nodes in the order of the cluster's groups."""

    def key(node: NodeFacts) -> tuple[int, str]:
        return size.each.index((int(node.cpus), int(node.gpus))), node.node

    return key


def _warm_up(size: ClusterSize) -> Shape:
    udf = UdfShape("warm_up", 1, None)
    split = StepShape(StepKind.INTO_PARTITIONS, size.workers)
    steps = (split, StepShape(StepKind.UDF, udfs=(udf,)))
    return Shape(PlanShape(10 * size.workers, 1, steps), size, udf.name)


def _observed(engine: EngineProcess, begun: Recorded) -> Recorded:
    try:
        ran = engine.ask(Replay(begun.shape, _PATIENCE), _RUN_SECONDS)
        assert isinstance(ran, Ran)
        seen = _seen(begun, ran)
        # Fails when the run tells nothing.
        seen.of(seen.shape.watched)
    except (EngineTimeoutError, EngineGoneError):
        raise
    except (EngineError, DisturbedError) as error:
        return _failed(begun, error)
    return seen


def _seen(begun: Recorded, ran: Ran) -> Recorded:
    pools: dict[str, list[ActorLog]] = {
        udf.name: []
        for udf in udfs_of(begun.shape.plan)
        if udf.concurrency or udf.name == begun.shape.watched
    }
    for log in (*ran.actors, *ran.others):
        pools[_udf_of(log)].append(since(log, ran.began))
    return Recorded(
        begun.seed,
        begun.number,
        begun.shape,
        begun.versions,
        begun.nodes,
        ran.seconds,
        tuple(PoolRun(name, tuple(logs)) for name, logs in pools.items()),
    )


def _udf_of(log: ActorLog) -> str:
    """The name of the UDF that an actor serves, which its expression gives to its column."""
    return str(re.findall(r"\br\d+_(\w+)", log.udf)[-1])


def _failed(begun: Recorded, error: Exception) -> Recorded:
    return Recorded(
        begun.seed,
        begun.number,
        begun.shape,
        begun.versions,
        begun.nodes,
        failure=" ".join(str(error).split()) or type(error).__name__,
    )
