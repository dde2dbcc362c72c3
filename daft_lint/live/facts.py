"""The facts about sources in the code that plans of a running program have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timezone

from daft_lint.plan.pipeline import Pipeline
from daft_lint.plan.quantity import Quantity
from daft_lint.plan.recorded import RecordedPipeline, key_of, named_steps, source_text
from daft_lint.plan.spread import Spread, spread_of

HOW = "live plan"
"""Where the facts come from, in words."""


def recorded(
    built: Iterable[Pipeline], written: Iterable[Pipeline], code_of: Mapping[str, str]
) -> tuple[RecordedPipeline, ...]:
    """Partitions and rows of the sources of pipelines that a program built.

    Args:
        built: The pipelines of its plans, in the code that built them.
        written: Those that the code has.
        code_of: The path of a file from the root of the project, by the path in spans.
    """
    of_source: dict[object, list[Pipeline]] = {}
    for pipeline in built:
        of_source.setdefault(_place(pipeline), []).append(pipeline)
    found = {}
    for pipeline in written:
        plan, same = pipeline.plan, of_source.get(_place(pipeline), [])
        code = code_of.get(plan.source.span.path)
        if not same or code is None:
            continue
        partitions = _spread(each_pipeline.plan.source.partitions for each_pipeline in same)
        rows = _spread(each_pipeline.plan.source.rows for each_pipeline in same)
        if partitions is None and rows is None:
            continue
        key = key_of(plan, pipeline.name, code)
        found[key] = RecordedPipeline(
            code,
            pipeline.name,
            source_text(plan.source),
            tuple(step.text for step in named_steps(plan)),
            HOW,
            datetime.now(timezone.utc).date().isoformat(),
            1,
            rows=rows,
            partitions=partitions,
        )
    return tuple(found.values())


def _place(pipeline: Pipeline) -> object:
    """Where the rows come from, and where they go."""
    source, action = pipeline.plan.source.span, pipeline.action
    return (
        source.path,
        source.line,
        None if action is None else (action.span.path, action.span.line),
    )


def _spread(numbers: Iterable[Quantity]) -> Spread | None:
    """The spread of numbers that are all known; None where one isn't."""
    seen = list(numbers)
    return (
        spread_of(quantity.low for quantity in seen)
        if all(quantity.known for quantity in seen)
        else None
    )
