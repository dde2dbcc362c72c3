"""What-if numbers, room, times, and the surroundings that a picture shows."""

from __future__ import annotations

import math
from dataclasses import replace
from statistics import median

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import draws

from daft_lint.documents.document import Document
from daft_lint.linting import cases_of
from daft_lint.plan.cluster import Cluster, WorkerGroup, cluster_of
from daft_lint.plan.pipeline import OperatorKind, Pipeline
from daft_lint.plan.quantity import Origin, OriginKind, exactly
from daft_lint.planning.landscape import landscape
from daft_lint.planning.numbers_only import pipeline_of
from daft_lint.planning.planner import PlannedPool, Question, planned
from daft_lint.planning.pricing import Pricing
from daft_lint.planning.what_if import UNSET, PlanningError, WhatIf, supposed
from daft_lint.reporting.planning.phrases import what_to_do
from daft_lint.scheduling.optimiser.judged_runner import judged_runner
from daft_lint.scheduling.prediction.capacity import capacity_for
from daft_lint.scheduling.prediction.distribution import distribution
from daft_lint.scheduling.prediction.forecast import forecast
from daft_lint.scheduling.prediction.outcome import Outcome
from daft_lint.scheduling.prediction.predict import WorkPrediction, predict
from daft_lint.scheduling.simulation.occupancy import Occupancy
from daft_lint.scheduling.tuning.changed_loads import load_with, tuned_pool
from daft_lint.scheduling.tuning.terms import Constraints, Numbers, Tunable, Tuning, TuningStep
from daft_lint.settings import default_settings

CLUSTER = Cluster(exactly(4), exactly(8))
GIVEN = Origin(OriginKind.CONFIGURATION, "a test")
STEPS = {
    "no step": "",
    "repartition": "df = df.repartition(12)\n",
    "into_batches": "df = df.into_batches(50)\n",
    "limit": "df = df.limit(500)\n",
    "download": 'df = df.with_column("bytes", col("path").download())\n',
}
LISTED = 'daft.from_glob_path("s3://b/*.txt")'
FILES = 'daft.read_parquet("s3://b/*.parquet")'


def program(source: str, step: str, kind: str = "method.batch") -> str:
    options = "return_dtype=int, batch_size=64" if kind == "method.batch" else "return_dtype=int"
    return (
        "import daft\nfrom daft import col\n"
        "@daft.cls(max_concurrency=4)\nclass Embed:\n"
        f"    @daft.{kind}({options})\n    def run(self, text): ...\n"
        f"df = {source}\n{step}"
        'df = df.with_column("made", Embed().run(col("path")))\n'
        'df.write_parquet("out")\n'
    )


def read(text: str) -> Pipeline:
    (case,) = cases_of(Document("job.py", text), default_settings())
    return case.pipeline


def pool_of(pipeline: Pipeline, numbers: WhatIf) -> WorkPrediction:
    changed = supposed(pipeline, replace(numbers, cluster=CLUSTER), (0, 7))
    (pool,) = predict(changed, changed.cluster).pools
    return pool


def plan(numbers: WhatIf) -> tuple[PlannedPool, Question]:
    question = Question(numbers, Pricing().costs, Constraints())
    return planned(pipeline_of(numbers), question).pools[0], question


def plan_of(text: str, cluster: Cluster, row_seconds: float) -> PlannedPool:
    pricing = Pricing(row_seconds=row_seconds)
    question = Question(WhatIf(cluster=cluster), pricing.costs, Constraints(), ends=pricing.ends)
    return planned(read(text), question).pools[0]


NATIVE = """\
import daft
from daft import DataType, col

daft.set_runner_native()


@daft.cls(max_concurrency={actors})
class Work:
    @daft.method.batch(return_dtype=DataType.int64(), batch_size={batch})
    def run(self, x):
        return x


df = daft.from_pydict({{"id": list(range({rows}))}})
df.with_column("out", Work().run(col("id"))).write_parquet("out")
"""


