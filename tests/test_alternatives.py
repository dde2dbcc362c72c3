"""A UDF that a branch chooses: what is said of one holds for runs that take it."""

from __future__ import annotations

import pytest

from daft_lint.documents.document import Document
from daft_lint.findings import Finding
from daft_lint.linting import cases_of, lint
from daft_lint.plan.cluster import Cluster
from daft_lint.plan.quantity import exactly
from daft_lint.planning.planner import Question, planned
from daft_lint.planning.pricing import Pricing
from daft_lint.planning.what_if import WhatIf
from daft_lint.scheduling.tuning.terms import Constraints
from daft_lint.settings import default_settings
from daft_lint.verification.replay_plans import prepared
from daft_lint.verification.replay_shapes import NotReplayableError
from daft_lint.verification.scaling import Limits

PROGRAM = """\
import sys

import daft
from daft import DataType, col


@daft.cls(max_concurrency=4, gpus=1)
class Small:
    @daft.method.batch(return_dtype=DataType.int64(), batch_size=SMALL)
    def run(self, ids): ...


@daft.cls(max_concurrency=4, gpus=1)
class Large:
    @daft.method.batch(return_dtype=DataType.int64(), batch_size=4_000)
    def run(self, ids): ...


daft.set_runner_ray()
df = daft.range(4_000).into_partitions(2)
CALL
df.write_parquet("out")
"""
VALUE = """\
work = Large() if "--large" in sys.argv else Small()
df = df.with_column("made", work.run(col("id")))
"""
STEP = """\
if "--large" in sys.argv:
    df = df.with_column("made", Large().run(col("id")))
else:
    df = df.with_column("made", Small().run(col("id")))
"""


def program(call: str = VALUE, small: int = 4_000) -> Document:
    text = PROGRAM.replace("CALL", call).replace("SMALL", str(small))
    return Document("job.py", f"# daft-lint: workers=2, cpus-per-worker=8\n{text}")


def found(document: Document) -> list[Finding]:
    findings = lint(document, default_settings()).findings
    return [finding for finding in findings if finding.code == "DFT102"]


def test_one_finding_tells_of_both() -> None:
    (finding,) = found(program())
    assert "`Large.run`" in finding.message
    assert "a run that takes `Large.run` there, and not `Small.run`" in finding.assumptions
    assert not any("needs the column" in assumption for assumption in finding.assumptions)
    (related,) = (
        related_place
        for related_place in finding.related
        if related_place.message.startswith("may be called there too")
    )
    assert "2 of the 4 actors of `Small.run` get no rows" in related.message
    assert program().text.splitlines()[related.span.line - 3] == "class Small:"


def test_nothing_is_said_of_the_one_that_is_well_tuned() -> None:
    (finding,) = found(program(small=100))
    assert not any("`Small.run`" in related.message for related in finding.related)


def test_a_replay_would_have_to_guess_which_one_runs() -> None:
    (finding,) = found(program())
    limits = Limits(99, 999, 10**9, most_workers=99, most_actors=999, most_rows=10**9)
    with pytest.raises(NotReplayableError, match="only some runs execute `with_column`"):
        prepared(finding, limits)


@pytest.mark.parametrize("call", [VALUE, STEP])
def test_there_is_room_for_each_where_there_is_none_for_both(call: str) -> None:
    document = program(call)
    (case,) = cases_of(document, default_settings())
    cluster = Cluster(exactly(2), exactly(8), exactly(2))
    question = Question(WhatIf(cluster=cluster), Pricing().costs, Constraints())
    pools = planned(case.pipeline, question).pools
    assert [pool.room.actors for pool in pools] == [4, 4]
