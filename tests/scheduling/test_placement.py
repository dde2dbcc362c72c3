"""Pools whose actors don't stand everywhere alike, because `ray_options` choose the workers."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from morsels import cut, run_morsels
from sampling import draws

from daft_lint.plan.cluster import Cluster, WorkerGroup, cluster_of
from daft_lint.plan.placement import UNREADABLE, Placement
from daft_lint.plan.quantity import Origin, OriginKind, between, exactly, unknown
from daft_lint.scheduling.prediction.bounds import Load, outcome
from daft_lint.scheduling.prediction.chains import chain_distribution, chain_of
from daft_lint.scheduling.prediction.conditions import Factor, conditions
from daft_lint.scheduling.prediction.distribution import distribution
from daft_lint.scheduling.prediction.predict import WorkPrediction, predict
from daft_lint.scheduling.simulation.costs import EQUAL_ROWS
from daft_lint.scheduling.simulation.placement import names_all, rooms

GIVEN = Origin(OriginKind.CONFIGURATION, "test")
ON_CPU_NODES = Placement((("cpu_node", 0.001),))
HALF = (WorkerGroup(1, 8, resources=(("cpu_node", 1.0),)), WorkerGroup(1, 8))
NEAR = 1e-9


def placed_pool(make, cluster: Cluster, *steps, placement=ON_CPU_NODES, **pool) -> WorkPrediction:
    """A pool of four with a placement, behind some steps."""
    step = make.pool(**{"concurrency": 4, "batch_size": 50, **pool})
    (call,) = step.calls
    call = replace(call, udf=replace(call.udf, placement=placement))
    plan = make.plan(1600, *steps, replace(step, calls=(call,)))
    (found,) = predict(make.pipeline(plan), cluster).pools
    return found


def test_a_pool_that_may_stand_anywhere_has_no_share_of_each_worker(make):
    pool = placed_pool(make, make.cluster(2))

    assert pool.anywhere
    assert (pool.workers.low, pool.workers.high) == (1, 2)
    assert pool.local_actors is None
    assert pool.occupancy is None
    assert (pool.idle.low, pool.idle.high) == (0, 3)
    assert (pool.utilisation.low, pool.utilisation.high) == (0.25, 1)


@pytest.mark.parametrize("workers", [None, 2, 40])
def test_fewer_morsels_than_actors_idle_some_wherever_these_stand(make, workers):
    pool = placed_pool(make, make.cluster(workers), batch_size=800)

    assert (pool.idle.low, pool.idle.high) == (2, 3)
    assert pool.utilisation.high == 0.5


def test_a_single_worker_holds_all_actors_whatever_the_options_say(make):
    pool = placed_pool(make, make.cluster(1), placement=UNREADABLE)

    assert not pool.anywhere
    assert [actor.rows for actor in pool.occupancy.actors] == [400] * 4


def test_a_task_for_each_worker_fills_the_pool_wherever_it_stands(make):
    assert placed_pool(make, make.cluster(2), make.into_partitions(2)).idle.high == 0


def test_named_nodes_hold_the_actors(make):
    """Measured on Daft 0.7.26 and two workers: 400 400 400 400, three runs of three."""
    pool = placed_pool(make, cluster_of(HALF, GIVEN))

    assert not pool.anywhere
    assert [actor.rows for actor in pool.occupancy.actors] == [400] * 4
    assert len({actor.worker for actor in pool.occupancy.actors}) == 1
    assert (pool.local_actors.low, pool.local_actors.high) == (0, 4)
    assert distribution(pool.load).idle.high == 0


def test_all_workers_having_the_resource_is_as_if_nobody_asked(make):
    groups = (WorkerGroup(2, 8, resources=(("cpu_node", 1.0),)),)
    pool = placed_pool(make, cluster_of(groups, GIVEN))
    plain = make.predicted_pool(2, make.plan(1600, make.pool(4, 50)))

    assert pool.occupancy == plain.occupancy
    assert pool.idle.low == 2


def test_a_pool_without_a_placement_sees_equal_workers(make):
    pool = placed_pool(make, cluster_of(HALF, GIVEN), placement=None)
    plain = make.predicted_pool(2, make.plan(1600, make.pool(4, 50)))

    assert pool.occupancy == plain.occupancy
    assert pool.local_actors.count == 2


@pytest.mark.parametrize(
    ("placement", "named"),
    [
        (ON_CPU_NODES, True),
        (Placement((("gpu_node", 1),)), False),
        (Placement((("cpu_node", 1), ("gpu_node", 1))), False),
        (Placement(ON_CPU_NODES.resources, more=True), False),
        (UNREADABLE, False),
    ],
)
def test_only_what_the_workers_are_known_to_have_tells_where_actors_stand(placement, named):
    assert names_all(placement, HALF) == named


def test_a_worker_has_room_for_as_many_as_its_resources_allow():
    groups = (WorkerGroup(1, 8, resources=(("a", 3.0),)), WorkerGroup(2, 2, resources=(("a", 9),)))
    assert rooms(groups, 1, 0) == (8, 2, 2)
    assert rooms(groups, 1, 0, (("a", 1.5),)) == (2, 2, 2)
    assert rooms(groups, 1, 0, (("a", 1), ("b", 1))) == (0, 0, 0)


def test_no_condition_rests_on_how_many_workers_there_are(make):
    step = make.pool(4, 50)
    (call,) = step.calls
    call = replace(call, udf=replace(call.udf, placement=UNREADABLE))
    plan = make.plan(unknown(), replace(step, calls=(call,)))
    prediction = predict(make.pipeline(plan), Cluster(cpus_per_worker=exactly(8)))
    found = conditions(plan, prediction, call)

    assert found
    assert Factor.WORKERS not in {condition.factor for condition in found}
    assert all(condition.workers_at_most is None for condition in found)


def test_a_chain_is_followed_only_where_all_its_actors_are(make):
    first, second = make.pool(2, 50, output="a"), make.pool(4, 50)
    (call,) = first.calls
    call = replace(call, udf=replace(call.udf, placement=ON_CPU_NODES))
    pipeline = make.pipeline(make.plan(1600, replace(first, calls=(call,)), second))

    def followed(cluster: Cluster):
        prediction = predict(pipeline, cluster)
        chain = chain_of(prediction.flow, lambda _: 0.01)
        watched = prediction.pools[1]
        return chain_distribution(chain, watched.call, watched.load, EQUAL_ROWS, runs=5)

    assert followed(make.cluster(2)) is None
    assert followed(cluster_of(HALF, GIVEN)) is not None


@settings(deadline=None, max_examples=draws(200))
@given(
    st.lists(st.integers(0, 4), min_size=2, max_size=4).filter(any),
    st.lists(st.sampled_from([5, 10, 20, 60, 100]), min_size=1, max_size=6),
    st.sampled_from([5, 10, 50, 100]),
    st.sampled_from([1, 2, 8]),
    st.integers(0, 999),
)
def test_bounds_hold_wherever_the_actors_stand(placed, sizes, batch, cpus, seed):
    run = run_morsels([cut(size, batch) for size in sizes], placed, cpus, random=Random(seed))
    load = Load(
        exactly(len(sizes)),
        exactly(sum(sizes)),
        tuple(sizes),
        exactly(sum(placed)),
        exactly(batch),
        between(1, len(placed)),
        exactly(cpus),
        anywhere=True,
    )
    for known in (load, replace(load, sizes=None), replace(load, workers=between(1, 40))):
        found = outcome(known)
        assert found.idle.low <= run.idle <= found.idle.high
        assert found.utilisation.low - NEAR <= run.utilisation <= found.utilisation.high + NEAR


@settings(deadline=None, max_examples=draws(200))
@given(
    st.integers(1, 3),
    st.integers(1, 3),
    st.integers(1, 6),
    st.lists(st.sampled_from([20, 60, 100]), min_size=1, max_size=6),
    st.sampled_from([10, 50, 100]),
    st.integers(0, 999),
)
def test_bounds_hold_on_named_nodes_whatever_chance_decides(
    able, others, actors, sizes, batch, seed
):
    groups = (WorkerGroup(able, 8, resources=(("a", 1.0),)), WorkerGroup(others, 8))
    load = Load(
        exactly(len(sizes)),
        exactly(sum(sizes)),
        tuple(sizes),
        exactly(actors),
        exactly(batch),
        exactly(able + others),
        exactly(8),
        groups=groups,
        actor_resources=(("a", 0.001),),
    )
    found = outcome(load)
    drawn = distribution(load, runs=10, seed=seed)
    assert drawn is not None
    assert found.idle.low <= drawn.occupancy.idle <= found.idle.high
    assert drawn.occupancy.utilisation <= found.utilisation.high + NEAR
