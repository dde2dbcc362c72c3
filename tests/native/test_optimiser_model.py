"""The model of the optimiser and Daft's own one make the same of random plans."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from packaging import version
from sampling import draws

from daft_lint.live.plan_form import shape_of
from daft_lint.live_plan.translation import optimised_pipeline, written_pipeline
from daft_lint.plan.cluster import Runner, RunnerKind
from daft_lint.scheduling.optimiser.rewriting import optimise

daft = pytest.importorskip("daft")
pytestmark = pytest.mark.filterwarnings("ignore")

PLANS = draws(600)
RAY = Runner(RunnerKind.RAY, certain=True)
ROWS = {"a": list(range(100)), "b": list(range(100))}


@pytest.fixture(scope="module")
def udfs() -> tuple[Callable[[Any], Any], Callable[[Any], Any]]:
    if version.parse(daft.__version__) < version.parse("0.7.6"):
        pytest.skip("older versions tell equal calls not apart, and run them once")

    @daft.cls(max_concurrency=2)
    class Pool:
        @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=8)
        def run(self, values):
            return values

    @daft.func
    def each(value: int) -> int:
        return value

    pool = Pool()
    return pool.run, each


def random_plan(numbers: random.Random, udfs):
    """A frame of up to six steps with at most one UDF in a filter.

    Daft takes one of two UDFs in filters for the other one (0.6.4 to 0.7.26).
    """
    frame = daft.from_pydict(ROWS)
    filtered = False
    for place in range(numbers.randint(1, 6)):
        steps = possible_steps(frame, place, numbers, udfs)
        kind = numbers.choice([step for step in steps if not (filtered and step == "where_udf")])
        filtered = filtered or kind == "where_udf"
        frame = steps[kind]()
    return frame


def possible_steps(frame, place: int, numbers: random.Random, udfs) -> dict[str, Callable[[], Any]]:
    pool, each = udfs
    names = frame.column_names
    name, count = numbers.choice(names), numbers.randint(2, 9)
    column = daft.col(name)
    other = daft.from_pydict(ROWS)
    return {
        "pool": lambda: frame.with_column(f"p{place}", pool(column)),
        "each": lambda: frame.with_column(f"e{place}", each(column)),
        "again": lambda: frame.with_column(name, pool(column)),
        "column": lambda: frame.with_column(f"c{place}", column + count),
        "where": lambda: frame.where(column > count),
        "where_udf": lambda: frame.where(pool(column) > count),
        "into_partitions": lambda: frame.into_partitions(count),
        "repartition": lambda: frame.repartition(count),
        "hash": lambda: frame.repartition(count, name),
        "into_batches": lambda: frame.into_batches(count),
        "sort": lambda: frame.sort(name),
        "limit": lambda: frame.limit(count),
        "sample": lambda: frame.sample(0.5),
        "distinct": lambda: frame.distinct(),
        "distinct_on": lambda: frame.distinct(name),
        "groupby": lambda: frame.groupby(name).agg(column.max().alias(f"n{place}")),
        "agg": lambda: frame.agg(*[daft.col(each_name).max() for each_name in names]),
        "concat": lambda: frame.concat(
            other.select(*[daft.col("a").alias(each_name) for each_name in names])
        ),
    }


@pytest.mark.parametrize("start", range(0, PLANS, 50))
def test_the_model_makes_of_a_plan_what_daft_makes_of_it(start, udfs):
    from daft_lint.live.frame_plans import plan_of_frame

    for seed in range(start, start + 50):
        plan = plan_of_frame(random_plan(random.Random(seed), udfs))
        written = written_pipeline(plan, "plan", RAY)
        optimised = optimised_pipeline(plan, "plan", RAY)

        model = optimise(written.pipeline.plan, None).plan
        assert shape_of(model) == shape_of(optimised.pipeline.plan), written.text