@pytest.mark.parametrize(
    ("rows", "actors", "batch", "row_seconds", "seen"),
    [(1_500, 6, 50, 0.002, [2.9, 4.3, 3.0, 3.3]), (2_000, 4, 300, 0.001, [1.7])],
)
def test_processes_share_the_cpus(
    rows: int, actors: int, batch: int, row_seconds: float, seen: list[float]
) -> None:
    """Seen on two cores, Daft 0.7.26 (2026-11-28)."""
    text = NATIVE.format(rows=rows, actors=actors, batch=batch)
    now = plan_of(text, Cluster(exactly(1), exactly(2)), row_seconds).now
    assert now.makespan is not None
    assert all(now.makespan.low <= seconds <= now.makespan.high for seconds in seen)
    assert now.times is not None
    assert now.times.expected == pytest.approx(median(seen), rel=0.25)
    assert now.utilisation.high <= 2 / actors
    assert now.idle.high == 0


def test_short_tasks_without_a_pool_take_what_was_seen() -> None:
    """Seen on four workers of 8 CPUs on a quiet machine, Daft 0.7.26 (2026-11-28)."""
    source = "daft.range({rows}, partitions=32)"
    text = NATIVE.replace("native", "ray").replace("(max_concurrency={actors})", "")
    text = text.replace('daft.from_pydict({{"id": list(range({rows}))}})', source)
    now = plan_of(text.format(rows=581, batch=50), Cluster(exactly(4), exactly(8)), 0.01).now
    seen = [0.26, 0.29, 0.30]
    assert now.makespan is not None
    assert all(now.makespan.low <= seconds <= now.makespan.high for seconds in seen)
    assert now.times is not None
    assert now.times.expected == pytest.approx(median(seen), rel=0.15)


@pytest.mark.parametrize(
    ("batch", "processes", "seen"),
    [(None, 4, (2.40, 1.20)), (1_000, 4, (1.60, 1.20)), (50, 3, (3.44, 1.22))],
)
def test_native_processes_get_a_call_for_each_cpu(
    batch: int | None, processes: int, seen: tuple[float, float]
) -> None:
    """Seen on two busy cores, Daft 0.7.26: with batches of 375 rows it took 5.1 to 7.6 s."""
    text = NATIVE.format(rows=1_500, actors=processes, batch=batch)
    found = plan_of(text, Cluster(exactly(1), exactly(2)), 0.0016)
    assert found.tuning is not None
    assert [(step.tunable, step.after) for step in found.tuning.steps] == [
        (Tunable.BATCH_SIZE, 750)
    ]
    assert found.advised is not None
    assert found.advised.times is not None
    assert found.advised.times.expected == pytest.approx(seen[1], rel=0.05)


def test_native_processes_that_share_the_rows_evenly_are_left() -> None:
    found = plan_of(
        NATIVE.format(rows=1_500, actors=2, batch=750), Cluster(exactly(1), exactly(2)), 0.0016
    )
    assert found.tuning is not None
    assert not found.tuning.steps


@pytest.mark.parametrize("runner", ["native", "ray"])
def test_batches_that_are_too_large_become_smaller_though_nothing_ends_earlier(runner: str) -> None:
    """On the native runner the plan said to leave them."""
    text = NATIVE.replace("native", runner).format(rows=1_500, actors=2, batch=750)
    costs, limits = Pricing().costs, Constraints(largest_batch=64)
    cluster = Cluster(exactly(1), exactly(2))
    (found,) = planned(read(text), Question(WhatIf(cluster=cluster), costs, limits)).pools
    assert found.tuning is not None
    (step,) = found.tuning.steps
    assert step.tunable is Tunable.BATCH_SIZE
    assert step.after <= 64
    assert step.forecast == found.advised


RAY = NATIVE.replace("native", "ray").replace(
    'daft.from_pydict({{"id": list(range({rows}))}})',
    "daft.range({rows}, partitions=1).into_partitions({partitions})",
)


def test_a_native_pool_waits_for_the_slower_one_behind_it() -> None:
    """Seen on two cores, Daft 0.7.26: the first was busy for a tenth of its time, not for 98 %."""
    text = NATIVE.format(rows=900, actors=2, batch=40)
    start, end = text.index("@daft.cls"), text.index("df = ")
    slow = text[start:end].replace("Work", "Slow")
    text = f"{text[:end]}{slow}{text[end:]}"
    more = '.with_column("more", Slow().run(col("out"))).write_parquet'
    costs, times = Pricing().costs, (("Work.run", 0.001), ("Slow.run", 0.004))
    question = Question(WhatIf(), costs, Constraints(), row_seconds_of=times)
    first, second = planned(read(text.replace(".write_parquet", more)), question).pools
    assert first.now.utilisation.high < 0.4
    assert second.now.utilisation.low > 0.85
    assert first.now.makespan is not None
    assert first.now.makespan.low > 1.2


