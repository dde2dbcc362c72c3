"""The predicted effect of a pool, with what it costs where that is known."""

from __future__ import annotations

from dataclasses import replace

import pytest

from daft_lint.judging.pools import effect_of, on_some_cluster, places
from daft_lint.plan.cluster import Cluster
from daft_lint.plan.pipeline import Operator, OperatorKind, Plan, Source
from daft_lint.plan.quantity import exactly
from daft_lint.plan.span import Span
from daft_lint.rule import Case
from daft_lint.scheduling.prediction.predict import predict

PRICED = Cluster(exactly(2), exactly(8), cost_per_worker_hour=exactly(25.6))


def case_on(make, cluster: Cluster) -> Case:
    """1,000 rows in one partition for a pool of four actors: half of them idle."""
    pipeline = replace(make.pipeline(make.plan(1_000, make.pool(4, 200))), cluster=cluster)
    return Case(pipeline, (0, 7), _prediction=[predict(pipeline, cluster)])


def test_the_loss_is_the_share_of_the_cluster_that_idles(make) -> None:
    case = case_on(make, PRICED)
    (pool,) = case.prediction.pools
    effect = effect_of(pool, case.pipeline.cluster)
    assert effect.lost_per_hour is not None
    expected = (1 - effect.utilisation.value) * 2 * 25.6
    assert effect.lost_per_hour.value == pytest.approx(expected)
    assert 25.6 <= effect.lost_per_hour.value < 51.2


@pytest.mark.parametrize(
    "cluster",
    [replace(PRICED, cost_per_worker_hour=None), replace(PRICED, workers=None)],
    ids=["cost", "workers"],
)
def test_without_workers_and_cost_no_loss_is_reported(make, cluster: Cluster) -> None:
    case = case_on(make, cluster)
    (pool,) = case.prediction.pools
    assert effect_of(on_some_cluster(case, pool), cluster).lost_per_hour is None
    assert effect_of(pool).lost_per_hour is None


def test_the_cost_changes_nothing_else(make) -> None:
    case = case_on(make, PRICED)
    (pool,) = case.prediction.pools
    assert replace(effect_of(pool, PRICED), lost_per_hour=None) == effect_of(pool)


def test_the_source_of_a_pool_is_that_of_its_own_side_of_a_join(make) -> None:
    case = case_on(make, PRICED)
    here = Span("pipeline.py", 9, 1, 9, 2)
    left = Source("range", here, exactly(4), exactly(800), in_memory=True)
    join = Operator(OperatorKind.JOIN, "join", here, inputs=(case.pipeline.plan,))
    pipeline = replace(case.pipeline, plan=Plan(left, (join,)))
    (pool,) = predict(pipeline, PRICED).pools
    assert (places(pool)[0].span, places(pool)[0].message) == (
        case.pipeline.plan.source.span,
        "from_pydict makes 1 partition",
    )
