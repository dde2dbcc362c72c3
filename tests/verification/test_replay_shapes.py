"""A replay has the numbers that decide who works, and nothing of the user's code."""

from dataclasses import replace

import pytest

from daft_lint.findings import Claim, Confidence
from daft_lint.plan.cluster import WorkerGroup
from daft_lint.plan.unit import Unit
from daft_lint.verification.messages import NodeFacts, size_of
from daft_lint.verification.replay_plans import prepared, prepared_for, watchable
from daft_lint.verification.replay_shapes import NotReplayableError
from daft_lint.verification.scaling import Limits
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

AS_IT_IS = Limits(
    workers=99, actors=999, rows=10**9, most_workers=99, most_actors=999, most_rows=10**9
)


def embed(**options: object) -> StepShape:
    udf = {"concurrency": 4, "batch_size": 100, **options}
    return StepShape(StepKind.UDF, udfs=(UdfShape("Embed_run", **udf),))


def shape_of(finding) -> Shape:
    return prepared(finding, AS_IT_IS).before


def reason_of(finding) -> str:
    with pytest.raises(NotReplayableError) as caught:
        prepared(finding, AS_IT_IS)
    return str(caught.value)


def test_source_pool_and_cluster_are_taken_over(findings_of) -> None:
    (finding,) = findings_of()
    plan = PlanShape(1_000, 1, (embed(),))
    assert shape_of(finding) == Shape(plan, ClusterSize(2, 8), "Embed_run")


def test_resources_are_logical_so_gpus_need_not_exist(findings_of) -> None:
    (finding,) = findings_of(options="max_concurrency=4, gpus=0.5, cpus=2", gpus=1)
    assert shape_of(finding).cluster == ClusterSize(2, 8, 1)
    assert shape_of(finding).udf == UdfShape("Embed_run", 4, 100, cpus=2, gpus=0.5)


@pytest.mark.parametrize(
    ("steps", "kind", "count"),
    [
        (".repartition(2)", StepKind.RANDOM_REPARTITION, 2),
        (".repartition(2, 'path')", StepKind.HASH_REPARTITION, 2),
        (".into_partitions(2)", StepKind.INTO_PARTITIONS, 2),
        (".into_batches(1_000)", StepKind.INTO_BATCHES, 1_000),
        (".limit(500)", StepKind.LIMIT, 500),
        (".sort('path')", StepKind.SORT, None),
        (".collect()", StepKind.COLLECT, None),
    ],
)
def test_steps_that_matter_are_replayed(findings_of, steps: str, kind: StepKind, count) -> None:
    finding = next(
        each_finding for each_finding in findings_of(steps=steps, workers=4) if each_finding.call
    )
    assert shape_of(finding).plan.steps == (StepShape(kind, count), embed())


def test_what_daft_drops_is_not_replayed(findings_of) -> None:
    found = findings_of(steps=".repartition(64).into_partitions(2)", workers=4)
    finding = next(each_finding for each_finding in found if each_finding.code == "DFT101")
    (split, _) = shape_of(finding).plan.steps
    assert split == StepShape(StepKind.INTO_PARTITIONS, 2)


def test_a_concat_brings_its_other_side(findings_of) -> None:
    steps = ".concat(daft.from_pydict({'path': [str(i) for i in range(300)]}))"
    (finding,) = findings_of(steps=steps, workers=4)
    concat, _ = shape_of(finding).plan.steps
    assert concat == StepShape(StepKind.CONCAT, other=PlanShape(300, 1))


def test_a_udf_before_the_pool_runs_too_and_does_not_sleep(findings_of) -> None:
    text = """\
import daft
from daft import col

@daft.func.batch(return_dtype=daft.DataType.string(), batch_size=50)
def clean(path): return path

@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=100)
    def run(self, path): return path

df = daft.from_pydict({"path": [str(i) for i in range(1000)]})
df = df.with_column("clean", clean(col("path")))
df = df.with_column("out", Embed().run(col("clean")))
df.collect()
"""
    (finding,) = findings_of(text)
    clean, pool = (step.udfs[0] for step in shape_of(finding).plan.steps)
    assert clean == UdfShape("clean", None, 50)
    assert pool.name == "Embed_run"


def test_the_remedy_is_replayed_on_the_same_cluster(findings_of) -> None:
    (finding,) = findings_of()
    after = prepared(finding, AS_IT_IS).after
    assert after is not None
    assert after.cluster == ClusterSize(2, 8)
    assert [step.kind for step in after.plan.steps] == [StepKind.INTO_PARTITIONS, StepKind.UDF]