@pytest.mark.parametrize("cpus", [None, 4])
def test_native_pools_that_share_uncounted_cpus_take_at_least_so_long(cpus: int | None) -> None:
    text = NATIVE.format(rows=900, actors=2, batch=40)
    one = plan_of(text, Cluster(), 0.001).now
    more = '.with_column("more", Work().run(col("out"))).write_parquet'
    cluster = Cluster(cpus_per_worker=None if cpus is None else exactly(cpus))
    two = plan_of(text.replace(".write_parquet", more), cluster, 0.001).now
    assert one.makespan is not None
    assert two.makespan is not None
    assert one.makespan.high < math.inf
    assert (two.makespan.high < math.inf) is (two.times is not None) is (cpus is not None)


def test_the_first_of_two_pools_may_end_a_call_of_the_second_later() -> None:
    """Seen in four runs on Ray, Daft 0.7.26: 1.43 s twice, and 1.72 s twice."""
    text = RAY.format(rows=480, actors=2, batch=20, partitions=6)
    start, end = text.index("@daft.cls"), text.index("df = ")
    slow = text[start:end].replace("Work", "Slow").replace("max_concurrency=2", "max_concurrency=4")
    text = f"{text[:end]}{slow}{text[end:]}"
    more = '.with_column("more", Slow().run(col("out"))).write_parquet'
    times = (("Work.run", 0.002), ("Slow.run", 0.02))
    question = Question(WhatIf(), Pricing().costs, Constraints(), row_seconds_of=times)
    pipeline = read(text.replace(".write_parquet", more))
    pipeline = replace(pipeline, cluster=Cluster(exactly(2), exactly(4)))
    first, second = planned(pipeline, question).pools
    assert first.now.makespan is not None
    assert first.now.makespan.low < 1.43 < 1.72 < first.now.makespan.high < 1.9
    assert second.now.makespan is not None
    assert second.now.makespan.high < 2.7


def test_a_filter_behind_a_reader_leaves_a_share_of_each_batch() -> None:
    """Seen on Ray, Daft 0.7.26: 40 calls of 5 of 20 rows, where a quarter of CSV is kept."""
    text = RAY.format(rows=1_000, actors=4, batch=100, partitions=2)
    source = """daft.read_csv("d/*.csv")  # daft-lint: partitions=2, rows=1000
df = df.where(col("id") % 10 == 0)  # daft-lint: keeps=0.1
df = df"""
    text = text.replace("daft.range(1000, partitions=1).into_partitions(2)", source)
    found = plan_of(text, Cluster(exactly(2), exactly(4)), 0.02)
    assert found.pool.batch_size == exactly(10, *found.pool.batch_size.origins)
    assert found.now.idle == exactly(0, *found.now.idle.origins)
    assert found.tuning is not None
    assert Tunable.BATCH_SIZE not in {step.tunable for step in found.tuning.steps}
    gathered = text.replace("df = df\n", "df = df.repartition(2)\n")
    again = plan_of(gathered, Cluster(exactly(2), exactly(4)), 0.02)
    assert again.pool.batch_size.low == 100


def test_batches_of_json_lines_are_as_many_bytes() -> None:
    """Seen on Ray, Daft 0.7.26: 500 calls of one row, in 1.78 s and 1.86 s at 87 and 84 %."""
    text = RAY.format(rows=500, actors=4, batch=25, partitions=4)
    source = 'daft.read_json("d/*.jsonl")  # daft-lint: partitions=4, rows=500\ndf = df'
    text = text.replace("daft.range(500, partitions=1).into_partitions(4)", source)
    cluster = Cluster(exactly(2), exactly(4))
    lines, array = (
        plan_of(text, cluster, 0.012),
        plan_of(text.replace("json", "csv"), cluster, 0.012),
    )
    assert lines.now.makespan is not None
    assert lines.now.makespan.low < 1.6 < 1.86 < lines.now.makespan.high
    assert lines.now.utilisation.low < 0.85
    assert array.now.makespan is not None
    assert array.now.makespan.high < 1.7


