"""`json`: every figure of every run and problem. A change that consumers notice is a version."""

from __future__ import annotations

from datetime import datetime, timezone

from daft_lint.reporting.json import finding_as_json
from daft_lint.reporting.json_values import Json, picked, written
from daft_lint.reporting.report import Style
from daft_lint.review.report import Review
from daft_lint.review.runs import ReviewedProblem, ReviewedRun, ReviewedUdf

VERSION = 1


def render(review: Review, style: Style) -> str:
    """The review as one JSON document in ASCII."""
    return written(
        {
            "version": VERSION,
            "runs": [_run(run) for run in review.runs],
            "problems": [_problem(problem) for problem in review.problems],
            "not_used": len(review.unused),
        }
    )


def _problem(problem: ReviewedProblem) -> Json:
    return {
        "finding": finding_as_json(problem.finding),
        "runs": problem.runs,
        "lost_worker_hours": round(problem.lost_hours, 4),
        "cost": None if problem.cost is None else round(problem.cost, 4),
    }


def _run(run: ReviewedRun) -> Json:
    log, pipeline = run.match.run, run.match.pipeline
    return {
        "query": log.query,
        "started": datetime.fromtimestamp(log.started, timezone.utc).isoformat(),
        "seconds": log.seconds,
        "daft": log.daft,
        "path": pipeline.plan.source.span.path,
        "pipeline": pipeline.name,
        "udfs": [_udf(udf) for udf in run.udfs],
        "findings": [finding.code for finding in run.findings],
    }


def _udf(udf: ReviewedUdf) -> Json:
    seen = udf.seen
    return {
        "name": udf.predicted.call.udf.name,
        "unit": udf.predicted.unit.value,
        "predicted": picked(udf.predicted, "actors", "idle", "utilisation"),
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
