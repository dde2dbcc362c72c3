from __future__ import annotations

import pytest

from daft_lint.plan.cluster import Cluster
from daft_lint.plan.pipeline import OperatorKind, UdfKind
from daft_lint.plan.quantity import exactly, unknown
from daft_lint.records import replace
from daft_lint.scheduling.prediction.predict import assume_workers, predict
from daft_lint.scheduling.tuning.remedies import remedy_of


def advice_for(make, workers, rows, *steps, cpus=8):
    return remedy_of(make.predicted_pool(workers, make.plan(rows, *steps), cpus=cpus))


def numbers(advice):
    return (advice.into_partitions, advice.into_batches, advice.batch_size)


def test_one_task_on_two_workers_is_split_where_the_rows_are_light(make):
    download = make.column("image", "path", heavy=True)

    advice = advice_for(make, 2, 1600, download, make.pool(4, 64))

    assert numbers(advice) == (2, None, None)
    assert advice.pool.grows_at == download
    assert advice.pool.idle.count == 2
    assert advice.idle.count == 0
    assert advice.utilisation.low > 0.9


def test_a_batch_size_too_large_becomes_the_largest_that_fills_all_actors(make):
    assert numbers(advice_for(make, 1, 1000, make.pool(4, 500))) == (None, None, 250)


def test_an_unset_batch_size_is_given(make):
    assert numbers(advice_for(make, 1, 1600, make.pool(4, None))) == (None, None, 400)


def test_ragged_batches_are_cut_evenly(make):
    assert numbers(advice_for(make, 1, 1600, make.pool(4, 64))) == (None, None, 50)


def test_a_row_wise_udf_is_fed_by_partitions(make):
    advice = advice_for(make, 1, 1600, make.pool(4, None, kind=UdfKind.ROW))

    assert numbers(advice) == (4, None, None)


def test_heavy_rows_are_not_shuffled(make):
    steps = (make.column("image", "path", heavy=True), make.step(OperatorKind.BARRIER))

    advice = advice_for(make, 2, 1600, *steps, make.pool(4, 64))

    assert advice.into_partitions is None
    assert advice.into_batches is not None


def test_no_call_of_heavy_rows_gets_more_of_them_than_somebody_wrote(make):
    """Batches of 8 decoded images became calls of 125 and more."""
    steps = (make.into_partitions(3), make.column("image", "path", heavy=True))
    light = make.column("image", "path")
    pool = make.pool(8, 8, reads="image")

    heavy = advice_for(make, 4, 1_000, *steps, pool)

    assert heavy.batch_size is None or heavy.batch_size <= 8
    assert numbers(heavy) == numbers(advice_for(make, 4, 1_000, steps[0], light, pool))


def test_an_unset_batch_size_of_heavy_rows_is_set_no_higher_than_their_calls_are(make):
    download = make.column("image", "path", heavy=True)
    pool = make.pool(4, None, reads="image")

    prediction = make.predicted_pool(1, make.plan(100, download, pool))

    assert prediction.most_rows_of_a_call == 100
    assert remedy_of(prediction).batch_size <= 100


def test_a_repartition_there_is_gets_another_number(make):
    step = make.into_partitions(3)

    advice = advice_for(make, 2, 1600, step, make.pool(4, 100))

    assert advice.replaces == step
    assert advice.into_partitions % 2 == 0


def test_without_rows_only_workers_and_actors_say_how_many_partitions(make):
    advice = advice_for(make, 2, unknown(), make.pool(4, 64), cpus=None)

    assert numbers(advice) == (4, None, None)


@pytest.mark.parametrize("rows", [unknown(), exactly(1600)])
def test_without_workers_the_assumption_is_enough_for_a_count(make, rows):
    pipeline = make.pipeline(make.plan(rows, make.pool(4, 64)))
    (blind,) = predict(pipeline, Cluster()).pools
    (pool,) = predict(pipeline, assume_workers(Cluster(), blind)).pools

    assert numbers(remedy_of(pool)) == (8, None, None)


@pytest.mark.parametrize("rows", [unknown(), exactly(1600)])
def test_a_pool_in_a_filter_gets_new_tasks_as_a_column(make, rows):
    """Known rows once took the tasks away, as a plan can't put any before a filter."""
    within = replace(make.pool(4, None), kind=OperatorKind.FILTER)

    advice = advice_for(make, 2, rows, within)

    assert numbers(advice) == (4, None, None)
    assert advice.needs_column


def test_into_partitions_is_never_asked_for_behind_a_limit(make):
    advice = advice_for(make, 2, 1600, make.limit(800), make.pool(4, 64))

    assert advice is None or advice.into_partitions is None


@pytest.mark.parametrize(
    ("workers", "steps", "concurrency", "batch_size"),
    [(1, (), 4, 100), (2, (2,), 4, 50), (2, (4,), 4, 400), (2, (), 1, 64), (1, (), 1, None)],
)
def test_a_pool_that_works_well_gets_no_advice(make, workers, steps, concurrency, batch_size):
    operators = [make.into_partitions(count) for count in steps]

    pool = make.pool(concurrency, batch_size)

    assert advice_for(make, workers, 1600, *operators, pool) is None


def test_files_are_cut_into_a_multiple_of_the_workers(make):
    """Five files on four workers: each is cut in four."""
    plan = make.plan(40_000, make.pool(8, 50), partitions=5)

    advice = remedy_of(make.predicted_pool(4, plan, cpus=8))

    assert advice.into_partitions == 20


def test_of_counts_that_do_equally_well_the_smallest_is_advised(make):
    advice = advice_for(make, 2, 5_000, make.into_partitions(5), make.pool(4, 25))

    assert advice.into_partitions == 2
