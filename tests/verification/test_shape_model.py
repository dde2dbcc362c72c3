"""The model is told of the workers of a shape, and of how many actors they have room for."""

from collections.abc import Sequence

import pytest

from daft_lint.plan.cluster import Cluster, WorkerGroup
from daft_lint.plan.quantity import between, exactly
from daft_lint.verification.expectations import expected
from daft_lint.verification.shape import (
    ClusterSize,
    PlanShape,
    Shape,
    StepKind,
    StepShape,
    UdfShape,
    unequal,
)
from daft_lint.verification.shape_model import pipeline_of, placed
from daft_lint.verification.sleep_times import timed

GROUPS = (WorkerGroup(2, 8, 2), WorkerGroup(1, 3))


def shape(cluster: ClusterSize, **options: float) -> Shape:
    udf = UdfShape("embed", 64, None, **options)
    steps = (StepShape(StepKind.UDF, udfs=(udf,)),)
    return Shape(PlanShape(100, 1, steps), cluster, "embed")


def test_equal_workers_are_known_to_be_equal() -> None:
    cluster = pipeline_of(shape(ClusterSize(3, 8, 1))).cluster
    assert cluster == Cluster(exactly(3), exactly(8), exactly(1))


def test_unequal_workers_are_reported_group_by_group() -> None:
    cluster = pipeline_of(shape(unequal(GROUPS))).cluster
    assert cluster == Cluster(exactly(3), between(3, 8), between(0, 2), GROUPS)


@pytest.mark.parametrize(
    ("groups", "options", "room"),
    [
        (GROUPS, {}, 19),
        (GROUPS, {"gpus": 0.5, "cpus": 0.0}, 8),
        (GROUPS, {"gpus": 1.0, "cpus": 5.0}, 2),
        (GROUPS, {"cpus": 0.0}, 64),
    ],
)
def test_each_worker_has_room_for_what_fits_there(
    groups: Sequence[WorkerGroup], options: dict[str, float], room: int
) -> None:
    assert placed(shape(unequal(tuple(groups)), **options)) == room


@pytest.mark.parametrize(("options", "room"), [({"gpus": 1.0}, 2), ({"cpus": 9.0}, 0)])
def test_without_a_pool_each_worker_with_room_for_a_task_counts(options, room: int) -> None:
    assert placed(without_pool(unequal(GROUPS), **options)) == room


def without_pool(cluster: ClusterSize, rows: int = 100, partitions: int = 1, **options: float):
    steps = (StepShape(StepKind.UDF, udfs=(UdfShape("embed", None, 10, **options),)),)
    return Shape(PlanShape(rows, partitions, steps), cluster, "embed")


@pytest.mark.parametrize(("partitions", "idle", "used"), [(1, 3, 0.25), (4, 0, 1.0)])
def test_workers_without_a_task_are_expected_to_idle(
    partitions: int, idle: int, used: float
) -> None:
    shape = without_pool(ClusterSize(4, 8), 1_000 * partitions, partitions, row_seconds=0.01)
    found = expected(shape, (0, 7, 26))
    assert (found.idle_low, found.idle_high) == (idle, idle)
    assert found.utilisation == pytest.approx(used, abs=0.1)
    assert len(found.occupancy.actors) == 4


def native(*udfs: UdfShape) -> Shape:
    steps = tuple(StepShape(StepKind.UDF, udfs=(udf,)) for udf in udfs)
    return Shape(PlanShape(1_600, 1, steps), ClusterSize(1, 8, native=True), "embed")


def test_processes_of_the_native_runner_are_expected_to_idle() -> None:
    found = expected(native(UdfShape("embed", 4, 800, row_seconds=0.001)), (0, 7, 26))
    assert (found.idle_low, found.idle_high) == (2, 2)
    assert found.utilisation == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize("before", [(), (UdfShape("clean", None, None),)])
def test_the_busiest_sleeps_for_about_a_second(before) -> None:
    """Also where another UDF hands on the morsels, and takes no time itself."""
    assert timed([native(*before, UdfShape("embed", 4, 800))], (0, 7, 26)) == 0.8 / 800
