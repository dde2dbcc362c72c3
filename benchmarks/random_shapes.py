"""Draws pipelines at random: what decides who works and who idles, over wide ranges."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from random import Random

from daft_lint.plan.cluster import WorkerGroup
from daft_lint.verification.shape import (
    ClusterSize,
    PlanShape,
    Shape,
    StepKind,
    StepShape,
    UdfShape,
    unequal,
)

WATCHED = "watched"
OTHER_POOL = "other_pool"
IN_TASK = "in_task"

_CPUS = 8
_MOST_ACTORS = 8
_MOST_OTHER_ACTORS = 4
_MOST_PARTITIONS = 16
_ROWS = (200, 4_000)
_BATCH_ROWS = (10, 1_000)
_BEST_SECONDS = (0.5, 2.0)
_IN_TASK_SECONDS = (0.5, 4.0)
_UNSET = 0.2
_BATCHED = 0.3
_LIMITED = 0.08
_LIMIT_SHARE = (0.2, 0.9)

_AMPLE = tuple(ClusterSize(workers, _CPUS) for workers in range(1, 5))
_FEW_CPUS = tuple(
    ClusterSize(workers, cpus) for workers, cpus in ((1, 3), (2, 2), (2, 3), (3, 2), (4, 2), (4, 3))
)
_UNEQUAL_CPUS = tuple(
    unequal(groups)
    for groups in (
        (WorkerGroup(1, 8), WorkerGroup(1, 3)),
        (WorkerGroup(1, 8), WorkerGroup(2, 2)),
        (WorkerGroup(2, 6), WorkerGroup(2, 3)),
    )
)
_SOME_GPUS = tuple(
    unequal(groups)
    for groups in (
        (WorkerGroup(1, 8, 4), WorkerGroup(1, 8)),
        (WorkerGroup(2, 8, 2), WorkerGroup(2, 8)),
        (WorkerGroup(1, 8, 3), WorkerGroup(1, 4, 1), WorkerGroup(1, 8)),
    )
)


class Kind(Enum):
    """What a shape tries besides the numbers that every shape varies."""

    PLAIN = "one pool, 8 CPUs per worker"
    FEW_CPUS = "one pool, 2 or 3 CPUs per worker"
    CHAINED = "two UDFs in a row"
    UNEQUAL = "unequal workers"


_TURNS = (
    *(Kind.PLAIN,) * 4,
    Kind.CHAINED,
    Kind.FEW_CPUS,
    Kind.UNEQUAL,
    *(Kind.PLAIN,) * 4,
    Kind.CHAINED,
    Kind.FEW_CPUS,
    *(Kind.PLAIN,) * 4,
    Kind.CHAINED,
    Kind.FEW_CPUS,
    Kind.UNEQUAL,
)
"""Of twenty shapes twelve are plain."""


def draw_shapes(seed: int, count: int) -> tuple[Shape, ...]:
    """So many shapes; the same seed draws the same ones, and each kind as often."""
    random = Random(seed)
    return tuple(_shape(random, number) for number in range(count))


def kind_of(shape: Shape) -> Kind:
    """What a shape tries."""
    if shape.cluster.groups:
        return Kind.UNEQUAL
    if sum(len(step.udfs) for step in shape.plan.steps) > 1:
        return Kind.CHAINED
    return Kind.PLAIN if shape.cluster.cpus_per_worker == _CPUS else Kind.FEW_CPUS


def sizes_are_random(shape: Shape) -> bool:
    """Whether a shuffle decides by chance how many rows a task of the watched pool has."""
    kinds = {step.kind for step in shape.plan.steps}
    return bool(kinds & {StepKind.HASH_REPARTITION, StepKind.RANDOM_REPARTITION})


@dataclass(frozen=True, slots=True)
class _Room:
    """What a pool finds: the cluster, the actors that fit, and whether they take GPUs."""

    cluster: ClusterSize
    actors: int
    gpus: float | None = None


def _shape(random: Random, number: int) -> Shape:
    kind = _TURNS[number % len(_TURNS)]
    room = _room(random, kind, number)
    rows = _number(random, *_ROWS)
    partitions = 1 if random.random() < 0.5 else random.randint(2, _MOST_PARTITIONS)
    steps = list(_steps(random))
    worked, limited = rows, False
    if random.random() < _LIMITED and not _regroup(steps):
        worked, limited = round(rows * random.uniform(*_LIMIT_SHARE)), True
        steps.insert(random.randint(0, len(steps)), StepShape(StepKind.LIMIT, worked))
    if kind is Kind.CHAINED:
        steps += _chain(random, room, worked, limited=limited)
    else:
        steps.append(StepShape(StepKind.UDF, udfs=(_pool(random, WATCHED, room, worked),)))
    return Shape(PlanShape(rows, partitions, tuple(steps)), room.cluster, WATCHED)


def _regroup(steps: Iterable[StepShape]) -> bool:
    """Whether there is an `into_partitions`, which hangs after a limit (Daft 0.7.26).

    It collects all tasks before it submits the first one, and the limit ends only when some ran.
    Source: into_partitions.rs and limit.rs in daft-distributed.
    """
    return any(step.kind is StepKind.INTO_PARTITIONS for step in steps)


def _room(random: Random, kind: Kind, number: int) -> _Room:
    if kind is Kind.FEW_CPUS:
        cluster = random.choice(_FEW_CPUS)
    elif kind is not Kind.UNEQUAL:
        # Another one in each turn, or chains would never come to three workers.
        cluster = _AMPLE[(number + number // len(_TURNS)) % len(_AMPLE)]
    elif random.random() < 0.5:
        cluster = random.choice(_UNEQUAL_CPUS)
    else:
        cluster = random.choice(_SOME_GPUS)
        return _Room(cluster, sum(gpus for _, gpus in cluster.each), 1.0)
    return _Room(cluster, min(_MOST_ACTORS, sum(cpus for cpus, _ in cluster.each)))


def _pool(random: Random, name: str, room: _Room, rows: int) -> UdfShape:
    concurrency = random.randint(1, room.actors)
    batch_size = None if random.random() < _UNSET else _number(random, *_BATCH_ROWS)
    # If no actor idles and a morsel costs nothing but its rows, the pool is done in so many.
    seconds = random.uniform(*_BEST_SECONDS)
    return UdfShape(
        name, concurrency, batch_size, gpus=room.gpus, row_seconds=seconds * concurrency / rows
    )


def _chain(random: Random, room: _Room, rows: int, *, limited: bool) -> tuple[StepShape, ...]:
    """The watched pool with another UDF before it or after it, and maybe a step between."""
    if random.random() < 0.5:
        # Both pools are there at the same time.
        total = sum(cpus for cpus, _ in room.cluster.each)
        other = _pool(random, OTHER_POOL, replace(room, actors=_MOST_OTHER_ACTORS), rows)
        most = min(_MOST_ACTORS, total - (other.concurrency or 1))
        watched = _pool(random, WATCHED, replace(room, actors=most), rows)
    else:
        batch_size = None if random.random() < _UNSET else _number(random, *_BATCH_ROWS)
        seconds = random.uniform(*_IN_TASK_SECONDS)
        other = UdfShape(IN_TASK, None, batch_size, row_seconds=seconds / rows)
        watched = _pool(random, WATCHED, room, rows)
    first, second = random.sample((other, watched), 2)
    between: tuple[StepShape, ...] = ()
    if random.random() < 0.4:
        if limited or random.random() < 0.5:
            between = (StepShape(StepKind.INTO_BATCHES, _number(random, *_BATCH_ROWS)),)
        else:
            between = (StepShape(StepKind.INTO_PARTITIONS, random.randint(1, _MOST_PARTITIONS)),)
    return (
        StepShape(StepKind.UDF, udfs=(first,)),
        *between,
        StepShape(StepKind.UDF, udfs=(second,)),
    )


def _steps(random: Random) -> tuple[StepShape, ...]:
    kinds = (
        None,
        StepKind.INTO_PARTITIONS,
        StepKind.RANDOM_REPARTITION,
        StepKind.HASH_REPARTITION,
    )
    kind = random.choice(kinds)
    steps = [] if kind is None else [StepShape(kind, random.randint(1, _MOST_PARTITIONS))]
    if random.random() < _BATCHED:
        steps.append(StepShape(StepKind.INTO_BATCHES, _number(random, *_BATCH_ROWS)))
    return tuple(steps)


def _number(random: Random, low: int, high: int) -> int:
    """A whole number, small ones as likely as large ones on a logarithmic scale."""
    return round(low * math.pow(high / low, random.random()))
