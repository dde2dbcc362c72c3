"""The data of tests stands for data that they don't have."""

from __future__ import annotations

import math
from dataclasses import replace

from daft_lint.plan.pipeline import Pipeline, Source
from daft_lint.plan.quantity import between, unknown
from daft_lint.plan.replacing import Replacing

_ROWS_OF_REAL_DATA = 10_000
_ONE_PARTITION_ALWAYS = "daft.from_glob_path"


def without_samples(pipeline: Pipeline) -> Pipeline:
    """The pipeline with nothing known of the data of small sources.

    Three rows keep no pool busy, whatever the code. A source that isn't known to have 10,000 rows
    is taken for a sample of something else, which may have any number of rows and partitions.
    """
    plan = Replacing(lambda step: step, _source).plan(pipeline.plan)
    return pipeline if plan is pipeline.plan else replace(pipeline, plan=plan)


def _source(source: Source) -> Source:
    if source.rows.low >= _ROWS_OF_REAL_DATA:
        return source
    if source.name == _ONE_PARTITION_ALWAYS:
        return replace(source, rows=unknown())
    return replace(source, rows=unknown(), partitions=between(1, math.inf))