def test_unknown_rows_are_made_up_and_said(findings_of) -> None:
    (finding,) = findings_of(source="daft.from_glob_path('s3://bucket/*.jpg')")
    found = prepared(finding, Limits())
    assert found.made_up == ("20,000 rows",)
    assert found.before.plan.rows == 20_000
    assert found.after is not None
    assert found.after.plan.rows == 20_000


def test_unknown_workers_are_made_up_and_said(findings_of) -> None:
    (finding,) = findings_of(workers=None)
    found = prepared(finding, Limits())
    assert found.made_up == ("2 workers",)
    assert found.before.cluster.workers == 2


def test_workers_of_a_given_cluster_are_not_made_up(findings_of) -> None:
    (finding,) = findings_of(workers=None)
    found = prepared_for(finding, AS_IT_IS, ClusterSize(3, 8))
    assert (found.made_up, found.before.cluster.workers) == ((), 3)


def test_work_without_a_finding_runs_with_its_own_numbers_only(findings_of) -> None:
    (finding,) = findings_of(source="daft.from_glob_path('s3://bucket/*.jpg')", workers=None)
    work = replace(finding, code="unflagged")
    assert reason_of(work) == (
        "it depends on numbers that aren't known: add --workers 8 --rows 1000000, with your numbers"
    )


def test_cpus_that_nobody_gave_are_enough_and_said(findings_of) -> None:
    (finding,) = findings_of(cpus=None, rows=10_000, options="max_concurrency=40")
    found = prepared(finding, AS_IT_IS)
    assert found.before.cluster.cpus_per_worker >= 20
    assert "CPUs per worker aren't set: using 20, enough for every actor" in found.scaling


TOLD = "give its numbers there: # daft-lint: partitions=..., rows=..."


@pytest.mark.parametrize(
    ("steps", "reason"),
    [
        (
            ".where(col('path') != 'x')",
            "only a run can show how many rows `where` on line 15 leaves; " + TOLD,
        ),
        (
            ".explode(col('path'))",
            "only a run can show how many rows `explode` on line 15 leaves; " + TOLD,
        ),
        (
            ".where(col('path') != 'x').explode(col('path'))",
            "only a run can show how many rows `explode` on line 15 leaves; " + TOLD,
        ),
        (".distinct()", "only a run can show how many rows `distinct` on line 15 leaves; " + TOLD),
    ],
)
def test_what_only_a_run_can_tell_is_not_replayed(findings_of, steps: str, reason: str) -> None:
    (finding,) = findings_of(steps=steps)
    assert reason_of(finding) == reason


FILTERED = """
import daft
from daft import col

@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
    def run(self, text): ...

df = daft.read_parquet("s3://bucket/x.parquet")
df = df.where(col("lang") == "en").limit(2_000)  # daft-lint: rows=2_000, partitions=1
{more}
df.with_column("v", Embed().run(col("text"))).write_parquet("out")
"""


def test_a_replay_begins_behind_a_step_whose_hint_says_what_it_leaves(findings_of) -> None:
    (finding,) = findings_of(FILTERED.format(more=""))
    found = prepared(finding, AS_IT_IS)
    assert (found.made_up, found.before.plan.rows, found.before.plan.partitions) == ((), 2_000, 1)
    assert found.scaling[0].startswith("it begins behind `limit` on line 11, with the rows")
    (finding,) = findings_of(FILTERED.format(more="df = df.where(col('n') > 1)"))
    assert reason_of(finding) == (
        "only a run can show how many rows `where` on line 12 leaves; " + TOLD
    )


NAMED = (WorkerGroup(1, 8, resources=(("cpu_node", 1),)), WorkerGroup(1, 8))
ON_CPU_NODES = "max_concurrency=4, ray_options={'resources': {'cpu_node': 0.001}}"


def test_custom_resources_are_replayed_on_nodes_that_have_them(findings_of) -> None:
    (finding,) = findings_of(options=ON_CPU_NODES, batch_size=500, groups=NAMED)
    shape = shape_of(finding)
    assert shape.cluster == unequal(NAMED)
    assert shape.udf == UdfShape("Embed_run", 4, 500, resources=(("cpu_node", 0.001),))
    (occupancy,) = {pool_of(shape).occupancy}
    assert occupancy is not None
    assert sorted(actor.rows for actor in occupancy.actors) == [0, 0, 500, 500]


