"""The shapes that the model is judged by: the same ones for the same seed, and all of them run."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_shapes import Kind, draw_shapes, kind_of, sizes_are_random

from daft_lint.plan.cluster import WorkerGroup
from daft_lint.verification.shape import Shape, StepKind, UdfShape, udfs_of, unequal
from daft_lint.verification.shape_model import placed

SHAPES = draw_shapes(1, 200)
SEEDS = st.integers(0, 2**32)


@given(SEEDS, st.integers(0, 60))
@settings(max_examples=20, deadline=None)
def test_a_seed_draws_the_same_shapes_and_fewer_are_the_first_of_more(
    seed: int, count: int
) -> None:
    assert draw_shapes(seed, 60)[:count] == draw_shapes(seed, count)


def test_another_seed_draws_other_shapes() -> None:
    assert not set(SHAPES) & set(draw_shapes(2, 200))


def test_a_seventh_has_two_udfs_and_a_tenth_unequal_workers() -> None:
    kinds = Counter(kind_of(shape) for shape in SHAPES)
    assert kinds == {Kind.PLAIN: 120, Kind.CHAINED: 30, Kind.FEW_CPUS: 30, Kind.UNEQUAL: 20}


def test_every_kind_of_step_and_cluster_is_tried() -> None:
    steps = {step.kind for shape in SHAPES for step in shape.plan.steps}
    assert steps == {
        StepKind.UDF,
        StepKind.INTO_PARTITIONS,
        StepKind.INTO_BATCHES,
        StepKind.RANDOM_REPARTITION,
        StepKind.HASH_REPARTITION,
        StepKind.LIMIT,
    }
    for kind in (Kind.PLAIN, Kind.CHAINED, Kind.FEW_CPUS):
        workers = {shape.cluster.workers for shape in SHAPES if kind_of(shape) is kind}
        assert workers == {1, 2, 3, 4}
    assert any(shape.udf.gpus for shape in SHAPES)
    assert any(udf.concurrency is None for shape in SHAPES for udf in udfs_of(shape.plan))
    assert {_place(shape) for shape in SHAPES if kind_of(shape) is Kind.CHAINED} == {0, 1}
    assert 60 < sum(not sizes_are_random(shape) for shape in SHAPES) < 140


def _place(shape: Shape) -> int:
    return [udf.name for udf in udfs_of(shape.plan)].index(shape.watched)


@given(SEEDS)
@settings(max_examples=30, deadline=None)
def test_every_actor_finds_a_place_and_a_used_pool_is_done_soon(seed: int) -> None:
    for shape in draw_shapes(seed, 20):
        pools = [udf for udf in udfs_of(shape.plan) if udf.concurrency]
        assert placed(shape) == shape.udf.concurrency
        assert sum(udf.concurrency or 0 for udf in pools) <= sum(c for c, _ in shape.cluster.each)
        for udf in pools:
            assert 0.49 <= _best_seconds(shape, udf) <= 2.01


def _best_seconds(shape: Shape, udf: UdfShape) -> float:
    limits = [step.count or 0 for step in shape.plan.steps if step.kind is StepKind.LIMIT]
    return min([shape.plan.rows, *limits]) * udf.row_seconds / (udf.concurrency or 1)


@given(SEEDS)
@settings(max_examples=30, deadline=None)
def test_no_shape_hangs_in_a_limit_before_into_partitions(seed: int) -> None:
    for shape in draw_shapes(seed, 20):
        kinds = {step.kind for step in shape.plan.steps}
        assert not {StepKind.LIMIT, StepKind.INTO_PARTITIONS} <= kinds


def test_an_unequal_cluster_is_as_large_as_its_groups() -> None:
    size = unequal((WorkerGroup(1, 8, 2), WorkerGroup(2, 4)))
    assert size.each == ((8, 2), (4, 0), (4, 0))
    assert (size.workers, size.cpus_per_worker, size.gpus_per_worker) == (3, 4, 0)


@pytest.mark.parametrize("groups", [(), (WorkerGroup(0, 8),), (WorkerGroup(1, 0),)])
def test_a_group_without_a_worker_or_a_cpu_is_refused(groups: tuple[WorkerGroup, ...]) -> None:
    with pytest.raises(ValueError, match="every group of workers needs a worker and a CPU"):
        unequal(groups)
