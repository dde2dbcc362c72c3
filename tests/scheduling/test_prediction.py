from __future__ import annotations

import time
from dataclasses import replace

import pytest

from daft_lint.plan.cluster import Cluster
from daft_lint.plan.pipeline import OperatorKind, UdfKind
from daft_lint.plan.quantity import Origin, OriginKind, between, exactly, unknown
from daft_lint.scheduling.prediction.predict import assume_workers, predict
from daft_lint.scheduling.simulation import dispatch
from daft_lint.scheduling.simulation.dispatch import SHARED_STACK


def test_without_workers_only_what_holds_for_all_is_said(make):
    pool = make.predicted_pool(None, make.plan(1600, make.pool(4, 64)))

    assert pool.workers is None
    assert pool.local_actors is None
    assert (pool.idle.low, pool.idle.high) == (0, 3)
    assert pool.occupancy is None


def test_one_task_on_any_cluster_of_two_or_more_workers_idles_actors(make):
    pipeline = make.pipeline(make.plan(unknown(), make.pool(4, 64)))
    (blind,) = predict(pipeline, Cluster()).pools

    (pool,) = predict(pipeline, assume_workers(Cluster(), blind)).pools

    assert pool.idle.low == 2
    assert pool.utilisation.high <= 0.5
    assert OriginKind.ASSUMPTION in {origin.kind for origin in pool.idle.origins}


def test_known_workers_are_never_assumed_away(make):
    cluster = make.cluster(3)
    pool = make.predicted_pool(3, make.plan(1600, make.pool(4, 64)))

    assert assume_workers(cluster, pool) == cluster


@pytest.mark.parametrize("concurrency", [1, 2, 3, 40])
@pytest.mark.parametrize("workers", [1, 4, 104])
@pytest.mark.parametrize("rows", [1, 1600, unknown()])
def test_fewer_actors_than_workers_are_fine(make, concurrency, workers, rows):
    pool = make.predicted_pool(workers, make.plan(rows, make.pool(concurrency, 64)), cpus=None)

    assert 0 <= pool.idle.low <= pool.idle.high < concurrency
    assert 0 < pool.utilisation.low <= pool.utilisation.high <= 1


def test_unknown_partitions_bound_nothing_from_below(make):
    plan = make.plan(unknown(), make.pool(4, 64), partitions=unknown())

    pool = make.predicted_pool(2, plan)

    assert pool.idle.low == 0
    assert pool.utilisation.high == 1


def test_a_filter_whose_place_is_unknown_may_thin_the_rows(make):
    stays = make.where("out")
    may_move = make.step(OperatorKind.FILTER, reads=None)

    surely = make.predicted_pool(1, make.plan(1600, make.pool(4, 64), stays))
    perhaps = make.predicted_pool(1, make.plan(1600, make.pool(4, 64), may_move))

    assert surely.partitioning.rows.low == 1600
    assert perhaps.partitioning.rows.low == 0


def test_a_limit_behind_a_filter_stops_the_udf_early(make):
    pool = make.predicted_pool(
        1, make.plan(1600, make.pool(4, 64), make.where("out"), make.limit(5))
    )

    # The task starts, whatever the limit needs.
    assert pool.partitioning.rows.low == 1
    assert pool.partitioning.rows.high == 1600


def test_many_branches_are_still_predicted(make):
    maybes = [make.step(OperatorKind.INTO_PARTITIONS, n, maybe=True) for n in range(2, 12)]

    pool = make.predicted_pool(2, make.plan(1600, *maybes, make.pool(4, 64)))

    assert pool.idle.low == 0


def test_what_decided_the_tasks_is_named(make):
    step = make.into_partitions(2)

    assert make.predicted_pool(2, make.plan(1600, step, make.pool())).around.upstream == (step,)
    assert make.predicted_pool(2, make.plan(1600, make.pool())).around.upstream == ()


def test_the_remedy_s_place_is_where_rows_are_still_light(make):
    download = make.column("image", "path", heavy=True)
    barrier = make.step(OperatorKind.BARRIER)

    light = make.predicted_pool(2, make.plan(1600, download, make.pool()))
    heavy = make.predicted_pool(2, make.plan(1600, download, barrier, make.pool()))

    assert light.around.heavy_before == download
    assert not light.around.heavy_rows
    assert heavy.around.heavy_before is None
    assert heavy.around.heavy_rows


def test_unknown_cpus_are_at_least_those_of_the_actors(make):
    plan = make.plan(1600, make.into_partitions(4), make.pool(4, None))

    assert make.predicted_pool(1, plan, cpus=None).idle.count == 0


def test_a_range_of_batch_sizes_is_bounded(make):
    pool = make.predicted_pool(1, make.plan(1600, make.pool(4, between(100, 1600))))

    assert (pool.idle.low, pool.idle.high) == (0, 3)


