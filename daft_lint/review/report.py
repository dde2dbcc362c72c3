"""What a review of runs says: as text, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import datetime, timezone

from daft_lint.event_log.observing import ObservedUdf
from daft_lint.reporting.json import finding_as_json
from daft_lint.reporting.json_values import Json, quantity_as_json
from daft_lint.reporting.wording import counted
from daft_lint.review.runs import ReviewedProblem, ReviewedRun, ReviewedUdf
from daft_lint.words import duration, percent

VERSION = 1
_MOST_PROBLEMS = 10
_LEAST = 0.01


def as_text(
    runs: Sequence[ReviewedRun], problems: Sequence[ReviewedProblem], unmatched: int
) -> str:
    """Each run with its UDFs, then the costliest problems."""
    lines = [line for run in runs for line in _of_run(run)]
    lines += _of_problems(problems)
    with_problems = sum(1 for run in runs if run.findings)
    left = f" {counted(unmatched, 'run')} not used." if unmatched else ""
    lines.append(f"{counted(len(runs), 'run')} reviewed, {with_problems:,} with problems.{left}")
    return "\n".join(lines) + "\n"


def as_json(
    runs: Sequence[ReviewedRun], problems: Sequence[ReviewedProblem], unmatched: int
) -> str:
    """The same as one JSON document in ASCII."""
    document: Json = {
        "version": VERSION,
        "runs": [_run_as_json(run) for run in runs],
        "problems": [
            {
                "finding": finding_as_json(one.finding),
                "runs": one.runs,
                "lost_worker_hours": round(one.lost_hours, 4),
                "cost": None if one.cost is None else round(one.cost, 4),
            }
            for one in problems
        ],
        "not_used": unmatched,
    }
    return json.dumps(document, indent=2, allow_nan=False) + "\n"


def _of_run(run: ReviewedRun) -> Iterator[str]:
    pipeline, log = run.match.pipeline, run.match.run
    path = pipeline.plan.source.span.path
    took = "" if log.seconds is None else f", {duration(log.seconds)}"
    yield f"{_when(log.started)}  {log.query}  {path}: {pipeline.name}{took}"
    for udf in run.udfs:
        yield f"  {udf.predicted.call.udf.name}: {_seen(udf.seen)}"
        yield f"    predicted: {_predicted(udf)}"
    for finding in run.findings:
        yield f"  {finding.code} {finding.name}: {finding.message}"
    yield ""


def _seen(seen: ObservedUdf | None) -> str:
    if seen is None:
        return "the log says nothing about workers"
    rows = sum(seen.rows)
    had = seen.workers - seen.idle
    each = _each([one for one in seen.rows if one])
    return (
        f"{rows:,} {'row' if rows == 1 else 'rows'} on {had} of "
        f"{counted(seen.workers, 'worker')}{each}, busy {percent(seen.busy)} of "
        f"{duration(seen.seconds)}"
    )


def _each(rows: Sequence[int]) -> str:
    if len(rows) < 2:
        return ""
    low, high = min(rows), max(rows)
    return f" ({low:,} each)" if low == high else f" ({low:,} to {high:,})"


def _predicted(udf: ReviewedUdf) -> str:
    work = udf.predicted
    used = work.utilisation
    unit = work.unit.value if work.actors.high == 1 else work.unit.plural
    idle = f"{work.idle} of {work.actors} {unit} idle"
    return f"{idle}, utilisation {percent(used.low, min(used.high, 1.0))}"


def _of_problems(problems: Sequence[ReviewedProblem]) -> Iterator[str]:
    if not problems:
        return
    yield "Most expensive problems, each counted once:"
    for number, problem in enumerate(problems[:_MOST_PROBLEMS], 1):
        finding = problem.finding
        yield f"{number}. {finding.span.place}: {finding.code} {finding.name}: {finding.message}"
        yield f"   in {counted(problem.runs, 'run')}, {_lost(problem)}"
        if finding.fixes:
            yield f"   help: {finding.fixes[0].message}"
    if len(problems) > _MOST_PROBLEMS:
        yield f"... and {len(problems) - _MOST_PROBLEMS:,} more"
    yield ""


def _lost(problem: ReviewedProblem) -> str:
    hours = f"{problem.lost_hours:,.2f}" if problem.lost_hours >= _LEAST else "less than 0.01"
    lost = f"{hours} worker-hours lost"
    return lost if problem.cost is None else f"{lost}, which cost {problem.cost:,.2f}"


def _run_as_json(run: ReviewedRun) -> Json:
    log, pipeline = run.match.run, run.match.pipeline
    return {
        "query": log.query,
        "started": datetime.fromtimestamp(log.started, timezone.utc).isoformat(),
        "seconds": log.seconds,
        "daft": log.daft,
        "path": pipeline.plan.source.span.path,
        "pipeline": pipeline.name,
        "udfs": [_udf_as_json(one) for one in run.udfs],
        "findings": [one.code for one in run.findings],
    }


def _udf_as_json(udf: ReviewedUdf) -> Json:
    seen = udf.seen
    return {
        "name": udf.predicted.call.udf.name,
        "unit": udf.predicted.unit.value,
        "predicted": {
            "actors": quantity_as_json(udf.predicted.actors),
            "idle": quantity_as_json(udf.predicted.idle),
            "utilisation": quantity_as_json(udf.predicted.utilisation),
        },
        "seen": None
        if seen is None
        else {
            "rows_by_worker": list(seen.rows),
            "workers": seen.workers,
            "idle_workers": seen.idle,
            "seconds": round(seen.seconds, 3),
            "busy": round(seen.busy, 4),
        },
    }


def _when(started: float) -> str:
    return datetime.fromtimestamp(started, timezone.utc).strftime("%Y-%m-%d %H:%M")