def test_one_worker_holds_all_actors_whatever_they_ask_for(findings_of) -> None:
    (finding,) = findings_of(options=ON_CPU_NODES, batch_size=500, workers=1)
    shape = shape_of(finding)
    assert (shape.cluster, shape.udf.resources) == (ClusterSize(1, 8), ())


@pytest.mark.parametrize(
    ("options", "groups", "reason"),
    [
        (
            "resources={'cpu_node': 0.001}",
            (),
            "and it isn't known which workers have `cpu_node`: set their `resources` in "
            "[[tool.daft-lint.cluster.worker-groups]]",
        ),
        (
            "resources={'cpu_node': 1, 'disk': 1}",
            NAMED,
            "and it isn't known which workers have `cpu_node` and `disk`: set their `resources` in "
            "[[tool.daft-lint.cluster.worker-groups]]",
        ),
        ("label_selector={'zone': 'a'}", NAMED, "and not only by custom resources"),
    ],
)
def test_actors_that_may_stand_anywhere_are_not_replayed(
    findings_of, options: str, groups: tuple[WorkerGroup, ...], reason: str
) -> None:
    given = f"max_concurrency=4, ray_options=dict({options})"
    (finding,) = findings_of(options=given, batch_size=500, groups=groups)
    reported, _, rest = reason_of(finding).partition("are placed, ")
    assert reported == "`ray_options` decide where the actors of `Embed.run` "
    assert rest == reason


def test_a_given_cluster_must_have_the_resources(findings_of) -> None:
    (finding,) = findings_of(options=ON_CPU_NODES, batch_size=500, groups=NAMED)
    node = NodeFacts("a", 16.0, 0.0, resources=(("cpu_node", 1.0),))
    bare = NodeFacts("b", 8.0, 0.0)

    found = prepared_for(finding, AS_IT_IS, size_of((node, bare)))
    assert found.before.cluster == unequal(
        (WorkerGroup(1, 8, resources=(("cpu_node", 1),)), WorkerGroup(1, 8))
    )
    with pytest.raises(NotReplayableError) as caught:
        prepared_for(finding, AS_IT_IS, size_of((bare, bare)))
    assert str(caught.value) == (
        "no worker of the cluster has room for actors that need `cpu_node`"
    )


def test_a_finding_without_a_pool_has_nothing_to_watch(findings_of) -> None:
    found = findings_of(steps=".repartition(64).into_partitions(8)")
    finding = next(each_finding for each_finding in found if each_finding.code == "DFT202")
    assert reason_of(finding) == (
        "DFT202 isn't about idle workers or actors, so there is nothing to watch"
    )


def test_what_runs_inside_the_tasks_is_work_of_the_workers(findings_of) -> None:
    (finding,) = findings_of(options="gpus=1", workers=3, gpus=1)
    shape = shape_of(finding)
    assert shape.plan == PlanShape(1_000, 1, (embed(concurrency=None, gpus=1),))
    assert (shape.unit, shape.asked) == (Unit.WORKER, 3)


def test_gpus_that_nobody_gave_are_enough_for_every_task(findings_of) -> None:
    (finding,) = findings_of(options="gpus=1", cpus=None)
    found = prepared(finding, AS_IT_IS)
    assert found.before.cluster == ClusterSize(2, 8, 8)
    assert found.scaling == (
        "CPUs per worker aren't set: using 8",
        "GPUs per worker aren't set: using enough for every task",
    )


def test_heavy_expressions_are_one_call_where_they_are_what_is_watched(findings_of) -> None:
    (finding,) = findings_of(column='col("path").download()', options="")
    (step,) = shape_of(finding).plan.steps
    # It hands on pieces of 128 rows, and so does what stands in for it.
    assert step.udfs == (UdfShape("download", None, 128),)


def test_heavy_expressions_beside_a_pool_are_left_out(findings_of) -> None:
    found = findings_of(steps=".with_column('data', col('path').download())")
    finding = next(each_finding for each_finding in found if each_finding.call)
    assert shape_of(finding).plan.steps == (embed(),)


def test_an_async_udf_gets_each_task_as_one_call(findings_of) -> None:
    found = findings_of(options="", udf="async def", at_least=Confidence.POSSIBLE)
    finding = next(each_finding for each_finding in found if each_finding.code == "DFT101")
    replay = prepared(finding, AS_IT_IS)
    assert (replay.before.udf.is_async, replay.before.udf.batch_size) == (True, None)
    assert replay.scaling == ("`Embed.run`, which is async, gets each task as one call",)


