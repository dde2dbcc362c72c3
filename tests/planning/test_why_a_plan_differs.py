"""A plan says why it doesn't advise what findings do."""

from __future__ import annotations

import pytest

from daft_lint.documents.document import Document
from daft_lint.linting import cases_of
from daft_lint.planning.differences import difference
from daft_lint.planning.planner import Question, planned
from daft_lint.planning.pricing import Pricing
from daft_lint.planning.what_if import WhatIf
from daft_lint.reporting.planning.phrases import why_it_differs
from daft_lint.scheduling.tuning.terms import Constraints
from daft_lint.settings import default_settings

_PROGRAM = """\
# daft-lint: {cluster}
import daft


@daft.cls(max_concurrency={actors}, gpus=1)
class Embed:
    @daft.method{method}
    def __call__(self, path):
        return path


daft.set_runner_ray()
df = {source}
df.with_column("vector", Embed()(daft.col("path"))).write_parquet("vectors/")
"""
_BATCH = ".batch(return_dtype=daft.DataType.python(), batch_size=50)"


def difference_shown(cluster: str, actors: int, method: str, source: str) -> str | None:
    text = _PROGRAM.format(cluster=cluster, actors=actors, method=method, source=source)
    (case,) = cases_of(Document("job.py", text), default_settings())
    question = Question(WhatIf(), Pricing().costs, Constraints())
    (pool,) = planned(case.pipeline, question).pools
    found = difference(pool, question)
    return None if found is None else why_it_differs(found, pool.pool)


@pytest.mark.parametrize(
    ("cluster", "actors", "method", "source", "why"),
    [
        (
            "workers=1, gpus-per-worker=8",
            8,
            "",
            'daft.from_glob_path("s3://photos/*.jpg")',
            "partitions 8, but assumes: the listing has fewer than 131,072 files",
        ),
        (
            "workers=2, gpus-per-worker=2",
            3,
            _BATCH,
            'daft.read_parquet("s3://texts/")  # daft-lint: rows=4_000, partitions=4',
            "concurrency 2, which is just as fast; a plan changes it only with --allow concurrency",
        ),
    ],
    ids=["files", "actors"],
)
def test_a_plan_says_what_findings_take_for_granted_or_change_besides(
    cluster: str, actors: int, method: str, source: str, why: str
) -> None:
    assert difference_shown(cluster, actors, method, source) == f"daft-lint check may advise {why}"


def test_it_says_nothing_where_both_advise_the_same() -> None:
    source = 'daft.read_parquet("s3://texts/")  # daft-lint: rows=100_000, partitions=20'
    assert difference_shown("workers=2, gpus-per-worker=2", 4, _BATCH, source) is None


_FILTER = """\
# daft-lint: workers=4, cpus-per-worker=4
import daft


@daft.cls(max_concurrency=4)
class Keep:
    def __call__(self, path: str) -> bool:
        return path > "a"


daft.set_runner_ray()
df = daft.from_glob_path("s3://photos/")  # daft-lint: rows=1000
df.where(Keep()(daft.col("path"))).write_parquet("kept/")
"""


def test_a_filter_is_to_become_a_column() -> None:
    (case,) = cases_of(Document("job.py", _FILTER), default_settings())
    question = Question(WhatIf(), Pricing().costs, Constraints())
    (pool,) = planned(case.pipeline, question).pools
    found = difference(pool, question)
    assert found is not None
    assert why_it_differs(found, pool.pool) == (
        "daft-lint check may advise partitions 4 and `Keep` as a column behind it; a plan only "
        "changes numbers, and Daft runs a UDF in a filter before repartitions"
    )


_LIGHT = """\
# daft-lint: workers=8
import json

import daft


@daft.func
def name(text: str) -> str:
    return json.loads(text)["name"]


daft.set_runner_ray()
df = daft.from_pydict({"text": ["{}"] * 10_000})
df.with_column("name", name(daft.col("text"))).write_parquet("names/")
"""


@pytest.mark.parametrize(
    ("pricing", "advises"), [(Pricing(), False), (Pricing(row_seconds=0.01), True)]
)
def test_light_work_is_left_as_findings_leave_it(pricing: Pricing, *, advises: bool) -> None:
    """Unless somebody says how long a row takes."""
    (case,) = cases_of(Document("job.py", _LIGHT), default_settings())
    priced = pricing.with_light(case.prediction.work)
    question = Question(WhatIf(), priced.costs, Constraints(), row_seconds_of=priced.row_seconds_of)
    (pool,) = planned(case.pipeline, question).pools
    assert (pool.advised is not None) is advises
    assert pool.is_light is not advises
    if not advises:
        assert difference(pool, question) is None
        assert "each row takes 0.01 ms in `name`" in priced.assumptions()[-1]
