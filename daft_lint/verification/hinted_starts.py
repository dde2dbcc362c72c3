"""Replays that begin behind a step, where its hints say how many rows and partitions it leaves."""

from __future__ import annotations

from daft_lint.plan.pipeline import Pipeline, Plan, UdfCall
from daft_lint.records import replace
from daft_lint.scheduling.partitions.effects import TASK_ENDERS


def from_hints(pipeline: Pipeline, watched: UdfCall | None) -> Pipeline:
    """A pipeline that begins behind the last such step in front of the watched UDF.

    Its source has the rows and partitions that the hints give. Without such a step, the pipeline
    stays as it is.
    """
    plan, first = pipeline.plan, 0
    for place, operator in enumerate(plan.operators, start=1):
        if watched is not None and any(call.span == watched.span for call in operator.calls):
            first = _last_told(plan, place - 1)
            break
    return pipeline if not first else replace(pipeline, plan=_from(plan, first))


def said(pipeline: Pipeline, begun: Pipeline, watched: UdfCall) -> tuple[str, ...]:
    """The line that says where a replay of that UDF begins; nothing if it does at the source."""
    passed = len(pipeline.plan.operators) - len(begun.plan.operators)
    if not passed:
        return ()
    step = pipeline.plan.operators[passed - 1]
    where = f"`{step.method}` on {step.span.line_from(watched.span)}"
    return (f"it begins behind {where}, with the rows and partitions of its hint",)


def _last_told(plan: Plan, end: int) -> int:
    """The number of steps up to the last one of the first `end` steps whose hints tell both."""
    told = (place for place in range(end, 0, -1) if plan.operators[place - 1].is_told)
    return next(told, 0)


def _from(plan: Plan, first: int) -> Plan:
    passed, step = plan.operators[:first], plan.operators[first - 1]
    assert step.rows is not None
    assert step.partitions is not None
    source = replace(plan.source, rows=step.rows, partitions=step.partitions)
    if any(operator.kind in TASK_ENDERS for operator in passed):
        # Rows no longer come in the pieces of the source.
        source = replace(source, name=step.method, span=step.span)
    return replace(plan, source=source, operators=plan.operators[first:])