def test_a_pool_of_the_native_runner_needs_no_cluster(findings_of) -> None:
    (finding,) = findings_of(
        options="max_concurrency=4, cpus=2, gpus=1", batch_size=500, runner="native", workers=None
    )
    shape = shape_of(finding)
    # CPUs and GPUs hold no process back, and the machine at hand may have none.
    assert shape.plan == PlanShape(1_000, 1, (embed(batch_size=500),))
    assert shape.cluster == ClusterSize(1, 8, native=True)
    assert (shape.unit, shape.asked) == (Unit.PROCESS, 4)


def test_what_the_native_runner_passes_over_is_not_replayed(findings_of) -> None:
    found = findings_of(steps=".into_partitions(n)", batch_size=500, runner="native")
    finding = next(each_finding for each_finding in found if each_finding.call)
    assert shape_of(finding).plan.steps == (embed(batch_size=500),)


def test_what_was_judged_on_the_native_runner_is_replayed_there(findings_of) -> None:
    """No runner and no cluster in sight: Daft takes its default."""
    found = findings_of(batch_size=500, runner=None, workers=None, cpus=None)
    finding = next(each_finding for each_finding in found if each_finding.code == "DFT102")
    assert shape_of(finding).cluster.native


def test_pools_that_are_too_small_are_watched_by_worker_or_gpu(findings_of) -> None:
    (finding,) = findings_of(options="max_concurrency=1", batch_size=50)
    found = prepared(finding, AS_IT_IS)
    assert (found.before.claim, found.before.counted) == (Claim.WORKERS, Unit.WORKER)
    assert found.after is not None
    assert (found.after.claim, found.after.udf.concurrency) == (Claim.WORKERS, 2)
    (finding,) = findings_of(options="max_concurrency=1, gpus=1", batch_size=50, gpus=1)
    assert shape_of(finding).counted is Unit.GPU


def test_unequal_workers_matter_where_gpus_are_counted(findings_of) -> None:
    groups = (WorkerGroup(2, 8, 2), WorkerGroup(4, 8))
    sizes = {"options": "max_concurrency=1, gpus=1", "batch_size": 50}
    (finding,) = findings_of(groups=groups, workers=6, gpus=2, **sizes)
    assert shape_of(finding).cluster == unequal(groups)


def test_what_one_call_gets_is_not_watched(findings_of) -> None:
    found = findings_of(
        batch_size=None,
        column='Embed().run(col("path").decode_image())',
        rows=5_000,
        at_least=Confidence.POSSIBLE,
    )
    finding = next(each_finding for each_finding in found if each_finding.code == "DFT112")
    assert finding not in watchable(found)
    with pytest.raises(NotReplayableError, match="isn't about idle workers or actors"):
        prepared(finding, Limits())


SHINGLES = """\
import daft
from daft import col

daft.set_runner_ray()


@daft.func
def shingles(text: str) -> list[str]:
    return [str(text[i : i + 5]) for i in range(len(text))]


df = daft.read_parquet("texts/")  # daft-lint: rows=10_000, partitions=8
df.with_column("shingles", shingles(col("text"))).write_parquet("shingles/")
"""


def test_what_the_code_of_a_udf_calls_is_shown_by_no_replay(findings_of) -> None:
    """DFT113 is about a UDF that calls something: without facts, it is only possible."""
    found = findings_of(SHINGLES, at_least=Confidence.POSSIBLE)
    (finding,) = (finding for finding in found if finding.code == "DFT113")
    assert watchable([finding]) == ()


GENERATOR = """\
from collections.abc import Iterator
import daft

@daft.cls(max_concurrency=4)
class Chunk:
    def __call__(self, path: str) -> Iterator[str]:
        yield from pieces_of(path)

df = daft.from_glob_path("s3://bucket/*.txt")
df = df.select(Chunk()(df["path"]))
"""


def test_the_watched_generator_is_replayed_whatever_it_yields(findings_of) -> None:
    (finding,) = findings_of(GENERATOR)
    assert finding.code == "DFT101"
    assert shape_of(finding).plan.steps == (
        StepShape(StepKind.UDF, udfs=(UdfShape("Chunk", 4, None),)),
    )
