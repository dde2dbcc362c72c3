"""What each round of a loop has of its own: its source, its UDF."""

from __future__ import annotations

import pytest

from daft_lint.pipelines.reading import read

START = """
import daft
from daft import col

def make(n):
    @daft.cls(max_concurrency=n)
    class Tag:
        @daft.method.batch(return_dtype=str, batch_size=64)
        def __call__(self, x):
            return x
    return Tag

Tag = make(4)
tags = {"a": Tag(), "b": Tag()}

def read(path):
    return daft.read_parquet(path)

def run(path, tag):
    df = read(path)
    df.with_column("t", tag(col("x"))).collect()
"""
JOB = """
class Job:
    def __init__(self, path):
        self.path = path
    def run(self):
        run(self.path, Tag())
"""


def differing(code: str) -> tuple[bool, bool]:
    """Whether the source and the UDF of the pipeline that is run differ from round to round."""
    found = read(f"{START}\n{code}", "a.py").pipelines
    (pipeline,) = (each_pipeline for each_pipeline in found if each_pipeline.action is not None)
    (call,) = (call for step in pipeline.plan.operators for call in step.calls)
    return pipeline.plan.source.differs, call.differs


@pytest.mark.parametrize(
    ("code", "source", "udf"),
    [
        ("run('p', Tag())", False, False),
        ("for path in unseen():\n    run(path, Tag())", True, False),
        ("for path in unseen():\n    name = path + '/*'\n    run(name, tag=Tag())", True, False),
        ("for n in unseen():\n    run('p', make(n)())", False, True),
        ("for n in unseen():\n    Tag = make(n)\n    tag = Tag()\n    run('p', tag)", False, True),
        ("for path in unseen():\n    for n in unseen():\n        run(path, make(n)())", True, True),
        ("runs = [run(path, Tag()) for path in unseen()]", True, False),
        ("while unseen():\n    run('p', Tag())", False, False),
        ("for path in unseen():\n    pass\nrun('p', Tag())", False, False),
        # What objects hold stays out of sight.
        (f"{JOB}\nfor path in unseen():\n    Job(path).run()", False, False),
    ],
)
def test_what_comes_of_the_items_of_a_loop_differs(code: str, source: bool, udf: bool) -> None:
    assert differing(code) == (source, udf)