@pytest.mark.parametrize(
    ("rows", "partitions", "actors", "batch", "workers", "row_seconds"),
    [(789, 4, 7, 30, 3, 0.01331), (826, 5, 3, 194, 2, 0.00545)],
)
def test_numbers_that_are_bad_in_every_second_run_are_changed(
    rows: int, partitions: int, actors: int, batch: int, workers: int, row_seconds: float
) -> None:
    """Seen on Ray (2026-11-28): 2.68 s became 1.80 s, and 2.17 s became 1.69 s in the mean."""
    text = RAY.format(rows=rows, actors=actors, batch=batch, partitions=partitions)
    found = plan_of(text, Cluster(exactly(workers), exactly(8)), row_seconds)
    assert found.tuning is not None
    assert found.tuning.steps
    assert found.advised is not None
    assert found.advised.times is not None
    assert found.now.times is not None
    assert found.advised.times.beat(found.now.times, 0.05)


def test_advice_rests_on_no_lucky_runs() -> None:
    """Ten tasks, advised after ten runs of 1.8 s, took 1.85 and 2.55 s on Ray (2.0 s before)."""
    text = RAY.format(rows=2_500, actors=5, batch=200, partitions=16)
    cluster, row_seconds = Cluster(exactly(3), exactly(8)), 6 / 2_500
    found = plan_of(text, cluster, row_seconds)
    tuned = tuned_pool(found.pool, Constraints())
    assert tuned is not None
    assert found.tuning is not None
    costs = Pricing(row_seconds=row_seconds).costs
    for seed in (8, 9):
        now, then = (
            distribution(load_with(tuned, numbers), costs, seed=seed)
            for numbers in (found.tuning.numbers, found.tuning.advised_numbers)
        )
        assert now is not None
        assert then is not None
        assert then.times.beat(now.times, 0.05)


def test_work_without_a_pool_gets_the_tasks_that_all_workers_run_at_once() -> None:
    text = (
        RAY.replace("daft.cls(max_concurrency={actors})", "daft.cls")
        .replace(".into_partitions({partitions})", "")
        .replace("partitions=1", "partitions={partitions}")
        .replace(", batch_size={batch}", "")
    )
    text = text.format(rows=400_000, partitions=11)
    found = plan_of(text, Cluster(exactly(8), exactly(8)), 0.01)
    assert found.tuning is not None
    (step,) = found.tuning.steps
    # into_partitions makes whole cuts of 11 partitions, and 66 don't run at once.
    assert (step.tunable, step.after) == (Tunable.PARTITIONS, 55)
    assert step.forecast.makespan.high < 0.3 * found.now.makespan.low


@pytest.mark.parametrize(("batch", "advised"), [("batch_size=379", 16), ("", None)])
def test_work_without_a_pool_has_no_last_round_of_a_few_tasks(
    batch: str, advised: int | None
) -> None:
    """Rows of 17 ms took 0.97 s in 22 tasks and 0.65 s in 16, three times each (Daft 0.7.26)."""
    text = RAY.replace("daft.cls(max_concurrency={actors})", "daft.cls").replace(
        ", batch_size={batch}", f", {batch}"
    )
    text = text.format(rows=569, partitions=22).replace("into_partitions", "repartition")
    found = plan_of(text, Cluster(exactly(2), exactly(8)), 0.01687)
    assert found.tuning is not None
    fewer = [step for step in found.tuning.steps if step.tunable is Tunable.PARTITIONS]
    assert [step.after for step in fewer] == ([] if advised is None else [advised])


@pytest.mark.parametrize("source", [LISTED, FILES], ids=["listed", "files"])
@pytest.mark.parametrize("step", ["no step", "repartition", "download", "limit"])
def test_so_many_partitions_reach_the_pool_as_were_given(source: str, step: str) -> None:
    # Tasks behind a limit stop once it has its rows.
    numbers = WhatIf(rows=1000, partitions=20)
    pool = pool_of(read(program(source, STEPS[step])), numbers)
    behind_limit = step == "limit" and source == FILES
    assert pool.partitioning.planned.high == 20 or behind_limit


@pytest.mark.parametrize("source", [LISTED, FILES], ids=["listed", "files"])
def test_partitions_go_before_the_into_batches_that_cuts_them(source: str) -> None:
    numbers = WhatIf(rows=1000, partitions=4, into_batches=100, cluster=CLUSTER)
    written = supposed(read(program(source, STEPS["into_batches"])), numbers, (0, 7)).plan
    kinds = [step.kind for step in written.operators]
    assert kinds[-2] is OperatorKind.INTO_BATCHES
    assert written.source.partitions.low == 4 or kinds[0] is OperatorKind.INTO_PARTITIONS


