"""A summary of the facts about a pipeline, for a person."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from daft_lint.plan.recorded import RecordedPipeline, RecordedSource, RecordedUdf
from daft_lint.plan.spread import Spread
from daft_lint.words import duration, listed, percent, size


def lines(pipeline: RecordedPipeline) -> Iterator[str]:
    """What is known of a pipeline: a head, and a line for its source and each step."""
    runs = "1 run" if pipeline.runs == 1 else f"{pipeline.runs:,} runs"
    yield f"{pipeline.code}: {pipeline.function} ({runs} until {pipeline.measured}, {pipeline.how})"
    source = []
    if pipeline.rows is not None:
        source.append(pipeline.rows.counted("row"))
    if pipeline.partitions is not None:
        source.append(pipeline.partitions.counted("partition"))
    elif pipeline.filled is not None:
        source.append(f"rows in {_partitions(pipeline.filled)}")
    if pipeline.row_bytes is not None:
        source.append(f"{_range(pipeline.row_bytes, size)} a row")
    yield f"  {pipeline.source}: {', '.join(source) or 'no log shows how many rows it has'}"
    for step in pipeline.behind:
        what = []
        if step.keeps is not None:
            what.append(f"keeps {percent(step.keeps.low, step.keeps.high)} of the rows")
        if step.rows is not None:
            what.append(f"leaves {step.rows.counted('row')}")
        if step.all_filled:
            what.append("leaves rows in all partitions")
        elif step.filled is not None:
            most = pipeline.partitions.high if pipeline.partitions is not None else math.inf
            what.append(f"leaves rows in {_partitions(step.filled, most)}")
        yield f"  {step.name}: {listed(what)}"
    for udf in pipeline.udfs:
        yield f"  {udf.name}: {', '.join(_of_udf(udf))}"


def _partitions(filled: int, most: float = math.inf) -> str:
    counted = "1 partition" if filled == 1 else f"{filled:,} partitions"
    return f"all {counted}" if filled == most else f"{counted} or more"


def source_line(source: RecordedSource) -> str:
    """What Daft reported about a source."""
    counts = ((source.partitions, "partition"), (source.rows, "row"))
    figures = [
        f"{number:,} {noun}{'' if number == 1 else 's'}"
        for number, noun in counts
        if number is not None
    ]
    path = ", ".join(source.location.paths)
    return (
        f"daft.{source.location.reader}({path}): {', '.join(figures)} ({source.measured}, metadata)"
    )


def _of_udf(udf: RecordedUdf) -> Iterator[str]:
    if udf.rows is not None:
        yield udf.rows.counted("row")
    if udf.row_seconds is not None:
        yield f"{_range(udf.row_seconds, duration)} a row"
    if udf.start_seconds is not None:
        yield f"{_range(udf.start_seconds, duration)} until an actor is ready"
    if udf.row_seconds is None:
        yield "the time per row isn't known"


def _range(spread: Spread, shown: Callable[[float], str]) -> str:
    low, high = shown(spread.low), shown(spread.high)
    return low if low == high else f"{low} to {high}"