def test_what_the_pipeline_says_of_its_cluster_goes_first(make):
    pipeline = replace(make.pipeline(make.plan(1600, make.pool())), cluster=make.cluster(4))

    (pool,) = predict(pipeline, make.cluster(2)).pools

    assert pool.workers.count == 4


def test_a_prediction_takes_milliseconds(make):
    plan = make.plan(16_000, make.into_partitions(32), make.pool(8, 64))
    started = time.process_time()

    for _ in range(10):
        make.prediction(4, plan)

    assert (time.process_time() - started) / 10 < 0.05


def test_a_million_morsels_are_reported_without_simulating_each(make):
    plan = make.plan(100_000_000, make.into_partitions(64), make.pool(16, 64))
    started = time.process_time()

    pool = make.predicted_pool(4, plan)

    assert time.process_time() - started < 0.5
    assert pool.occupancy.rows == pytest.approx(100_000_000)
    assert pool.utilisation.value > 0.99


def from_default(number):
    return exactly(number, Origin(OriginKind.DEFAULT, "a default"))


def test_idle_actors_rest_only_on_what_decides_them(make):
    plan = make.plan(from_default(1600), make.pool(4, from_default(64)))

    spread_over_two = make.predicted_pool(2, plan)
    in_one_morsel = make.predicted_pool(
        1, make.plan(from_default(1600), make.pool(4, from_default(1600)))
    )

    assert spread_over_two.idle.low == 2
    assert OriginKind.DEFAULT not in {origin.kind for origin in spread_over_two.idle.origins}
    assert in_one_morsel.idle.low == 3
    assert OriginKind.DEFAULT in {origin.kind for origin in in_one_morsel.idle.origins}


def test_a_limit_to_a_few_rows_of_many_partitions_is_one_task(make):
    pool = make.predicted_pool(2, make.plan(800, make.pool(4, 50), make.limit(8), partitions=8))

    assert pool.tasks.count == 1
    assert pool.around.limited
    assert pool.idle.low == 3


def test_pools_come_in_the_order_they_run(make):
    barrier = make.step(OperatorKind.BARRIER, maybe=True)
    plan = make.plan(1600, make.pool(2, output="a"), barrier, make.pool(3, output="b"))

    pools = make.prediction(2, plan).pools

    assert [pool.actors.count for pool in pools] == [2, 3]


# Pools that grow and shrink: no release has them yet, and a row of a table brings them.


@pytest.mark.parametrize(("fewest", "least"), [(None, 1), (2, 2)])
def test_an_elastic_pool_has_from_its_fewest_to_its_most_actors(make, monkeypatch, fewest, least):
    elastic = ((0, 8), replace(SHARED_STACK, elastic=True))
    monkeypatch.setattr(dispatch, "_SINCE", (elastic, *dispatch._SINCE))
    pool = make.pool(8)
    call = pool.calls[0]
    udf = replace(call.udf, fewest_actors=fewest and exactly(fewest))
    plan = make.plan(1_000, replace(pool, calls=(replace(call, udf=udf),)))

    (old,) = make.prediction(4, plan, version=(0, 7)).pools
    (new,) = make.prediction(4, plan, version=(0, 8)).pools

    assert (old.actors.low, old.actors.high) == (8, 8)
    assert (new.actors.low, new.actors.high) == (least, 8)
    assert new.idle.low <= old.idle.low
    assert new.utilisation.high >= old.utilisation.high


@pytest.mark.parametrize("kind", [UdfKind.ROW, UdfKind.BATCH])
def test_a_worker_cuts_later_tasks_as_small_as_its_first(make, kind):
    """Five actors had 1, 62, 62, 62 and 62 rows (measured on Daft 0.7.26 with Ray, four runs)."""
    steps = make.step(OperatorKind.INTO_BATCHES, 62), make.pool(5, None, kind=kind)

    pool = make.predicted_pool(1, make.plan(249, *steps, partitions=2), cpus=5)

    assert (pool.rows_per_task.low, pool.rows_per_task.high) == (62, 63)
    assert (pool.morsels_per_task.low, pool.morsels_per_task.high) == (1, 2)
    assert (pool.idle.low, pool.idle.high) == (0, 1)


def test_a_smaller_last_task_cuts_no_other(make):
    steps = make.step(OperatorKind.INTO_BATCHES, 62), make.pool(5, None, kind=UdfKind.ROW)

    pool = make.predicted_pool(1, make.plan(200, *steps, partitions=1), cpus=5)

    assert (pool.rows_per_task.low, pool.rows_per_task.high) == (14, 62)
    assert pool.morsels_per_task.count == 1
    assert pool.idle.count == 1
