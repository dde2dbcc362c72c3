"""Draws pipelines at random: what decides who works and who idles, over wide ranges."""

from __future__ import annotations

import math
from random import Random

from daft_lint.verification.shape import (
    ClusterSize,
    PlanShape,
    Shape,
    StepKind,
    StepShape,
    UdfShape,
)

CPUS_PER_WORKER = 8
_WATCHED = "watched"
_MOST_WORKERS = 4
_MOST_ACTORS = 8
_MOST_PARTITIONS = 16
_ROWS = (200, 4_000)
_BATCH_ROWS = (10, 1_000)
_BEST_SECONDS = (0.5, 2.0)


def draw_shapes(seed: int, count: int) -> tuple[Shape, ...]:
    """So many shapes; the same seed draws the same ones, and each worker count as often."""
    random = Random(seed)
    return tuple(_shape(random, 1 + number % _MOST_WORKERS) for number in range(count))


def _shape(random: Random, workers: int) -> Shape:
    rows = _number(random, *_ROWS)
    concurrency = random.randint(1, _MOST_ACTORS)
    batch_size = None if random.random() < 0.2 else _number(random, *_BATCH_ROWS)
    # If no actor idles and a morsel costs nothing but its rows, the run lasts this long.
    seconds = random.uniform(*_BEST_SECONDS)
    udf = UdfShape(_WATCHED, concurrency, batch_size, row_seconds=seconds * concurrency / rows)
    partitions = 1 if random.random() < 0.5 else random.randint(2, _MOST_PARTITIONS)
    steps = (*_steps(random), StepShape(StepKind.UDF, udfs=(udf,)))
    return Shape(
        PlanShape(rows, partitions, steps), ClusterSize(workers, CPUS_PER_WORKER), _WATCHED
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
    if random.random() < 0.3:
        steps.append(StepShape(StepKind.INTO_BATCHES, _number(random, *_BATCH_ROWS)))
    return tuple(steps)


def _number(random: Random, low: int, high: int) -> int:
    """A whole number, small ones as likely as large ones on a logarithmic scale."""
    return round(low * math.pow(high / low, random.random()))
