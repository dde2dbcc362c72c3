"""Facts from hint comments, at the place they are about."""

from __future__ import annotations

from textwrap import dedent

import pytest

from daft_lint.pipelines.reading import read
from daft_lint.plan.pipeline import Pipeline, Udf
from daft_lint.plan.quantity import OriginKind, Quantity


def test_rows_and_partitions_are_about_the_source_in_their_statement() -> None:
    first, second = _read(
        """
        import daft
        a = daft.read_parquet(path)  # daft-lint: rows=1_000, partitions=8
        a.limit(1).collect()
        daft.read_parquet(path).limit(2).collect()
        """
    )
    assert _numbers(first) == (1000, 8)
    assert _numbers(second) == (None, None)
    assert [origin.kind for origin in first.plan.source.rows.origins] == [OriginKind.HINT]


def test_a_hint_may_stand_above_its_statement_or_inside_it() -> None:
    above, inside = _read(
        """
        import daft
        # daft-lint: rows=10, partitions=2
        daft.read_parquet(path).limit(1).collect()
        (
            daft.read_parquet(path)  # daft-lint: rows=20, partitions=4
            .limit(1)
            .collect()
        )
        """
    )
    assert _numbers(above) == (10, 2)
    assert _numbers(inside) == (20, 4)


def test_of_two_sources_in_a_statement_each_has_the_hint_of_its_line() -> None:
    (pipeline,) = _read(
        """
        import daft
        (
            daft.read_parquet(a)  # daft-lint: rows=10
            .concat(
                daft.read_parquet(b)  # daft-lint: rows=20
            )
            .collect()
        )
        """
    )
    (step,) = pipeline.plan.operators
    assert pipeline.plan.source.rows.value == 10
    assert step.inputs[0].source.rows.value == 20


def test_in_a_chain_a_hint_is_about_the_step_on_its_line() -> None:
    (pipeline,) = _read(
        """
        import daft
        df = (
            daft.read_parquet(path)  # daft-lint: partitions=8
            .where(daft.col("a") > 1)  # daft-lint: rows=100, partitions=5
            .repartition(parts)  # daft-lint: partitions=16
            .limit(9)
        )
        df.collect()
        """
    )
    where, repartition, limit = pipeline.plan.operators
    assert _numbers(pipeline) == (None, 8)
    assert (_count(where.rows), _count(where.partitions)) == (100, 5)
    assert (_count(repartition.rows), _count(repartition.count)) == (None, 16)
    assert (limit.rows, limit.partitions) == (None, None)


def test_a_hint_says_which_share_of_the_rows_a_step_keeps() -> None:
    (pipeline,) = _read(
        """
        import daft
        df = daft.from_glob_path(path)  # daft-lint: rows=1_000
        df = df.where(daft.col("a") > 1)  # daft-lint: keeps=0.1
        df.collect()
        """
    )
    (where,) = pipeline.plan.operators
    assert where.kept is not None
    assert where.kept.value == 0.1
    assert where.rows is None
    assert [origin.text for origin in where.kept.origins] == ["hint keeps=0.1"]


@pytest.mark.parametrize(
    "step",
    [
        'repartition(8, "k")',
        'groupby("k").agg(daft.col("a").sum())',
        'distinct("k")',
        'with_column("s", daft.col("a").sum().over(daft.Window().partition_by("k")))',
    ],
)
def test_a_hint_says_how_many_keys_rows_are_shared_out_by(step: str) -> None:
    (pipeline,) = _read(
        f"""
        import daft
        df = daft.read_parquet(path)
        df = df.{step}  # daft-lint: keys=5
        df.collect()
        """
    )
    (shuffle,) = pipeline.plan.operators
    assert _count(shuffle.keys) == 5


def test_a_hint_about_keys_beats_what_the_code_tells() -> None:
    (pipeline,) = _read(
        """
        import daft
        df = daft.from_pydict({"k": [1, 2, 3]})
        df = df.repartition(8, "k")  # daft-lint: keys=5
        df.repartition(8, "k").collect()
        """
    )
    hinted, told = pipeline.plan.operators
    assert _count(hinted.keys) == 5
    assert told.keys is not None
    assert told.keys.high == 3


def test_at_the_end_of_a_chain_and_on_one_line_it_is_about_the_source() -> None:
    chain, line = _read(
        """
        import daft
        (
            daft.read_parquet(path)
            .where(daft.col("a") > 1)
            .collect()
        )  # daft-lint: rows=10, partitions=2
        daft.read_parquet(path).where(daft.col("a") > 1).collect()  # daft-lint: rows=20
        """
    )
    assert (_numbers(chain), _numbers(line)) == ((10, 2), (20, None))
    assert [step.rows for pipeline in (chain, line) for step in pipeline.plan.operators] == [
        None,
        None,
    ]


