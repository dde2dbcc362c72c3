"""The facts that runs show of the pipelines in the code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timezone

from daft_lint.event_log.matching import Match
from daft_lint.event_log.measurements import MeasuredRun, PoolOptions, measured
from daft_lint.plan.quantity import Quantity
from daft_lint.plan.recorded import (
    Key,
    RecordedPipeline,
    RecordedStep,
    RecordedUdf,
    key_of,
    named_steps,
    source_text,
)
from daft_lint.plan.spread import spread_of

HOW = "event log"
"""Where the facts come from, in words."""


def recorded(matches: Iterable[Match], code_of: Mapping[str, str]) -> tuple[RecordedPipeline, ...]:
    """The facts about each pipeline that ran.

    Args:
        matches: Runs with the pipelines that they were.
        code_of: The path of a file from the root of the project, by the path in spans.
    """
    seen: dict[Key, dict[str, tuple[Match, MeasuredRun]]] = {}
    for match in matches:
        plan = match.pipeline.plan
        path = plan.source.span.path
        found = measured(match.run, _pools(match))
        if found is not None and path in code_of:
            key = key_of(plan, match.pipeline.name, code_of[path])
            seen.setdefault(key, {})[match.run.query] = match, found
    made = (_recorded(key, tuple(runs.values())) for key, runs in sorted(seen.items()))
    return tuple(pipeline for pipeline in made if pipeline.tells)


def _pools(match: Match) -> dict[str, PoolOptions]:
    """The pool of each UDF that has one, by the name in the log."""
    return {
        step.run.text: PoolOptions(_count(udf.concurrency), _count(udf.batch_size))
        for step in match.steps
        for udf in (call.udf for call in match.calls(step))
        if udf.is_actor_pool
    }


def _count(quantity: Quantity | None) -> int | None:
    return quantity.count if quantity is not None and quantity.known else None


def _recorded(key: Key, runs: Sequence[tuple[Match, MeasuredRun]]) -> RecordedPipeline:
    plan = runs[0][0].pipeline.plan
    newest = max(match.run.started for match, _ in runs)
    whole = [found for match, found in runs if match.whole]
    partitions = spread_of(found.partitions for found in whole if found.partitions is not None)
    filled = min((found.filled_source for found in whole if found.filled_source), default=None)
    code, function, *_ = key
    return RecordedPipeline(
        code,
        function,
        source_text(plan.source),
        tuple(step.text for step in named_steps(plan)),
        HOW,
        datetime.fromtimestamp(newest, timezone.utc).date().isoformat(),
        len(runs),
        spread_of(found.rows for found in whole if found.rows is not None),
        spread_of(found.row_bytes for found in whole if found.row_bytes is not None),
        filled if partitions is None else None,
        partitions,
        tuple(_steps(runs)),
        tuple(_udfs(runs)),
    )


def _steps(runs: Sequence[tuple[Match, MeasuredRun]]) -> Iterable[RecordedStep]:
    for step in runs[0][0].steps:
        pairs = [
            (found, other.run.node)
            for match, found in runs
            for other in match.steps
            if other.number == step.number
        ]
        rows = spread_of(found.behind[node] for found, node in pairs if node in found.behind)
        keeps = spread_of(found.keeps[node] for found, node in pairs if node in found.keeps)
        if rows is not None or keeps is not None:
            filled = [(run.filled[node], run) for run, node in pairs if run.filled.get(node)]
            every = bool(filled) and all(run.partitions == number for number, run in filled)
            least = min((number for number, _ in filled), default=None)
            yield RecordedStep(
                step.code.text, step.number, rows, keeps, None if every else least, every
            )


def _udfs(runs: Sequence[tuple[Match, MeasuredRun]]) -> Iterable[RecordedUdf]:
    first = runs[0][0]
    for step in first.steps:
        if not any(True for _ in first.calls(step)):
            continue
        seen = [
            found.udfs[other.run.text]
            for match, found in runs
            for other in match.steps
            if other.number == step.number and other.run.text in found.udfs
        ]
        if seen:
            yield RecordedUdf(
                step.code.text,
                step.number,
                spread_of(udf.rows for udf in seen),
                spread_of(udf.row_seconds for udf in seen if udf.row_seconds is not None),
                spread_of(udf.start_seconds for udf in seen if udf.start_seconds is not None),
            )
