"""Rules about pools whose workers `ray_options` choose, where settings name these."""

from __future__ import annotations

from dataclasses import replace

import pytest

from daft_lint import testing
from daft_lint.findings import Confidence
from daft_lint.plan.cluster import WorkerGroup, cluster_of
from daft_lint.plan.quantity import Origin, OriginKind
from daft_lint.settings import default_settings

PROGRAM = """\
import daft
from daft import DataType, col

daft.set_runner_ray()

@daft.cls(max_concurrency=4, ray_options={{"resources": {{"cpu_node": 0.001}}}})
class Render:
    @daft.method.batch(return_dtype=DataType.python(), batch_size={batch_size})
    def run(self, paths): return paths.to_pylist()

df = daft.from_pydict({{"path": [str(i) for i in range(1600)]}})
df.with_column("page", Render().run(col("path"))).write_parquet("out")
"""
HAS = (("cpu_node", 1.0),)


def found(batch_size: int, *groups: WorkerGroup) -> list[tuple[str, str]]:
    cluster = cluster_of(groups, Origin(OriginKind.CONFIGURATION, "worker-groups"))
    settings = replace(default_settings(), cluster=cluster)
    program = PROGRAM.format(batch_size=batch_size)
    return [
        (finding.code, finding.message) for finding in testing.found(program, settings=settings)
    ]


@pytest.mark.parametrize(
    ("groups", "idle"),
    [
        ((WorkerGroup(2, 8, resources=HAS),), 2),
        ((WorkerGroup(1, 8, resources=HAS), WorkerGroup(3, 8, resources=HAS)), 3),
    ],
)
def test_one_task_leaves_named_workers_out_where_all_hold_actors(groups, idle: int) -> None:
    workers = sum(group.workers for group in groups)
    assert found(50, *groups) == [
        (
            "DFT101",
            f"only 1 task for {workers} workers: {idle} of the 4 actors of `Render.run` "
            "get no rows",
        )
    ]


def test_one_task_reaches_all_actors_from_a_worker_without_any() -> None:
    assert found(50, WorkerGroup(1, 8, resources=HAS), WorkerGroup(1, 8)) == []
    assert found(50, WorkerGroup(2, 8, resources=HAS), WorkerGroup(2, 8)) == []


def test_too_few_morsels_idle_actors_wherever_these_are_named() -> None:
    (finding,) = found(800, WorkerGroup(1, 8, resources=HAS), WorkerGroup(1, 8))
    assert finding == (
        "DFT102",
        "batch_size=800 cuts the 1,600 rows of a task into 2 morsels (batches): 2 of the 4 "
        "actors of `Render.run` get no rows",
    )


@pytest.mark.parametrize(
    ("code", "rows", "step", "batch_size"),
    [
        ("DFT101", 1_600, "", 50),
        ("DFT104", 1_600, ".into_batches(1_600)", 50),
        ("DFT105", 3_000, ".into_partitions(3)", 50),
        ("DFT106", 3_000, ".into_partitions(2)", 500),
    ],
)
def test_nothing_rests_on_actors_on_each_worker_where_nobody_names_them(
    code: str, rows: int, step: str, batch_size: int
) -> None:
    program = PROGRAM.format(batch_size=batch_size).replace("1600", str(rows))
    program = program.replace("df.with_column", f"df{step}.with_column")
    cluster = cluster_of((WorkerGroup(2, 8),), Origin(OriginKind.CONFIGURATION, "workers"))
    settings = replace(default_settings(), cluster=cluster, min_confidence=Confidence.POSSIBLE)

    plain = program.replace(', ray_options={"resources": {"cpu_node": 0.001}}', "")
    assert code in {finding.code for finding in testing.found(plain, settings=settings)}
    assert testing.found(program, settings=settings) == ()
