"""The model is told of the workers of a shape, and of how many actors they have room for."""

from collections.abc import Sequence

import pytest

from daft_lint.plan.cluster import Cluster, WorkerGroup
from daft_lint.plan.quantity import between, exactly
from daft_lint.verification.modelling import pipeline_of, placed
from daft_lint.verification.shape import (
    ClusterSize,
    PlanShape,
    Shape,
    StepKind,
    StepShape,
    UdfShape,
    unequal,
)

GROUPS = (WorkerGroup(2, 8, 2), WorkerGroup(1, 3))


def shape(cluster: ClusterSize, **options: float) -> Shape:
    udf = UdfShape("embed", 64, None, **options)
    steps = (StepShape(StepKind.UDF, udfs=(udf,)),)
    return Shape(PlanShape(100, 1, steps), cluster, "embed")


def test_equal_workers_are_known_to_be_equal() -> None:
    cluster = pipeline_of(shape(ClusterSize(3, 8, 1))).cluster
    assert cluster == Cluster(exactly(3), exactly(8), exactly(1))


def test_unequal_workers_are_told_group_by_group() -> None:
    cluster = pipeline_of(shape(unequal(GROUPS))).cluster
    assert cluster == Cluster(exactly(3), between(3, 8), between(0, 2), GROUPS)


@pytest.mark.parametrize(
    ("groups", "options", "room"),
    [
        (GROUPS, {}, 19),
        (GROUPS, {"cpus": 3.0}, 5),
        (GROUPS, {"gpus": 1.0}, 4),
        (GROUPS, {"gpus": 0.5, "cpus": 0.0}, 8),
        (GROUPS, {"gpus": 1.0, "cpus": 5.0}, 2),
        (GROUPS, {"cpus": 0.0}, 64),
    ],
)
def test_each_worker_has_room_for_what_fits_there(
    groups: Sequence[WorkerGroup], options: dict[str, float], room: int
) -> None:
    assert placed(shape(unequal(tuple(groups)), **options)) == room
