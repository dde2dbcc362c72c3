"""A replay is small, and keeps the ratios that decide who works; else there is none."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import draws

from daft_lint.plan.cluster import WorkerGroup
from daft_lint.verification.replay_shapes import NotReplayableError
from daft_lint.verification.scaling import Limits, Scale, described, scale_of
from daft_lint.verification.shape import (
    ClusterSize,
    PlanShape,
    Shape,
    StepKind,
    StepShape,
    UdfShape,
    unequal,
)
from daft_lint.verification.shape_model import pool_of


def shape(
    *,
    workers: int = 1,
    rows: int = 1_000,
    partitions: int = 1,
    concurrency: int | None = 4,
    batch_size: int | None = 100,
    steps: tuple[StepShape, ...] = (),
) -> Shape:
    pool = StepShape(StepKind.UDF, udfs=(UdfShape("Embed", concurrency, batch_size),))
    return Shape(PlanShape(rows, partitions, (*steps, pool)), ClusterSize(workers, 16), "Embed")


def test_a_small_shape_stays_as_it_is() -> None:
    assert scale_of(shape(workers=2), None, Limits()) == Scale()


def test_a_large_cluster_shrinks_with_all_that_is_spread_over_it() -> None:
    large = shape(workers=64, partitions=512, concurrency=256, rows=5_120_000, batch_size=1_000)
    scale = scale_of(large, None, Limits())
    small = scale.applied(large)
    assert scale.cluster == 32
    assert (small.cluster.workers, small.udf.concurrency, small.plan.partitions) == (2, 8, 16)
    assert next(described(large, scale)) == (
        "workers, actors, partitions and rows are divided by 32: 2 of 64 workers, 8 of 256 actors"
    )


def test_without_a_pool_there_are_no_actors_to_divide() -> None:
    large = shape(workers=64, partitions=512, concurrency=None, rows=512_000, batch_size=100)
    scale = scale_of(large, None, Limits())
    assert (scale.applied(large).asked, scale.applied(large).plan.partitions) == (2, 16)
    assert next(described(large, scale)) == (
        "workers, partitions and rows are divided by 32: 2 of 64 workers"
    )


def test_two_workers_stay_so_that_one_may_be_left_out() -> None:
    assert (
        scale_of(shape(workers=4, partitions=4, rows=4_000), None, Limits(workers=1)).cluster == 2
    )


def test_every_kind_of_worker_shrinks() -> None:
    groups = (WorkerGroup(4, 16, resources=(("a", 1),)), WorkerGroup(8, 16))
    large = replace(shape(partitions=24, concurrency=16, rows=24_000), cluster=unequal(groups))
    scale = scale_of(large, None, Limits(workers=3))
    small = scale.applied(large).cluster
    assert small == unequal((WorkerGroup(1, 16, resources=(("a", 1),)), WorkerGroup(2, 16)))


def test_many_rows_shrink_with_their_batches() -> None:
    large = shape(rows=1_000_000, batch_size=50_000)
    scale = scale_of(large, None, Limits())
    small = scale.applied(large)
    assert small.plan.rows <= 20_000
    assert small.plan.rows / (small.udf.batch_size or 0) == 20
    assert list(described(large, scale)) == ["rows and batch sizes are divided by 50"]


def test_the_number_of_workers_is_never_guessed_down() -> None:
    with pytest.raises(NotReplayableError, match="64 workers are more than the 8"):
        scale_of(shape(workers=64, concurrency=64), None, Limits())


def test_too_many_actors_for_one_worker_are_not_replayed() -> None:
    with pytest.raises(NotReplayableError, match="200 actors are more than the 32"):
        scale_of(shape(concurrency=200), None, Limits())


def test_rows_whose_batches_are_odd_stay_while_they_are_few_enough() -> None:
    steps = (StepShape(StepKind.INTO_BATCHES, 90_007),)
    odd = shape(rows=900_001, batch_size=90_001, steps=steps)
    assert scale_of(odd, None, Limits()) == Scale()
    with pytest.raises(NotReplayableError, match="rows are too many"):
        scale_of(shape(rows=10**9 + 7, batch_size=90_001, steps=steps), None, Limits())


def test_a_scale_fits_the_remedy_too() -> None:
    before = shape(rows=100_000, batch_size=None)
    after = shape(rows=100_000, batch_size=12_500)
    scale = scale_of(before, after, Limits())
    assert 12_500 % scale.batch == 0
    assert scale.applied(after).plan.rows <= 20_000


SPLITS = st.sampled_from([None, StepKind.INTO_PARTITIONS, StepKind.RANDOM_REPARTITION])


@settings(max_examples=draws(200), deadline=None)
@given(
    workers=st.integers(1, 64),
    per_worker=st.integers(1, 8),
    tasks=st.integers(1, 8),
    batch_size=st.none() | st.integers(1, 5_000),
    rows_per_task=st.integers(1, 100_000),
    split=SPLITS,
)
def test_ratios_stay(
    workers: int,
    per_worker: int,
    tasks: int,
    batch_size: int | None,
    rows_per_task: int,
    split: StepKind | None,
) -> None:
    steps = () if split is None else (StepShape(split, tasks * workers),)
    large = shape(
        workers=workers,
        rows=rows_per_task * tasks * workers,
        partitions=1 if split else tasks * workers,
        concurrency=per_worker * workers,
        batch_size=batch_size,
        steps=steps,
    )
    try:
        scale = scale_of(large, None, Limits())
    except NotReplayableError:
        return
    before, after = pool_of(large), pool_of(scale.applied(large))
    for name in ("tasks_per_worker", "local_actors", "morsels_per_task"):
        first, other = getattr(before, name), getattr(after, name)
        assert (first.low, first.high) == (other.low, other.high), name
    assert after.workers is not None
    assert after.workers.count <= Limits().most_workers
    assert scale.applied(large).plan.rows <= Limits().most_rows