@pytest.mark.parametrize("step", ["no step", "repartition", "into_batches", "download"])
def test_a_batch_of_rows_is_a_task(step: str) -> None:
    pool = pool_of(read(program(LISTED, STEPS[step])), WhatIf(rows=1000, into_batches=125))
    assert [operator.kind for operator in pool.around.upstream] == [OperatorKind.INTO_BATCHES]
    assert pool.around.upstream[0].count is not None
    assert pool.around.upstream[0].count.low == 125


def test_a_step_behind_a_limit_is_a_repartition() -> None:
    """into_partitions hangs there, Daft issue 7400."""
    pool = pool_of(read(program(LISTED, STEPS["limit"])), WhatIf(rows=1000, partitions=20))
    assert pool.around.upstream[0].kind is OperatorKind.RANDOM_REPARTITION


def test_behind_a_source_with_checkpoints_its_files_are_the_partitions() -> None:
    """Measured on Daft 0.7.26: repartitions raise there, and into_batches loses rows at a retry."""
    source = 'daft.read_parquet("s3://b/a.parquet", checkpoint=given)  # daft-lint: rows=4_000'
    pipeline = read(program(source, ""))
    supposed_plan = supposed(pipeline, WhatIf(partitions=8, cluster=CLUSTER), (0, 7)).plan
    assert supposed_plan.source.partitions.count == 8
    assert [step.kind for step in supposed_plan.operators] == [OperatorKind.PROJECT]
    question = Question(WhatIf(cluster=CLUSTER), Pricing().costs, Constraints())
    (pool,) = planned(supposed(pipeline, question.numbers, (0, 7)), question).pools
    assert pool.tuning is not None
    (step,) = pool.tuning.steps
    assert step.tunable is Tunable.PARTITIONS
    words = what_to_do(step, pool.pool)
    assert words is not None
    assert words.startswith("write the input of `daft.read_parquet` on line 7 as ")


def test_nothing_given_changes_nothing() -> None:
    pipeline = read(program(LISTED, STEPS["repartition"]))
    same = replace(pipeline, runner=judged_runner(pipeline))
    assert supposed(pipeline, WhatIf(), (0, 7)) == same


@given(
    rows=st.integers(1, 10**7),
    partitions=st.integers(1, 300),
    batch_size=st.integers(1, 10**6),
    concurrency=st.integers(1, 64),
)
@settings(max_examples=draws(50), deadline=None)
def test_the_numbers_given_are_those_that_are_forecast(
    rows: int, partitions: int, batch_size: int, concurrency: int
) -> None:
    numbers = WhatIf(rows, partitions, None, batch_size, concurrency)
    for pipeline in (pipeline_of(numbers), read(program(FILES, STEPS["repartition"]))):
        pool = pool_of(pipeline, numbers)
        assert pool.partitioning.rows.low == rows
        assert pool.partitioning.count.low == partitions
        assert pool.batch_size.low == batch_size
        assert pool.actors.low == concurrency


def test_an_unset_batch_size_is_unset() -> None:
    pool = pool_of(read(program(LISTED, "")), WhatIf(batch_size=UNSET))
    assert pool.call.udf.batch_size is None


def test_a_row_wise_udf_takes_no_batch_size() -> None:
    pipeline = read(program(LISTED, "", kind="method"))
    with pytest.raises(PlanningError, match="takes no batch_size"):
        pool_of(pipeline, WhatIf(batch_size=32))
    assert pool_of(pipeline, WhatIf(batch_size=UNSET)).call.udf.batch_size is None


# Room.


def room(cluster: Cluster, cpus: float | None = None, gpus: float | None = None) -> int | None:
    """The room for actors that ask for so much each."""
    asked = WhatIf(
        rows=100, cluster=cluster, concurrency=9, cpus_per_actor=cpus, gpus_per_actor=gpus
    )
    pipeline = supposed(pipeline_of(asked), asked, (0, 7))
    found = capacity_for(predict(pipeline, cluster).pools[0], (), cluster)
    return None if found is None else found.actors


@pytest.mark.parametrize(
    ("cpus", "gpus", "actor_cpus", "actor_gpus", "actors"),
    [
        (8, None, None, None, 32),
        (8, 2, None, 1.0, 8),
        (8, 1, None, 0.5, 8),
        (8, 0, None, 1.0, 0),
        (8, None, 3.0, None, 8),
        (8, None, 16.0, None, 0),
        (8, 2, 0.0, None, None),
    ],
)
def test_an_actor_fits_on_a_worker_as_a_whole(
    cpus: int,
    gpus: int | None,
    actor_cpus: float | None,
    actor_gpus: float | None,
    actors: int | None,
) -> None:
    has = None if gpus is None else exactly(gpus)
    assert room(Cluster(exactly(4), exactly(cpus), has), actor_cpus, actor_gpus) == actors


