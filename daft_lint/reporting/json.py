"""`json`: every detail of every finding, in a stable shape.

`findings.schema.json` describes it. A change that consumers would notice needs a new version.
"""

from __future__ import annotations

from collections import Counter

from daft_lint.findings import Effect, Finding, Fix, Related
from daft_lint.judgement import Judgement, Status
from daft_lint.judging.usual_cluster import CPUS, GPUS, WORKERS
from daft_lint.plan.bound import Bound
from daft_lint.reporting.json_values import (
    Json,
    as_json,
    picked,
    shares_as_json,
    span_as_json,
    written,
)
from daft_lint.reporting.report import Failure, Report, Style

VERSION = 1


def render(report: Report, style: Style) -> str:
    """The report as one JSON document in ASCII."""
    document = {
        "version": VERSION,
        "findings": [finding_as_json(finding) for finding in report.findings],
        "failures": [failure_as_json(failure) for failure in report.failures],
        "unfinished": [unfinished_as_json(bound) for bound in report.unfinished],
        **judged_as_json(report),
    }
    return written(document)


def effect_as_json(effect: Effect) -> Json:
    """The prediction of a finding; a bound of None means that nothing bounds the number."""
    return {
        **picked(effect, "unit", "actors", "idle", "utilisation"),
        "rows_per_actor": shares_as_json(effect.shares),
        "lost_per_hour": as_json(effect.lost_per_hour),
    }


def finding_as_json(finding: Finding) -> Json:
    """Every detail of a finding."""
    return {
        **picked(finding, "code", "name"),
        **span_as_json(finding.span),
        **picked(finding, "message", "severity", "confidence"),
        "effect": None if finding.effect is None else effect_as_json(finding.effect),
        "assumptions": list(finding.assumptions),
        "related": [_related(related) for related in finding.related],
        "fixes": [_fix(fix) for fix in finding.fixes],
    }


def failure_as_json(failure: Failure) -> Json:
    """A file that could not be checked, and why."""
    return picked(failure, "path", "message")


def unfinished_as_json(bound: Bound) -> Json:
    """Where code takes too much work to follow further, and why."""
    return {**span_as_json(bound.span), **picked(bound, "more_than")}


def judged_as_json(report: Report) -> Json:
    """How work was judged: how much of it, and each piece that could not be."""
    count = Counter(judgement.status for judgement in report.judgements)
    return {
        "work": {status.value.replace(" ", "_"): count[status] for status in Status},
        "unjudged": [
            unjudged_as_json(judgement)
            for judgement in report.judgements
            if judgement.status is Status.OPEN
        ],
        "hidden": report.hidden,
        "on_cluster": None
        if report.on_cluster is None
        else {
            "workers": WORKERS,
            "cpus_per_worker": CPUS,
            "gpus_per_worker": GPUS,
            "problems_more": report.on_cluster.more,
        },
        "files": {
            "read": report.files_checked - report.unrelated,
            "without_daft": report.unrelated,
        },
    }


def unjudged_as_json(judgement: Judgement) -> Json:
    """A piece of open work, and the facts that would decide it."""
    return {
        "work": judgement.work,
        **span_as_json(judgement.span),
        "known": judgement.result,
        "missing": list(judgement.missing),
        "conditions": as_json(judgement.thresholds),
        **picked(judgement, "answers", "measures"),
    }


def _related(related: Related) -> Json:
    return {**span_as_json(related.span), "message": related.message}


def _fix(fix: Fix) -> Json:
    return {
        **picked(fix, "message", "safety"),
        "edits": [{**span_as_json(edit.span), "text": edit.text} for edit in fix.edits],
    }
