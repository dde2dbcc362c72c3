"""The scale of a replay: small enough for the machine, with the ratios that decide occupancy.

Dividing workers, actors, partitions and rows by one number keeps the tasks and the actors of a
worker and the morsels of an actor. Dividing rows and batch sizes by one number keeps the morsels.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator

from daft_lint.plan.quantity import Quantity
from daft_lint.records import dataclass, field, replace
from daft_lint.verification.replay_shapes import NotReplayableError
from daft_lint.verification.shape import PlanShape, Shape, StepKind, StepShape, UdfShape, udfs_of
from daft_lint.verification.shape_model import pool_of

_COUNTS_PARTITIONS = frozenset(
    {StepKind.HASH_REPARTITION, StepKind.RANDOM_REPARTITION, StepKind.INTO_PARTITIONS}
)
_COUNTS_ROWS = frozenset({StepKind.INTO_BATCHES, StepKind.LIMIT})


@dataclass(frozen=True, slots=True)
class Limits:
    """How large a replay may get.

    A shape is scaled down to `workers`, `actors` and `rows` where it can be; where it can't, it
    runs as it is up to the limits that start with `most`. `cpus` are those of this machine.
    """

    workers: int = 2
    actors: int = 8
    rows: int = 20_000
    most_workers: int = 8
    most_actors: int = 32
    most_rows: int = 1_000_000
    cpus: int = field(default_factory=lambda: os.cpu_count() or 1)


@dataclass(frozen=True, slots=True)
class Scale:
    """What to divide by.

    `cluster` divides workers and all that is spread over them, `batch` rows and batch sizes.
    """

    cluster: int = 1
    batch: int = 1

    def applied(self, shape: Shape) -> Shape:
        """The shape at this scale.

        Raises:
            NotReplayableError: when a number can't be divided.
        """
        size, by = shape.cluster, self.cluster
        groups = tuple(
            replace(group, workers=_divided(group.workers, by, "workers")) for group in size.groups
        )
        size = replace(size, workers=_divided(size.workers, by, "workers"), groups=groups)
        return replace(shape, cluster=size, plan=_plan(shape.plan, self))


def scale_of(shape: Shape, remedied: Shape | None, limits: Limits) -> Scale:
    """The least division that makes a shape small enough, and fits its remedy if one can.

    Raises:
        NotReplayableError: when none does and keeps the ratios.
    """
    shapes = [shape] if remedied is None else [shape, remedied]
    best = Scale(_cluster_divisor(shapes, limits))
    return Scale(best.cluster, _batch_divisor(shapes, best, limits))


def described(shape: Shape, scale: Scale) -> Iterator[str]:
    """The changes of a scale to a shape, in one line each."""
    if scale.cluster > 1:
        small = scale.applied(shape)
        workers = f"{small.cluster.workers} of {shape.cluster.workers} workers"
        if small.udf.concurrency is None:
            yield f"workers, partitions and rows are divided by {scale.cluster}: {workers}"
        else:
            actors = f"{small.udf.concurrency} of {shape.udf.concurrency} actors"
            yield (
                f"workers, actors, partitions and rows are divided by {scale.cluster}: "
                f"{workers}, {actors}"
            )
    if scale.batch > 1:
        yield f"rows and batch sizes are divided by {scale.batch:,}"


def _cluster_divisor(shapes: list[Shape], limits: Limits) -> int:
    workers = shapes[0].cluster.workers
    actors = max(_actors(shape) for shape in shapes)
    divisors = [number for number in range(1, workers + 1) if _divides(number, workers, shapes)]
    small = (
        divisor
        for divisor in divisors
        if workers // divisor <= limits.workers and actors // divisor <= limits.actors
    )
    best = next(small, divisors[-1])
    if workers // best > limits.most_workers:
        raise NotReplayableError(
            f"{workers:,} workers are more than the {limits.most_workers} that a replay can "
            "start, and they can't be scaled down with actors and partitions at the same ratios: "
            f"try --workers {limits.most_workers}"
        )
    if actors // best > limits.most_actors:
        raise NotReplayableError(
            f"{actors:,} actors are more than the {limits.most_actors} that a replay can start, "
            "and they can't be scaled down with workers and partitions at the same ratios"
        )
    return best


def _divides(divisor: int, workers: int, shapes: list[Shape]) -> bool:
    """Whether it keeps the ratios; two workers stay, so that one may be left out."""
    if workers % divisor or (workers > 1 and workers // divisor < 2):
        return False
    return _keeps_ratios(Scale(cluster=divisor), shapes)


def _keeps_ratios(scale: Scale, shapes: list[Shape]) -> bool:
    try:
        return all(_ratios(scale.applied(shape)) == _ratios(shape) for shape in shapes)
    except NotReplayableError:
        return False


def _ratios(shape: Shape) -> tuple[Quantity | None, ...]:
    """What decides occupancy: tasks and actors of a worker, and morsels of a task."""
    pool = pool_of(shape)
    decisive = (pool.tasks_per_worker, pool.local_actors, pool.morsels_per_task)
    return tuple(quantity and replace(quantity, origins=()) for quantity in decisive)


def _batch_divisor(shapes: list[Shape], scale: Scale, limits: Limits) -> int:
    rows = _rows_of(shapes[0].plan) // scale.cluster
    if rows <= limits.rows:
        return 1
    least = math.ceil(rows / limits.rows)
    common = math.gcd(*(count for shape in shapes for count in _row_counts(shape.plan)))
    divisors = [divisor for divisor in _divisors(common) if divisor >= least] if common else [least]
    for divisor in divisors:
        if _keeps_ratios(Scale(scale.cluster, divisor), shapes):
            return divisor
    if rows <= limits.most_rows:
        return 1
    raise NotReplayableError(
        f"{rows:,} rows are too many to replay, and rows and batch sizes can't be scaled down "
        "without changing the morsels (batches)"
    )


def _row_counts(plan: PlanShape) -> Iterator[int]:
    for step in plan.steps:
        if step.kind in _COUNTS_ROWS and step.count is not None:
            yield step.count
        yield from (udf.batch_size for udf in step.udfs if udf.batch_size is not None)
        if step.other is not None:
            yield from _row_counts(step.other)


def _divisors(number: int) -> list[int]:
    small = [index for index in range(1, math.isqrt(number) + 1) if number % index == 0]
    return sorted({*small, *(number // each_number for each_number in small)})


def _actors(shape: Shape) -> int:
    return sum(udf.concurrency or 0 for udf in udfs_of(shape.plan))


def _rows_of(plan: PlanShape) -> int:
    """The rows of all sources."""
    return plan.rows + sum(_rows_of(step.other) for step in plan.steps if step.other is not None)


def _plan(plan: PlanShape, scale: Scale) -> PlanShape:
    return PlanShape(
        max(1, round(_rows_divided(plan.rows, scale.cluster) / scale.batch)),
        plan.partitions
        if _dealt_out_anew(plan)
        else _divided(plan.partitions, scale.cluster, "partitions"),
        tuple(_step(step, scale) for step in plan.steps),
    )


def _dealt_out_anew(plan: PlanShape) -> bool:
    """Whether the partitions of the source are gone before they matter."""
    first = next((step for step in plan.steps if step.kind is not StepKind.SORT), None)
    return first is not None and first.kind in _COUNTS_PARTITIONS and first.count is not None


def _step(step: StepShape, scale: Scale) -> StepShape:
    return replace(
        step,
        count=_count(step, scale),
        udfs=tuple(_udf(udf, scale) for udf in step.udfs),
        other=None if step.other is None else _plan(step.other, scale),
    )


def _count(step: StepShape, scale: Scale) -> int | None:
    if step.count is None:
        return None
    if step.kind in _COUNTS_PARTITIONS:
        return _divided(step.count, scale.cluster, "partitions")
    if step.kind is StepKind.LIMIT:
        return _divided(_divided(step.count, scale.cluster, "rows"), scale.batch, "rows")
    return _divided(step.count, scale.batch, "rows")


def _udf(udf: UdfShape, scale: Scale) -> UdfShape:
    return replace(
        udf,
        concurrency=_optional(udf.concurrency, lambda n: _divided(n, scale.cluster, "actors")),
        batch_size=_optional(udf.batch_size, lambda n: _divided(n, scale.batch, "rows")),
        # A row stands for as many rows as the scale merges.
        row_seconds=udf.row_seconds * scale.batch,
    )


def _optional(number: int | None, function: Callable[[int], int]) -> int | None:
    return None if number is None else function(number)


# With so many rows, one more or less doesn't matter.
_MANY_ROWS = 10_000


def _rows_divided(rows: int, divisor: int) -> int:
    if rows % divisor and rows // divisor < _MANY_ROWS:
        raise NotReplayableError(f"{rows:,} rows can't be divided by {divisor}")
    return rows // divisor


def _divided(number: int, divisor: int, noun: str) -> int:
    if number % divisor:
        raise NotReplayableError(f"{number:,} {noun} can't be divided by {divisor}")
    return number // divisor