def test_workers_that_differ_have_room_each_of_its_own() -> None:
    groups = (WorkerGroup(40, 8, 4), WorkerGroup(64, 16, 0))
    assert room(cluster_of(groups, GIVEN), gpus=1.0) == 160
    assert room(cluster_of(groups, GIVEN)) == 40 * 8 + 64 * 16


def test_nobody_knows_the_room_of_an_unknown_cluster() -> None:
    assert room(Cluster()) is None
    assert room(Cluster(exactly(4))) is None


# Times.


def test_times_that_are_given_are_taken() -> None:
    given = Pricing(0.5)
    assert given.costs.row_seconds == 0.5
    assert given.assumptions()[0] == "all rows take the same time in the UDF"


# The answer.


TWO_POOLS = """\
import daft
from daft import col

@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=int, batch_size=64)
    def run(self, text): ...

@daft.cls(max_concurrency=8)
class Tag:
    def __call__(self, text: str) -> str: ...

df = daft.from_glob_path("s3://b/*.txt").repartition(12)
df = df.with_column("made", Embed().run(col("path")))
df = df.with_column("tag", Tag()(col("made")))
df.write_parquet("out")
"""


@pytest.mark.parametrize("gains", [True, False], ids=["a gain", "a constraint"])
def test_what_helps_a_pool_alone_and_not_its_pipeline_is_no_advice(
    monkeypatch: pytest.MonkeyPatch, gains: bool
) -> None:
    """Smaller batches of rows for a pool that waits for another one; a constraint may ask it."""
    seconds = (26.0, 25.0) if gains else (25.0, 26.0)
    alone, better = (
        Outcome(exactly(0), exactly(0.9), Occupancy((), second), exactly(second))
        for second in seconds
    )
    present, other = Numbers(12, None, None, 8), Numbers(40, 500, None, 8)
    step = TuningStep(Tunable.INTO_BATCHES, None, 500, "even tasks", better)
    tuning = Tuning(present, alone, other, better, (step,))
    monkeypatch.setattr("daft_lint.planning.planner.tune", lambda *_, **__: tuning)
    numbers = WhatIf(rows=20_000, udf="Tag", cluster=Cluster(exactly(2)))
    question = Question(numbers, Pricing().costs, Constraints())
    (tag,) = planned(read(TWO_POOLS), question).pools
    assert tag.held_up is gains
    assert (tag.advised is None) is gains
    assert tag.tuning is not None
    assert (tag.tuning.steps == ()) is gains


def test_an_answer_on_a_chain_has_one_set_of_present_and_of_advised_numbers() -> None:
    """What is said of a pool is said of it in its pipeline, not as if it were alone."""
    seconds = (("Embed.run", 0.01), ("Tag", 0.02))
    numbers = WhatIf(rows=400, cluster=Cluster(exactly(2), exactly(8)))
    question = Question(
        numbers, Pricing().costs, Constraints(), row_seconds_of=seconds, ends=Pricing().ends
    )
    for pool in planned(read(TWO_POOLS), question).pools:
        assert pool.tuning is not None
        assert pool.tuning.now == pool.now
        assert pool.tuning.advised == pool.advised or pool.advised is None
        if pool.tuning.steps and pool.advised is not None:
            assert pool.tuning.steps[-1].forecast == pool.advised


def test_a_step_that_has_a_quick_pool_wait_for_all_of_a_slow_one_is_no_advice() -> None:
    """Behind an into_partitions the pool works for 0.3 s instead of 48 s, and the run is longer."""
    seconds = (("Embed.run", 0.05), ("Tag", 0.001))
    cluster = Cluster(exactly(2), exactly(8))
    batches = (
        "@daft.method.batch(return_dtype=int, batch_size=50)\n    def __call__(self, text): ..."
    )
    code = TWO_POOLS.replace("def __call__(self, text: str) -> str: ...", batches)
    code = code.replace(".repartition(12)", "")
    question = Question(
        WhatIf(rows=2_000, cluster=cluster),
        Pricing().costs,
        Constraints(),
        row_seconds_of=seconds,
        ends=Pricing().ends,
    )
    _, tag = planned(read(code), question).pools
    assert tag.held_up
    assert tag.advised is None
    assert tag.more_actors is None


