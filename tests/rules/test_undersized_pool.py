"""What DFT111 says on clusters of several kinds of workers, and where it isn't sure."""

from __future__ import annotations

from dataclasses import replace

import pytest
from case_corpus import case_of

from daft_lint.findings import Confidence, Finding
from daft_lint.plan.cluster import WorkerGroup, cluster_of
from daft_lint.plan.quantity import Origin, OriginKind
from daft_lint.registry import all_rules
from daft_lint.settings import default_settings
from daft_lint.testing import fixed, found

RULE = next(rule for rule in all_rules() if rule.name == "undersized-pool")
POOL = """
import daft
from daft import DataType, col

@daft.cls({options})
class Embed:
    @daft.method.batch(return_dtype=DataType.python(), batch_size=64)
    def __call__(self, images):
        return [None for _ in images]

images = daft.read_parquet("s3://images/").into_partitions(64)
images.with_column("vector", Embed()(col("image"))).write_parquet("s3://vectors")
"""
SMALL = WorkerGroup(4, cpus=8, name="small")
LARGE = WorkerGroup(2, cpus=32, gpus=4, name="large")


UNSURE = replace(default_settings(), min_confidence=Confidence.POSSIBLE)


def on(*groups: WorkerGroup, options: str) -> tuple[Finding, ...]:
    cluster = cluster_of(groups, Origin(OriginKind.CONFIGURATION, "the cluster file"))
    settings = replace(default_settings(), cluster=cluster)
    return found(POOL.format(options=options), RULE, settings=settings)


def test_only_the_gpus_that_there_are_count() -> None:
    (finding,) = on(SMALL, LARGE, options="max_concurrency=6, gpus=1")
    assert "6 actors of `Embed` for 8 GPUs: 2 GPUs stay idle" in finding.message
    assert not on(SMALL, LARGE, options="max_concurrency=8, gpus=1")


def test_a_pool_without_gpus_need_not_be_on_workers_with_gpus() -> None:
    assert not on(SMALL, LARGE, options="max_concurrency=4")
    (finding,) = on(SMALL, LARGE, options="max_concurrency=2")
    assert "for 4 workers without GPUs: 2 workers have no actor" in finding.message


def test_workers_too_small_for_an_actor_do_not_count() -> None:
    large = replace(LARGE, gpus=0)
    assert not on(SMALL, large, options="max_concurrency=2, cpus=16")
    (finding,) = on(SMALL, large, options="max_concurrency=1, cpus=16")
    assert "for 2 workers: 1 worker has no actor" in finding.message
    assert (
        "set max_concurrency=2, one for each worker; there is room for at most 4"
        in finding.fixes[0].message
    )


def test_a_pool_that_the_cpus_keep_from_the_gpus_is_as_large_as_it_can_be() -> None:
    assert not on(LARGE, options="max_concurrency=2, gpus=1, cpus=32")


@pytest.mark.parametrize(
    ("case", "said"),
    [
        ("state-of-all-rows", "`Fresh` works the same if each actor has its own state"),
        ("fewer-downloads-than-embeddings", "nothing requires so few actors"),
        ("size-is-a-parameter", "nothing requires so few actors"),
    ],
)
def test_what_may_be_meant_is_reported_to_those_who_ask(case: str, said: str) -> None:
    program = case_of(RULE.name, case).text
    (finding,) = found(program, RULE, settings=UNSURE)
    assert finding.confidence is Confidence.POSSIBLE
    assert any(said in assumption for assumption in finding.assumptions)


def test_a_state_that_all_rows_share_is_not_fixed_away() -> None:
    program = case_of(RULE.name, "state-of-all-rows").text
    assert fixed(program, RULE, unsafe=True, settings=UNSURE) == program


def test_the_size_is_written_anew_where_it_stands() -> None:
    program = "# daft-lint: workers=8, gpus-per-worker=1" + POOL.format(
        options="max_concurrency=2, gpus=1"
    )
    after = fixed(program, RULE, unsafe=True)
    assert after == program.replace("max_concurrency=2", "max_concurrency=8")
    assert fixed(program, RULE) == program


def test_the_rows_are_spread_too_where_there_is_a_single_task() -> None:
    program = case_of(RULE.name, "one-partition-too").text
    after = fixed(program, RULE, unsafe=True)
    assert "max_concurrency=4" in after
    assert "calls = calls.into_partitions(4).with_column" in after