def test_what_is_behind_an_aggregation_can_be_reported() -> None:
    (pipeline,) = _read(
        """
        import daft
        df = daft.read_parquet(path)
        df = df.groupby("a").agg(daft.col("b").sum())  # daft-lint: rows=7, partitions=3
        df.collect()
        """
    )
    (step,) = pipeline.plan.operators
    assert (_count(step.rows), _count(step.partitions)) == (7, 3)


def test_a_hint_wins_over_what_the_code_says() -> None:
    (pipeline,) = _read("import daft\ndaft.range(9).limit(1).collect()  # daft-lint: rows=5")
    assert pipeline.plan.source.rows.value == 5


def test_concurrency_and_batch_size_at_a_definition_hold_for_every_use() -> None:
    (pipeline,) = _read(
        """
        import daft
        from daft import col

        @daft.cls(max_concurrency=workers)  # daft-lint: concurrency=16
        class Tag:
            @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=size)
            def run(self, x):  # daft-lint: batch-size=32
                return x

        daft.range(9).with_column("t", Tag().run(col("id"))).collect()
        """
    )
    udf = _udf(pipeline)
    assert udf.concurrency is not None
    assert udf.batch_size is not None
    assert (udf.concurrency.value, udf.batch_size.value) == (16, 32)


def test_at_a_legacy_definition_too() -> None:
    (pipeline,) = _read(
        """
        import daft
        from daft import col

        # daft-lint: concurrency=16, batch-size=32
        @daft.udf(return_dtype=daft.DataType.string())
        def tag(x):
            return x

        daft.range(9).with_column("t", tag(col("id"))).collect()
        """
    )
    udf = _udf(pipeline)
    assert udf.is_actor_pool
    assert udf.batch_size is not None
    assert udf.batch_size.value == 32


def test_at_a_call_they_hold_for_that_call_alone() -> None:
    first, second = _read(
        """
        import daft
        from daft import col

        @daft.udf(return_dtype=daft.DataType.string(), concurrency=n)
        def tag(x):
            return x

        df = daft.range(9)
        df.with_column("t", tag(col("id"))).collect()  # daft-lint: concurrency=3
        df.with_column("t", tag(col("id"))).collect()
        """
    )
    near, far = _udf(first).concurrency, _udf(second).concurrency
    assert near is not None
    assert far is not None
    assert near.value == 3
    assert not far.known


def test_a_cluster_hint_at_a_function_is_about_the_pipelines_in_it() -> None:
    first, second = _read(
        """
        import daft

        # daft-lint: workers=2
        def a():
            daft.range(9).limit(1).collect()

        def b():
            daft.range(9).limit(1).collect()
        """
    )
    assert _count(first.cluster.workers) == 2
    assert second.cluster.workers is None


def test_a_cluster_hint_before_every_function_is_about_the_whole_file() -> None:
    pipelines = _read(
        """
        # daft-lint: workers=4, cpus-per-worker=8, gpus-per-worker=0
        import daft

        def a():
            daft.range(9).limit(1).collect()

        # daft-lint: workers=2
        def b():
            daft.range(9).limit(1).collect()
        """
    )
    assert [_count(pipeline.cluster.workers) for pipeline in pipelines] == [4, 2]
    assert [_count(pipeline.cluster.cpus_per_worker) for pipeline in pipelines] == [8, 8]
    assert [_count(pipeline.cluster.gpus_per_worker) for pipeline in pipelines] == [0, 0]


def test_a_cluster_hint_wins_over_the_ray_that_the_program_starts() -> None:
    (pipeline,) = _read(
        """
        import daft, ray
        ray.init(num_cpus=8)
        daft.range(9).limit(1).collect()  # daft-lint: workers=3
        """
    )
    assert _count(pipeline.cluster.workers) == 3
    assert _count(pipeline.cluster.cpus_per_worker) == 8


def _read(program: str) -> tuple[Pipeline, ...]:
    text = dedent(program)
    return read(text, "job.py").pipelines


def _numbers(pipeline: Pipeline) -> tuple[int | None, int | None]:
    return _count(pipeline.plan.source.rows), _count(pipeline.plan.source.partitions)


def _count(quantity: Quantity | None) -> int | None:
    return quantity.count if quantity is not None and quantity.known else None


def _udf(pipeline: Pipeline) -> Udf:
    return pipeline.plan.operators[0].calls[0].udf