def test_a_larger_pool_is_named_with_what_it_would_bring() -> None:
    """A pool of one on eight workers of 16 CPUs, and what is advised once it may grow."""
    numbers = WhatIf(5 * 10**6, 400, None, None, 1, cluster=Cluster(exactly(8), exactly(16)))
    pool, question = plan(numbers)
    assert pool.more_actors is not None
    (free,) = planned(
        pipeline_of(numbers), replace(question, constraints=Constraints(frozenset()))
    ).pools
    assert free.tuning is not None
    assert pool.more_actors.numbers == free.tuning.advised_numbers
    assert pool.more_actors.numbers.concurrency == 128
    assert pool.more_actors.forecast == free.advised
    assert free.more_actors is None


@pytest.mark.parametrize(
    ("actors", "cluster", "kept"),
    [
        (1, Cluster(exactly(8), exactly(16)), True),
        (128, Cluster(exactly(8), exactly(16)), False),
        (120, Cluster(exactly(8), exactly(16)), False),
        (1, Cluster(exactly(8)), False),
    ],
    ids=["somebody keeps it", "no room", "little to win", "room not known"],
)
def test_no_larger_pool_is_named(actors: int, cluster: Cluster, kept: bool) -> None:
    numbers = WhatIf(10**6, 400, None, 64, actors, cluster=cluster)
    question = Question(numbers, Pricing().costs, Constraints(), keeps_actors=kept)
    (pool,) = planned(pipeline_of(numbers), question).pools
    assert pool.more_actors is None


def test_a_pool_that_waits_for_another_one_needs_no_more_actors() -> None:
    seconds = (("Embed.run", 0.1), ("Tag", 0.001))
    numbers = WhatIf(rows=20_000, cluster=CLUSTER)
    question = Question(numbers, Pricing().costs, Constraints(), row_seconds_of=seconds)
    embed, tag = planned(read(TWO_POOLS), question).pools
    assert embed.more_actors is not None
    assert tag.more_actors is None


def test_money_is_counted_where_a_worker_has_a_price() -> None:
    numbers = WhatIf(10**5, 1, None, 64, 16, cluster=CLUSTER)
    assert plan(numbers)[0].money is None
    priced, _ = plan(replace(numbers, cluster=replace(CLUSTER, cost_per_worker_hour=exactly(3))))
    assert priced.money is not None
    assert priced.money_advised is not None
    assert priced.money_advised.lost_per_hour.high < priced.money.lost_per_hour.low


# The picture.


def test_a_picture_shows_what_is_forecast() -> None:
    """Both points stand on it, and few cells are far from the model."""
    pool, question = plan(WhatIf(1000, 1, 100, 200, 4, cluster=Cluster(exactly(2))))
    land = landscape(pool, question)
    assert land is not None
    for point in (land.now, land.advised or land.now):
        line = land.batch_sizes.index(point.batch_size)
        column = land.partitions.index(point.partitions)
        assert land.utilisation[line][column] == pytest.approx(point.utilisation, abs=0.1)
    assert all(0 <= number <= 1 for line in land.utilisation for number in line)
    assert list(land.partitions) == sorted(set(land.partitions))
    assert list(land.batch_sizes) == sorted(set(land.batch_sizes))


def test_a_picture_is_close_to_the_model() -> None:
    pool, question = plan(WhatIf(20_000, 1, None, 50, 8, cluster=CLUSTER))
    land = landscape(pool, question)
    tuned = tuned_pool(pool.pool, question.constraints)
    assert land is not None
    assert tuned is not None
    apart = []
    for column in range(0, len(land.partitions), 6):
        for line in range(0, len(land.batch_sizes), 5):
            size, count = land.batch_sizes[line], land.partitions[column]
            other = replace(tuned.numbers, partitions=count, batch_size=size)
            found = forecast(load_with(tuned, other), question.costs).utilisation
            middle = (found.low + found.high) / 2
            apart.append(abs(land.utilisation[line][column] - middle))
    assert sum(apart) / len(apart) < 0.05


def test_without_rows_there_is_no_picture() -> None:
    pool, question = plan(WhatIf(None, 4, None, 64, 16, cluster=CLUSTER))
    assert landscape(pool, question) is None
